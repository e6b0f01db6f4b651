"""Events as scenarios say them: `{die: Bruiser, by: p2}`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.display.descriptions import event_words
from riftcheck.engine.display.names import EVERYTHING, PHASES
from riftcheck.engine.model import constants as w
from riftcheck.scenario.format.nodes import PLAYER as PLAYER_WORD
from riftcheck.scenario.format.reserved_words import ability_owner
from riftcheck.scenario.setup.references import CARD, PLAYER, TOKEN, Thing
from riftcheck.scenario.setup.vocabulary import read_seat_or_thing

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.objects import Event
    from riftcheck.scenario.format.nodes import Node
    from riftcheck.scenario.setup.references import Cast

# Of the recall after a tie and of less Might only replacements are told; what happens is `recall`, and `might`.
UNTOLD: Final = frozenset({w.E_TIE_RECALL, w.E_WEAKEN, w.E_ACTIVATE})
EVENT_WORDS: Final = {
    name[2:].lower().replace("_", "-"): value
    for name, value in vars(w).items()
    if name.startswith("E_") and isinstance(value, int) and value not in UNTOLD
}
MORE: Final = frozenset({"by", "at", "from", "amount", "other"})
# The subject of an event that is no card, token or ability; of `control` and `use` it may be either, of
# `choose` anything.
OF_FIELD: Final = frozenset(
    {
        "conquer", "hold", "score", "win-combat", "lose-combat", "combat-starts", "combat-ends", "showdown-starts",
        "control", "choose", "use",
    }
)  # fmt: skip
OF_PLAYER: Final = frozenset(
    {
        "turn-starts", "turn-ends", "gain", "lose", "channel", "xp", "burn-out", "add", "shuffle", "predict", "win",
        "removed", "choose",
    }
)  # fmt: skip
NOT_OF_THING: Final = (OF_FIELD | OF_PLAYER) - {"control", "choose", "use"}
# The events that have a place, an origin, an amount and a second thing, by key; every event has a player.
HAVE: Final = {
    "at": frozenset(
        {
            "play", "finalize", "conquer", "hold", "score", "attack", "defend", "move", "die", "choose", "win-combat",
            "lose-combat", "combat-starts", "combat-ends", "showdown-starts", "damage", "becomes", "might", "stun",
            "buff", "ready", "exhaust", "attach", "detach", "hide", "banish", "spend-buff", "return", "leave",
            "empower", "enter", "recall", "control", "put-trash",
        }
    ),
    "from": frozenset({"move", "recall"}),
    "amount": frozenset(
        {
            "play", "finalize", "spend", "use", "damage", "might", "becomes", "discard", "stun", "attack", "defend",
            "move", "burn", "gain", "lose", "channel", "xp", "add", "predict", "shuffle", "turn-starts",
        }
    ),
    "other": frozenset({"attach", "detach", "choose", "damage", "counter"}),
}  # fmt: skip
ANYTHING: Final = "any"
MOST_SHOWN: Final = 60


class Happenings:
    """Holds events of the log against entries of `events` and `no-events`."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast

    def check(self, entry: Node) -> None:
        """Refuse an entry with an unknown word, also where no event is held against it.

        :raises ScenarioFault: if it has one.
        """
        if isinstance(entry.value, str):
            entry.one_of(EVENT_WORDS)
            return
        kinds = [key for key in entry.keys({*EVENT_WORDS, *MORE}) if key in EVENT_WORDS]
        if len(kinds) != 1:
            raise entry.fault(f"an event has one verb of {', '.join(sorted(EVENT_WORDS))}")
        self._read_subject(entry.at(kinds[0]), kinds[0])
        for key in entry.value:
            if key in HAVE and kinds[0] not in HAVE[key]:
                raise entry.at(key).fault(f"the event {kinds[0]} has no {key}, so this says nothing")
            if key in READ:
                READ[key](self, entry.at(key))

    def _read_subject(self, node: Node, kind: str) -> None:
        """Refuse a subject that the events of a kind never have."""
        if node.value == ANYTHING:
            return
        if kind == "phase":
            node.one_of(PHASES)
            return
        word = node.text()
        if PLAYER_WORD.fullmatch(word):
            self.cast.seat(node)
            wrong = kind not in OF_PLAYER
        elif self.cast.place(node, word, 0) >= 0:
            wrong = kind not in OF_FIELD
        else:
            self.cast.here(node, ability_owner(word), tokens=True)
            wrong = kind in NOT_OF_THING
        if wrong:
            wanted = "a player" if kind in OF_PLAYER else "a battlefield" if kind in OF_FIELD else "a card or token"
            raise node.fault(f"the subject of {kind} is {wanted}; it is {node.shown()}")

    def fits(self, entry: Node, event: Event) -> bool:
        """Tell whether an event is the one of an entry: its kind, its subject, and every other key.

        :raises ScenarioFault: if the entry says something unknown.
        """
        if isinstance(entry.value, str):
            return EVENT_WORDS[entry.one_of(EVENT_WORDS)] == event.kind
        keys = list(entry.value)
        kind = next(key for key in keys if key in EVENT_WORDS)
        subject = entry.at(kind)
        if event.kind != EVENT_WORDS[kind] or not self._subject(subject, event):
            return False
        return all(self._beside(entry.at(key), key, event) for key in keys if key in MORE)

    def _beside(self, node: Node, key: str, event: Event) -> bool:
        if key == "by":
            return self._by(event, self.cast.seat(node))
        if key == "amount":
            return event.amount == node.number(-99)
        if key == "other":
            return self._is(node, event.other) if node.value != ANYTHING else event.other != w.NOBODY
        loc = self.cast.location(node, max(event.player, 0))
        return loc == (event.loc if key == "at" else event.origin)

    def _by(self, event: Event, player: int) -> bool:
        # Of a victory the player is a team.
        return event.player == (self.cast.s.team[player] if event.kind == w.E_WIN else player)

    def _subject(self, node: Node, event: Event) -> bool:
        if node.value == ANYTHING:
            return True
        if event.kind == w.E_WIN:
            return self._by(event, self.cast.seat(node))
        if event.kind == w.E_PHASE:
            return PHASES[event.amount] == node.one_of(PHASES)
        if event.snap is not None:
            snap = event.snap
            thing = Thing(CARD, snap.card) if snap.card >= 0 else Thing(TOKEN, snap.ref)
            return self._word(node, thing, snap.d.name)
        return self._is(node, event.subject)

    def _is(self, node: Node, ref: int) -> bool:
        if ref == w.NOBODY:
            return False
        thing = self.cast.meant(ref)
        return self._word(node, thing, self.cast.name_of(thing))

    def _word(self, node: Node, thing: Thing, name: str) -> bool:
        word = node.text()
        if self.cast.player(word) >= 0:
            return thing.kind == PLAYER and self.cast.player(word) == thing.number
        if thing.kind == TOKEN and self.cast.canonical(word) in {name, *self.cast.former.get(thing.number, ())}:
            return True
        return self.cast.matches(node, word, thing, -1)

    def words(self, log: list[Event]) -> str:
        """Return events in words, the last ones if they are many."""
        kinds = {value: key for key, value in EVENT_WORDS.items()}
        lines = [f"{kinds[event.kind]} ({event_words(self.cast.s, event, EVERYTHING)})" for event in log]
        dropped = len(lines) - MOST_SHOWN
        shown = lines[-MOST_SHOWN:]
        return ("... " if dropped > 0 else "") + ("; ".join(shown) or "none")


def _read_other(seen: Happenings, node: Node) -> None:
    if node.value != ANYTHING:
        read_seat_or_thing(seen.cast, node, node.text(), 0)


READ: Final[dict[str, Callable[[Happenings, Node], object]]] = {
    "by": lambda seen, node: seen.cast.seat(node),
    "at": lambda seen, node: seen.cast.location(node, 0),
    "from": lambda seen, node: seen.cast.location(node, 0),
    "amount": lambda seen, node: node.number(-99),
    "other": _read_other,
}
