"""References and places in words."""

from __future__ import annotations

from typing import Final, Literal

from riftcheck.carddb.abilities.description.speech import SUBJECTS, Voice, does, possessive, say, whose
from riftcheck.carddb.abilities.phrases import Condition, Place, PlaceKind, Ref

_PLAYERS: Final[dict[str, str]] = {str(who): words for who, words in SUBJECTS.items()}
_PRONOUNS: Final = frozenset({"it", "them"})
_OTHER_REFS: Final = {"them": "them", "here": "the battlefield here", "there": "the battlefield there"}
_PLACES: Final[dict[PlaceKind, tuple[str, str]]] = {
    "here": ("", "here"),
    "there": ("", "there"),
    "battlefield": ("at", "a battlefield"),
    "one battlefield": ("at", "one and the same battlefield"),
    "another location": ("at", "another location"),
    "each location": ("at", "each location"),
    "same location": ("at", "the same location"),
    "same battlefield": ("at", "the same battlefield"),
    "location of its own": ("at", "a location where its controller has another unit"),
    "combat": ("in", "combat"),
    "showdown": ("in", "a showdown"),
    "open battlefield": ("at", "an open battlefield"),
    "enemy battlefield": ("at", "an enemy battlefield"),
    "conquered battlefield": ("at", "a battlefield that you conquered this turn"),
    "attacked battlefield": ("at", "a battlefield that you are attacking"),
    "chain": ("on", "the chain"),
    "board": ("on", "the board"),
}


@say.register(Ref)
def _ref(node: Ref, voice: Voice) -> str:
    word = node.name if node.name in voice.names else node.name.partition("@")[0]
    it = voice.it if node.name == "it" else "it"  # with an @ it is what a line before was about
    known = {"me": voice.me, "this": voice.this, "I": voice.me, "it": it, **_OTHER_REFS, **_PLAYERS}
    return known[word] if word in known else voice.named(node.name).said(many=voice.many(node.name))


def among(ref: Ref, voice: Voice) -> str:
    """Return the things that a name stands for, of which some are meant: the name is of several."""
    return "them" if ref.name == "them" else voice.named(ref.name).said(many=True)


def _place_name(place: Place, voice: Voice) -> tuple[str, str]:
    """Return the preposition of being there, and the name of the place."""
    if place.kind in _PLACES:
        return _PLACES[place.kind]
    ref = "" if place.ref is None else say(place.ref, voice)
    if place.kind == "base":
        return "in", "a base" if place.whose in {None, "any"} else f"{whose(place.whose)} base"
    if place.kind == "zone":
        return "among" if place.zone == "extra legends" else "in", f"{whose(place.whose)} {place.zone or 'zone'}"
    if place.kind == "controlled battlefield":
        return "at", f"a battlefield that {does(SUBJECTS[place.whose or 'you'], 'control')}"
    if place.kind == "location of" and place.ref is not None and voice.named(place.ref.name).noun == "battlefield":
        return "at", ref
    owned = f"{possessive(ref)} {{}}" if ref in _PRONOUNS else f"the {{}} of {ref}"
    names = {
        "another battlefield": ("at", f"a battlefield other than {possessive(voice.me)}"),
        "location of": ("at", owned.format("location")),
        "origin of": ("at", f"the place from which {ref} came"),
        "destination of": ("at", f"the place to which {ref} moved"),
        "battlefield of": ("at", owned.format("battlefield")),
        "attached to": ("attached to", ref),
        "in": ("among", "" if place.ref is None else among(place.ref, voice)),
        "to or from": ("at", f"the battlefield to or from which {ref} moved"),
        "anywhere but": ("played from", f"anywhere but {whose(place.whose)} {place.zone or 'zone'}"),
        "named": ("at", f'the battlefield "{place.name or ""}"'),
    }
    return names[place.kind]


def place_words(place: Place, voice: Voice, motion: Literal["at", "to", "from"] = "at") -> str:
    """Return a place as an adverb: at it, to it or from it, by `motion`."""
    being, name = _place_name(place, voice)
    for test in place.tests:
        name = f"{name} that {say(test, voice)}"
    if place.where is not None:
        name = f"{name}{' and' if place.tests else ''} where {what_is_there(place.where, voice)}"
    if place.kind in {"here", "there"} and motion != "from":
        return name
    return f"{being if motion == 'at' else motion} {name}"


def what_is_there(condition: Condition, voice: Voice) -> str:
    """Return what is said of a battlefield behind its `where`: "you control a unit", but "an enemy unit is there"."""
    words = say(condition, voice)
    if words.endswith(("is there", "are there")):
        return words
    return words.replace(" there", "", 1) if words.startswith("there ") else words.removesuffix(" there")


@say.register(Place)
def _place(node: Place, voice: Voice) -> str:
    return place_words(node, voice)


def owner_of(ref: Ref, voice: Voice) -> str:
    """Return the possessive of one thing: `its`, `this card's`."""
    return possessive(say(ref, voice))
