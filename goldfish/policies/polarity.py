"""What a text does to what it is aimed at: harm, help or neither. Judged once from its compiled instructions.

A policy aims harm at enemies and help at its own. What a text is for beyond that it does not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.instructions import Deal, Discard, Give, Split
from riftcheck.carddb.abilities.loader import abilities_of
from riftcheck.carddb.abilities.phrases import Controlled, Number, Selector, TraitOf
from riftcheck.carddb.abilities.traversal import lines_in
from riftcheck.engine.model.scripts import DESTINATION, MODES, TARGETS

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.carddb.abilities.heads import CardAbilities
    from riftcheck.engine.model.scripts import Script

HARM: Final = -1
HELP: Final = 1
NEITHER: Final = 0

# The names of compiled instructions, as `riftcheck.engine.model.scripts.Script.texts` has them.
HARMING: Final = frozenset(
    {"deal", "split", "fight", "Kill", "Banish", "Return", "Stun", "Exhaust", "Recall", "take control", "counter"}
)
HELPING: Final = frozenset({"Buff", "Ready", "Heal", "Empower", "attach", "double"})
# What is worth an ability by itself, whatever it is aimed at.
GAINING: Final = frozenset({"draw", "channel", "play", "play token", "xp", "score", "win", "extra turn", "look"})
# What only matters while units fight.
FIGHTING: Final = frozenset({"give", "double", "prevent", "Heal"})
CHOOSING: Final = frozenset({"targets", "pick"})


@dataclass(frozen=True, slots=True)
class Polarity:
    """How a text is judged: for each opening of its script harm, help or neither, then as a whole.

    `verbs` are its instructions; `amount` the damage, or the Might given or taken, where it is a fixed number, else 0.
    `thrown`: it deals as much damage as the energy of a card that is discarded for it.
    """

    openings: tuple[int, ...]
    whole: int
    verbs: frozenset[str]
    amount: int
    aimed: bool
    thrown: bool = False

    @property
    def gains(self) -> bool:
        """Whether it is worth using for itself: it draws, channels, scores or puts something on the board."""
        return not GAINING.isdisjoint(self.verbs)

    @property
    def fights(self) -> bool:
        """Whether it does nothing that lasts, so that it is kept for combat."""
        return not self.verbs - FIGHTING - CHOOSING - {"note"}


class PolarityTable:
    """The polarities of the texts of a database, each judged when it is first asked for."""

    def __init__(self, db: CardDatabase) -> None:
        self.known: dict[str, Polarity] = {}
        self.taking: dict[str, int] = {}
        self.amounts: dict[str, int] = {}
        self.throwing: set[str] = set()
        # Cards that stay and hurt units unaimed: True where only those of their own player.
        self.sweeping: dict[str, bool] = {}
        for card in db.cards:
            text = abilities_of(db, card)
            if text is not None:
                self._read(card.name, text)

    def _read(self, name: str, text: CardAbilities) -> None:
        """Note what damage a card deals and how, and what Might it gives or takes."""
        for line in lines_in(text.abilities):
            if isinstance(line, Deal):
                self._sweeps(name, line.to)
        thrown: set[str | None] = set()
        for line in lines_in((text.do, text.abilities)):
            if isinstance(line, Discard):
                thrown.add(line.into)
            elif isinstance(line, (Deal, Split)) and isinstance(line.amount, Number):
                self.amounts.setdefault(name, line.amount.value)
            elif isinstance(line, Deal):
                self._throws(name, line.amount, thrown)
            elif isinstance(line, Give) and isinstance(line.might, Number):
                self.amounts.setdefault(name, abs(line.might.value))
                if line.might.value < 0:
                    self.taking[name] = line.might.value

    def _throws(self, name: str, amount: object, thrown: set[str | None]) -> None:
        """Note a card that deals as much as the energy of a card that it has discarded."""
        if isinstance(amount, TraitOf) and amount.trait == "energy" and amount.ref.name in thrown:
            self.throwing.add(name)

    def _sweeps(self, name: str, to: object) -> None:
        """Note a card whose ability deals damage to all units of its player, or to all at battlefields."""
        if not isinstance(to, Selector) or to.mode != "all" or "unit" not in to.nouns:
            return
        if any(isinstance(test, Controlled) and test.who == "you" and not test.negated for test in to.tests):
            self.sweeping[name] = True
        elif not to.tests and to.place is not None and to.place.kind == "battlefield":
            self.sweeping[name] = False

    def of(self, script: Script, name: str) -> Polarity:
        """Return the polarity of a script of the card of that name."""
        found = self.known.get(script.key)
        if found is None:
            found = self.known[script.key] = self._judge(script, name)
        return found

    def _judge(self, script: Script, name: str) -> Polarity:
        giving = HARM if name in self.taking else HELP
        moving = HELP if any(opening.kind == DESTINATION for opening in script.openings) else HARM
        signs = {"give": giving, "move": moving}
        judged: list[int] = []
        waiting: list[int] = []
        whole = NEITHER
        for text in script.texts:
            if text == "targets":
                waiting.append(len(judged))
                judged.append(NEITHER)
                continue
            sign = HARM if text in HARMING else HELP if text in HELPING else signs.get(text, NEITHER)
            if sign:
                whole = whole or sign
                for place in waiting:
                    judged[place] = sign
                waiting = []
        signs_of = iter(judged)
        openings = tuple(next(signs_of, whole) if opening.kind == TARGETS else NEITHER for opening in script.openings)
        aimed = any(opening.kind in (TARGETS, MODES) for opening in script.openings)
        return Polarity(
            openings, whole, frozenset(script.texts), self.amounts.get(name, 0), aimed, name in self.throwing
        )
