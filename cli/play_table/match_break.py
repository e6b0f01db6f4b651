"""Between the games of a match: exchanging cards with the sideboard, and who goes first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.match import FIRST, SIDEBOARD
from riftcheck.engine.registration import MatchError

if TYPE_CHECKING:
    from riftcheck.cli.play_table.table import PlayTable
    from riftcheck.engine.match import Match

HELP: Final = (
    ("out NAME", "a card that leaves the main deck; may be repeated"),
    ("in NAME", "a card that comes in from the sideboard, one for each that leaves"),
    ("champion NAME", "the chosen champion of the next game"),
    ("list", "the deck as it stands"),
    ("clear", "forget what was typed"),
    ("Enter", "go on with what was typed; done does the same"),
)


class MatchBreak:
    """The decisions between two games of a match, typed by a person; policies change nothing and go first."""

    def __init__(self, table: PlayTable, match: Match) -> None:
        self.table = table
        self.match = match
        self.page = table.page
        self.out: list[str] = []
        self.into: list[str] = []
        self.champion: str | None = None

    def settle(self) -> None:
        """Answer for each player that the match waits for."""
        for player in self.match.waits_for:
            if self.match.step == SIDEBOARD:
                if player == self.table.seat:
                    self._exchange(player)
                else:
                    self.match.sideboard(player)
            elif self.match.step == FIRST:
                self._first(player)

    def _first(self, player: int) -> None:
        number, first = self.match.number, True
        if player == self.table.seat:
            self.page.line()
            self.page.line(f"Game {number}: do you want to go first?", "bold")
            self.page.line(" 1) first")
            self.page.line(" 2) last")
            first = self._either(("1", "first"), ("2", "last"))
        self.match.choose_first(player, first=first)
        self.page.line()
        goes = "You go" if self.match.first == self.table.seat else f"Player {self.match.first + 1} goes"
        self.page.line(f"Game {number} of the match: {goes} first.", "bold")

    def _either(self, yes: tuple[str, str], no: tuple[str, str]) -> bool:
        while True:
            typed = self.table.read().strip().casefold()
            for number, word in (yes, no):
                if typed == number or (typed and word.startswith(typed)):
                    return word == yes[1]
            self._other(typed, f"Type {yes[0]} or {yes[1]}, {no[0]} or {no[1]}.")

    def _other(self, typed: str, otherwise: str) -> None:
        if typed == "quit":
            self.table.quit("")
        word, _, rest = typed.partition(" ")
        if word == "save":
            self.table.save(rest)
        elif word == "card":
            self.table.card(rest)
        else:
            self.page.line(otherwise)

    # --- the sideboard ------------------------------------------------------------------------------------------------

    def _exchange(self, player: int) -> None:
        wins = " to ".join(str(count) for count in self.match.wins)
        sideboard = self.match.deck(player).sideboard
        self.page.line()
        self.page.line(f"Game {self.match.number - 1} is over; it stands {wins}.", "bold")
        if not sideboard:
            self.page.line("Your list has no sideboard; only the chosen champion can change.")
        self.page.line("Change your deck? Enter to leave it, ? for help.", "bold")
        self._list(player)
        while not self._done(player, self.table.read().strip()):
            pass

    def _done(self, player: int, typed: str) -> bool:
        """Take a line; return whether the exchange was made."""
        word, _, name = typed.partition(" ")
        word = word.casefold()
        if word in ("", "done"):
            return self._commit(player)
        if word in ("out", "in", "champion") and name.strip():
            self._add(player, word, name.strip())
        elif word == "clear":
            self.out, self.into, self.champion = [], [], None
        elif word == "list":
            self._list(player)
        elif word == "?":
            self.page.pairs(HELP)
        else:
            self._other(typed, "That is nothing to do here; ? for help.")
        return False

    def _add(self, player: int, word: str, name: str) -> None:
        now = self.match.deck(player)
        own = [now.deck.champion] if now.deck.champion else []
        places = {"out": [*now.deck.main, *own], "in": [*now.sideboard], "champion": [*now.deck.main, *now.sideboard]}
        fitting = sorted({card for card in places[word] if card.casefold().startswith(name.casefold())})
        exact = [card for card in fitting if card.casefold() == name.casefold()]
        if len(exact or fitting) != 1:
            self.page.line(f'"{name}" fits {"; ".join(fitting) if fitting else "no card there"}.')
            return
        card = (exact or fitting)[0]
        if word == "champion":
            self.champion = card
        else:
            (self.out if word == "out" else self.into).append(card)
        self.page.line(f"out: {'; '.join(self.out) or 'none'}. in: {'; '.join(self.into) or 'none'}.")

    def _commit(self, player: int) -> bool:
        try:
            self.match.sideboard(player, self.out, self.into, self.champion)
        except MatchError as fault:
            self.page.line(f"{str(fault)[:1].upper()}{str(fault)[1:]}.")
            return False
        return True

    def _list(self, player: int) -> None:
        now = self.match.deck(player)
        self.page.line(f"main deck: {_counted(now.deck.main)}", hang=4)
        self.page.line(f"champion: {now.deck.champion or 'none'}", hang=4)
        self.page.line(f"sideboard: {_counted(now.sideboard)}", hang=4)


def _counted(names: tuple[str, ...]) -> str:
    counts = {name: names.count(name) for name in sorted(set(names))}
    return "; ".join(f"{count} {name}" for name, count in counts.items()) or "none"
