"""The polarity of a text for its targets: harm, help or neither, derived once from the effects its verbs declare.

A policy aims harm at enemies and help at its own. What a text is for beyond that it does not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.heads import CardAbilities
from riftcheck.carddb.abilities.instructions import VERBS, Deal, Discard, Effect, Give, Split
from riftcheck.carddb.abilities.loader import abilities_of
from riftcheck.carddb.abilities.phrases import Controlled, Number, Scaled, Selector, TraitOf
from riftcheck.carddb.abilities.traversal import lines_in
from riftcheck.engine.compile.keywords import KEYWORD_TEXTS
from riftcheck.engine.model.scripts import DESTINATION, MODES, TARGETS, Step

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.carddb.abilities.instructions import Instruction
    from riftcheck.engine.model.scripts import Script

HARM: Final = -1
HELP: Final = 1
NEITHER: Final = 0

# The steps of a script that only choose.
CHOOSING: Final = frozenset({Step.TARGETS, Step.CHOICE})


@dataclass(frozen=True, slots=True)
class Polarity:
    """The polarity of a text: for each opening of its script harm, help or neither, then as a whole.

    `verbs` are its instructions, by the class of their nodes. `gains`: it is worth using for itself. `fights`: it does
    nothing that lasts, so it is kept for combat. `takes`: what is picked for it is taken away from its owner. `amount`
    is the damage, or the Might given or taken, where it is a fixed number, else 0. `aimed`: something is chosen for it
    as it is finalized. `thrown`: it deals as much damage as the energy of a card that is discarded for it.
    """

    openings: tuple[int, ...]
    whole: int
    verbs: frozenset[type[Instruction]]
    gains: bool
    fights: bool
    takes: bool
    amount: int
    aimed: bool
    thrown: bool = False


def effect_of(act: type[Instruction] | Step) -> Effect:
    """Return the effect of an operation of a script, as its verb declares it; none for a step between instructions."""
    return Effect.NONE if isinstance(act, Step) else VERBS[act].effect


def sign_of(effect: Effect, *, takes_might: bool, destination: bool) -> int:
    """Return harm, help or neither; of what hangs on the text, it `takes_might` or has a `destination` to choose."""
    if Effect.HARM in effect or (Effect.BY_MIGHT in effect and takes_might):
        return HARM
    if Effect.HELP in effect or Effect.BY_MIGHT in effect:
        return HELP
    if Effect.BY_DESTINATION in effect:
        return HELP if destination else HARM
    return NEITHER


class PolarityTable:
    """The polarities of the texts of a database, each judged when it is first asked for."""

    def __init__(self, db: CardDatabase) -> None:
        self.db = db
        self.known: dict[str, Polarity] = {}
        # The cards whose abilities are already in the tables below.
        self.read: set[str] = set()
        # What the abilities of a card are worth while it is on the board, by its name, as `position` judges it.
        self.lasting: dict[str, int] = {}
        # Texts that take Might: cards, and keywords by the keys of their scripts.
        self.taking: set[str] = set()
        self.amounts: dict[str, int] = {}
        self.throwing: set[str] = set()
        # Cards that stay and hurt units unaimed: True where only those of their own player.
        self.sweeping: dict[str, bool] = {}
        for keyword, ability in KEYWORD_TEXTS.items():
            self._read(f"keyword/{keyword}", CardAbilities(keyword, abilities=(ability,)))

    def _read_card(self, name: str) -> None:
        """Read the abilities of a card of the database, unless they have been read already."""
        if name in self.read:
            return
        card = self.db.by_name.get(name)
        text = None if card is None else abilities_of(self.db, card)
        if text is not None:
            self._read(name, text)
        self.read.add(name)

    def sweeps(self, name: str) -> bool | None:
        """Return True if a permanent harms, without targets, only its player's units; False if all units; else None."""
        self._read_card(name)
        return self.sweeping.get(name)

    def _read(self, name: str, text: CardAbilities) -> None:
        """Note the damage of a card and how it is dealt, and the Might that it gives or takes."""
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
                    self.taking.add(name)
            elif isinstance(line, Give) and isinstance(line.might, Scaled) and line.might.by < 0:
                self.taking.add(name)

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
        self._read_card(name)
        text = "/".join(script.key.split("/")[:2]) if script.key.startswith("keyword/") else name
        takes_might = text in self.taking
        destination = any(opening.kind == DESTINATION for opening in script.openings)
        judged: list[int] = []
        waiting: list[int] = []
        whole = NEITHER
        for act in script.acts:
            if act is Step.TARGETS:
                waiting.append(len(judged))
                judged.append(NEITHER)
                continue
            sign = sign_of(effect_of(act), takes_might=takes_might, destination=destination)
            if sign:
                whole = whole or sign
                for place in waiting:
                    judged[place] = sign
                waiting = []
        signs_of = iter(judged)
        effects = {act: effect_of(act) for act in script.acts}
        return Polarity(
            tuple(next(signs_of, whole) if opening.kind == TARGETS else NEITHER for opening in script.openings),
            whole,
            frozenset(act for act in script.acts if not isinstance(act, Step)),
            gains=any(Effect.GAIN in effect for effect in effects.values()),
            fights=all(Effect.FIGHT in effect or act in CHOOSING for act, effect in effects.items()),
            takes=any(Effect.TAKE in effect for effect in effects.values()),
            amount=self.amounts.get(text, 0),
            aimed=any(opening.kind in (TARGETS, MODES) for opening in script.openings),
            thrown=name in self.throwing,
        )
