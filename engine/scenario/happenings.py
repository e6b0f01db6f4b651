"""Events as scenarios say them: `{die: Bruiser, by: p2}`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import words as w
from engine.describe import event_words
from engine.naming import EVERYTHING, PHASES
from engine.scenario.cast import CARD, PLAYER, TOKEN, Thing

if TYPE_CHECKING:
    from engine.objects import Event
    from engine.scenario.cast import Cast
    from engine.scenario.reading import Node

EVENT_WORDS: Final = {
    name[2:].lower().replace("_", "-"): value
    for name, value in vars(w).items()
    if name.startswith("E_") and isinstance(value, int)
}
MORE: Final = frozenset({"by", "at", "from", "amount", "other"})
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
        for key in (kinds[0], "other"):
            if not entry.has(key) or entry.at(key).value in (ANYTHING, None) or kinds[0] == "phase":
                continue
            word = entry.at(key).text()
            if self.cast.player(word) < 0 and self.cast.place(word, 0) < 0:
                self.cast.things(entry.at(key), word.removeprefix("ability of "))

    def fits(self, entry: Node, event: Event) -> bool:
        """Whether an event is what an entry says: its kind, its subject, and whatever stands beside.

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
            return event.player == node.player()
        if key == "amount":
            return event.amount == node.number(-99)
        if key == "other":
            return self._is(node, event.other)
        loc = self.cast.place(node.value, event.player)
        if loc < 0:
            raise node.fault(f"no place {node.shown()}; places are base, p2 base, battlefield 1, and their names")
        return loc == (event.loc if key == "at" else event.origin)

    def _subject(self, node: Node, event: Event) -> bool:
        if node.value in (ANYTHING, None):
            return True
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
        if thing.kind == TOKEN and word == name:
            return True
        return self.cast.matches(node, word, thing, -1)

    def words(self, log: list[Event]) -> str:
        """Return events in words, the last ones if they are many."""
        kinds = {value: key for key, value in EVENT_WORDS.items()}
        lines = [f"{kinds[event.kind]} ({event_words(self.cast.s, event, EVERYTHING)})" for event in log]
        dropped = len(lines) - MOST_SHOWN
        shown = lines[-MOST_SHOWN:]
        return ("... " if dropped > 0 else "") + ("; ".join(shown) or "none")
