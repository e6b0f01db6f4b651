"""The kind of event that a sentence is about, and the groups of kinds that the engine treats alike."""

from __future__ import annotations

from typing import Final

from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.compile.core.subjects import Unsupported
from riftcheck.engine.model import constants as w

VERBS: Final[dict[str, int]] = {
    "play": w.E_PLAY,
    "conquer": w.E_CONQUER,
    "hold": w.E_HOLD,
    "score": w.E_SCORE,
    "attack": w.E_ATTACK,
    "defend": w.E_DEFEND,
    "move": w.E_MOVE,
    "die": w.E_DIE,
    "kill": w.E_DIE,
    "phase starts": w.E_PHASE,
    "turn starts": w.E_TURN_STARTS,
    "turn ends": w.E_TURN_ENDS,
    "choose": w.E_CHOOSE,
    "win combat": w.E_WIN_COMBAT,
    "lose combat": w.E_LOSE_COMBAT,
    "combat ends": w.E_COMBAT_ENDS,
    "combat starts": w.E_COMBAT_STARTS,
    "showdown starts": w.E_SHOWDOWN_STARTS,
    "dealt damage": w.E_DAMAGE,
    "deal damage": w.E_DAMAGE,
    "becomes": w.E_BECOMES,
    "might becomes": w.E_MIGHT,
    "discard": w.E_DISCARD,
    "recycle": w.E_RECYCLE,
    "stun": w.E_STUN,
    "buff": w.E_BUFF,
    "ready": w.E_READY,
    "exhaust": w.E_EXHAUST,
    "attach": w.E_ATTACH,
    "detach": w.E_DETACH,
    "use": w.E_USE,
    "hide": w.E_HIDE,
    "draw": w.E_DRAW,
    "banish": w.E_BANISH,
    "burn": w.E_BURN,
    "spend buff": w.E_SPEND_BUFF,
    "return": w.E_RETURN,
    "leave": w.E_LEAVE,
    "gain points": w.E_GAIN,
    "lose points": w.E_LOSE,
    "channel": w.E_CHANNEL,
    "counter": w.E_COUNTER,
    "empower": w.E_EMPOWER,
    "gain xp": w.E_XP,
    "heal": w.E_HEAL,
    "enter": w.E_ENTER,
    "put into trash": w.E_PUT_TRASH,
    "recall": w.E_RECALL,
    "recalled after a tie": w.E_TIE_RECALL,
    "given less might": w.E_WEAKEN,
    "look at": w.E_LOOK,
    "reveal": w.E_REVEAL,
}
# The states whose beginning is an event.
BECOMING: Final = {
    "mighty": w.E_BECOMES,
    "ready": w.E_READY,
    "exhausted": w.E_EXHAUST,
    "stunned": w.E_STUN,
    "buffed": w.E_BUFF,
    "empowered": w.E_EMPOWER,
}
PHASES: Final = {
    "awaken": w.AWAKEN,
    "beginning": w.BEGINNING,
    "channel": w.CHANNEL,
    "draw": w.DRAW,
    "main": w.MAIN,
    "ending": w.ENDING,
    "beginning step": w.BEGINNING_STEP,
    "scoring step": w.SCORING_STEP,
    "ending step": w.ENDING_STEP,
    "expiration step": w.EXPIRATION_STEP,
}
# The phases whose start is told to what waits for it; of the others and of steps and turns only the whole is an event.
STARTING: Final = frozenset({w.BEGINNING, w.CHANNEL, w.DRAW, w.MAIN})
# Events of which a permanent's own card or object is the subject: "when I die", "when you discard me" (CR 385, 808).
OWN_KINDS: Final = frozenset({w.E_DIE, w.E_LEAVE, w.E_DISCARD, w.E_BANISH, w.E_RETURN, w.E_PUT_TRASH, w.E_RECYCLE})
# The acts of which the parts are events of their own; the others publish one event for all that they act on.
IN_PARTS: Final = frozenset(
    {w.E_MOVE, w.E_STUN, w.E_DISCARD, w.E_DIE, w.E_READY, w.E_BURN, w.E_DRAW, w.E_ATTACK, w.E_DEFEND}
)


def kind_of(event: p.Event) -> int:
    """Return the kind of event that a sentence is about; Finalize where it counts plays (CR 420.4.b).

    :raises Unsupported: if the engine has no event for it.
    """
    if event.verb == "spend":
        return _spending(event)
    found = BECOMING.get(event.word or "") if event.verb == "becomes" else VERBS.get(event.verb)
    if found is None:
        message = f"the event {event.verb}" + (f" {event.word}" if event.verb == "becomes" else "")
        raise Unsupported(message)
    return found


def _spending(event: p.Event) -> int:
    """Return Finalize, which tells the energy paid for a card: of a play that is undone nothing was spent (CR 358.5).

    :raises Unsupported: where it is not the energy that is asked for.
    """
    if not (event.word or "").endswith(" energy"):
        message = f"spending {event.word}"
        raise Unsupported(message)
    return w.E_FINALIZE


def has_start(event: p.Event) -> bool:
    """Tell whether the engine tells a sentence's event: not the start of a turn, a step or a silent phase."""
    if event.verb != "phase starts":
        return event.verb != "turn starts"
    return PHASES.get((event.word or "").removeprefix("first "), -1) in STARTING


def is_own(event: p.Event) -> bool:
    """Tell whether the sentence is about the source itself leaving: matched from before it left."""
    return isinstance(event.thing, p.Ref) and event.thing.name in ("me", "this") and kind_of(event) in OWN_KINDS


def is_grouped(event: p.Event) -> bool:
    """Tell whether acts on several things are one event of a sentence: "one or more", or a player's move (CR 144.3)."""
    if kind_of(event) not in IN_PARTS:
        return False
    if event.verb == "move" and event.who is not None and event.thing is None:
        return True
    many = isinstance(event.thing, p.Selector) and event.thing.mode == "bare" and event.thing.high is None
    return event.one_or_more or many


def label_of(event: p.Event, deathknell: bool) -> int:
    """Return the label of a trigger (CR 383.4): an event kind plus one, 0 for none."""
    mine = isinstance(event.thing, p.Ref) and event.thing.name in ("me", "this")
    if deathknell:
        return w.E_DIE + 1
    if event.verb == "play" and mine:
        return w.E_PLAY + 1
    if event.verb in ("conquer", "hold"):
        return kind_of(event) + 1
    if event.verb in ("attack", "defend") and mine:
        return kind_of(event) + 1
    return 0
