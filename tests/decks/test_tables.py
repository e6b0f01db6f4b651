"""Tables of many decks: which texts are one, and how their rows are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.decks.model import DeckReadError
from riftcheck.decks.reader import read_list
from riftcheck.decks.tables import MAX_ROWS, columns_of, read_rows, reject_table

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


@pytest.mark.parametrize(
    ("head", "player", "decklist"),
    [
        ("Player,Decklist", "Player", "Decklist"),
        ("Timestamp;Email Address;Player Name;Deck List", "Player Name", "Deck List"),
        ("\ufeffdeck code\tUSERNAME", "USERNAME", "deck code"),
        ('"Place","Player","Deck","Deck Code"', "Player", "Deck Code"),
        ("Name|Decklist", "Name", "Decklist"),
        ("sep=;\nPlayer;Decklist", "Player", "Decklist"),
        ("\n\nPlayer,Decklist", "Player", "Decklist"),
    ],
)
def test_a_table_of_decks_is_recognized_by_its_header_row(
    head: str, player: str, decklist: str, db: CardDatabase
) -> None:
    text = f"{head}\nx\n"
    columns = columns_of(text)
    assert columns is not None
    assert columns.player is not None
    assert (columns.names[columns.player], columns.names[columns.decklist]) == (player, decklist)
    message = (
        f'This is a table of many decks, with a column "{player}" and a column "{decklist}". '
        "Give one deck at a time, or use riftcheck validate --table FILE."
    )
    with pytest.raises(DeckReadError) as caught:
        read_list({"text": text}, db)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "text",
    [
        "Deck\n3 Charm",
        "Deck List:\n3 Charm",
        "Main Deck (40)\n3 Charm",
        "Player: Bob, Deck: Ahri Control\n3 Charm",
        "Name,Deck,Quantity\n3 Charm",
        "Deck,Count\nCharm,3",
        "3 Charm\nPlayer,Decklist",
        "Decklist, 40 cards\n3 Charm",
    ],
)
def test_a_list_of_one_deck_is_no_table_of_decks(text: str, db: CardDatabase) -> None:
    reject_table(text)
    assert any(entry.written == "Charm" for entry in read_list({"text": text}, db).deck.main)


def test_each_row_of_a_table_has_its_number_player_and_decklist() -> None:
    text = (
        "Place,Player,Decklist\r\n"
        '1,"Doe, Jane","3 Charm\n2 Defy"\r\n'
        "\r\n"
        "2,Ann  Other,3 Charm\r\n"
        "3,Bob\r\n"
        "4,Eve,\r\n"
        "5,Mallory,3 Charm,2 Defy\r\n"
        "6,Trent,3 Charm,\r\n"
    )
    columns = columns_of(text)
    assert columns is not None
    assert columns.unused() == ["Place"]
    too_many = "The row has 4 cells, but the header row has 3. Put cells with a delimiter or a line break in quotes."
    assert [(row.number, row.player, row.decklist, row.error) for row in read_rows(text, columns)] == [
        (2, "Doe, Jane", "3 Charm\n2 Defy", ""),
        (4, "Ann Other", "3 Charm", ""),
        (5, "Bob", "", "The row has no decklist."),
        (6, "Eve", "", "The row has no decklist."),
        (7, "Mallory", "", too_many),
        (8, "Trent", "3 Charm", ""),
    ]


def test_a_quote_that_does_not_close_is_an_error_of_its_row() -> None:
    text = 'Player,Decklist\nJane,3 Charm\nBob,"3 Charm\nEve,2 Defy\n'
    columns = columns_of(text)
    assert columns is not None
    first, second = read_rows(text, columns)
    assert (first.number, first.error) == (2, "")
    assert (second.number, second.decklist) == (3, "")
    assert second.error.startswith("The table cannot be read from this row on: ")


def test_a_table_has_10000_rows_at_most() -> None:
    head = "Player,Decklist\n"
    columns = columns_of(head)
    assert columns is not None
    assert len(read_rows(head + "x,3 Charm\n" * MAX_ROWS, columns)) == MAX_ROWS
    with pytest.raises(DeckReadError, match=r"^The table has over 10,000 rows\."):
        read_rows(head + "x,3 Charm\n" * (MAX_ROWS + 1), columns)
