"""The components of a list that is sent: as text, as deck code, or by its sections."""

from __future__ import annotations

from typing import Final

from riftcheck.api.examples import BY_NAME, TEXT
from riftcheck.api.openapi.forms import Form, array, closed, either, flag, mapping, ref, said, text, whole
from riftcheck.carddb.names import MAX_NAME
from riftcheck.decks.codes import MAX_CODE
from riftcheck.decks.document import MAX_CHOICES, MAX_ENTRIES
from riftcheck.decks.model import MAX_COUNT
from riftcheck.decks.text import MAX_BYTES

_NAME: Final = {"minLength": 1, "maxLength": MAX_NAME, "pattern": r"\S"}
_BESIDE: Final = {
    "champion": {"type": ["string", "null"], **_NAME, "description": "The chosen champion, if it is known."},
    "extra_legends": ref("ExtraLegends"),
    "choices": ref("Choices"),
}
_ENTRY: Final = {
    "count": whole("The number of copies.", minimum=1, maximum=MAX_COUNT, default=1),
    "full_name": {"description": "As answers have it. Any value: it is not looked at."},
    "unknown": {"description": "As answers have it. Any value: it is not looked at."},
}
_SECTIONS: Final = {
    "legend": either(ref("CardName"), ref("Entries"), says="The champion legend."),
    "champion": _BESIDE["champion"],
    "champion_id": {
        "type": ["string", "null"],
        **_NAME,
        "description": "The printing of the champion; only beside one.",
    },
    "champion_apart": flag("True: the champion's copy is not in `main` and is added.", default=False),
    "main": said(ref("Entries"), "The main deck, the chosen champion among it."),
    "runes": said(ref("Entries"), "The rune deck."),
    "battlefields": said(ref("Entries"), "The battlefields."),
    "sideboard": said(ref("Entries"), "The sideboard."),
    "extra_legends": ref("ExtraLegends"),
    "choices": ref("Choices"),
}


def components() -> dict[str, Form]:
    """Return the components by their names."""
    return {
        "CardName": text("The name of a card, in any spelling.", **_NAME),
        "ListText": text(
            f"A list as text, in any usual form, at most {MAX_BYTES // 1024} KB.", minLength=1, maxLength=MAX_BYTES
        ),
        "ListCode": text("A deck code.", minLength=1, maxLength=MAX_CODE),
        "NamedEntry": closed(
            "Copies of a card by its name.",
            {"name": ref("CardName")},
            {"id": text("The printing.", **_NAME), **_ENTRY},
        ),
        "PrintedEntry": closed("Copies of a card by a printing.", {"id": text("The printing.", **_NAME)}, _ENTRY),
        "Entries": array(
            either(ref("CardName"), ref("NamedEntry"), ref("PrintedEntry")),
            "Cards by their names alone, which is a copy of each, or with counts.",
            maxItems=MAX_ENTRIES,
        ),
        "ExtraLegends": said(
            ref("Entries"), "Legends that a card of the deck lets be registered besides the one that it starts with."
        ),
        "Choices": mapping(
            array(ref("CardName"), maxItems=MAX_CHOICES),
            "What cards ask for at deck building: the chosen names by card.",
            maxProperties=MAX_CHOICES,
        ),
        "DeckText": closed("A list as text.", {"text": ref("ListText")}, _BESIDE, examples=[{"text": TEXT}]),
        "DeckCode": closed("A list as deck code.", {"code": ref("ListCode")}, _BESIDE),
        **_sections(),
        "DeckList": either(
            ref("DeckText"),
            ref("DeckCode"),
            ref("DeckSections"),
            ref("DeckParts"),
            says="A list as text, as deck code, or by its sections.",
        ),
    }


def _sections() -> dict[str, Form]:
    """Return the forms of a list by its sections, of which one is always there.

    Each form has a field that it must have: to a generated client, an object without one would be anything at all.
    """
    forms: dict[str, Form] = {}
    fields = dict(_SECTIONS)
    for needed, name in _FORMS.items():
        always = {needed: fields.pop(needed)}
        if needed == "champion":
            printing = {"champion_id": fields.pop("champion_id")}
            forms[name] = closed(_MAKING, always, {**printing, **fields})
        else:
            beside = {"dependentRequired": {"champion_id": ["champion"]}} if "champion" in fields else {}
            forms[name] = closed(_MAKING, always, fields, **beside)
    forms["DeckSections"] |= {
        "description": f"A list by its sections, with at most {MAX_ENTRIES} entries in all.",
        "examples": [BY_NAME],
    }
    parts = [ref(name) for name in forms if name != "DeckSections"]
    return {**forms, "DeckParts": either(*parts, says="A list in the making, by its sections.")}


_MAKING: Final = "A list in the making, by its sections, without those that another form of it must have."
# Each form has what it needs, and lacks what those before it need.
_FORMS: Final = {
    "main": "DeckSections",
    "legend": "DeckFromLegend",
    "champion": "DeckFromChampion",
    "runes": "DeckFromRunes",
    "battlefields": "DeckFromBattlefields",
    "sideboard": "DeckFromSideboard",
    "extra_legends": "DeckFromExtraLegends",
}
