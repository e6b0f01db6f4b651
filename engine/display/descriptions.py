"""Words for a game: stable keys of options, questions, the log, and the board at a terminal of 80 columns.

Keys are what scenarios and scripts match: they change only with a decision, never with the wording for people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.layers import might
from riftcheck.engine.display.board_text import describe_board
from riftcheck.engine.display.names import (
    EVERYTHING,
    PHASES,
    SPECTATOR,
    UNKNOWN,
    capital,
    item_name,
    location_key,
    location_words,
    player_words,
    ref_name,
    snap_name,
)
from riftcheck.engine.display.prompts import decision_words
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.definitions import tag_names
from riftcheck.engine.model.references import card_def
from riftcheck.engine.playing.options import hide_prices
from riftcheck.engine.playing.plays import WAY_CHAMPION, WAY_FACEDOWN, WAY_FLOW, WAY_HAND, WAY_PERMISSION, WAY_STEP

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Decision, Option
    from riftcheck.engine.model.objects import Event, Obj
    from riftcheck.engine.model.state import State

__all__ = ["decision_words", "describe_board", "event_words", "option_key", "option_keys", "option_words"]

# --- options ----------------------------------------------------------------------------------------------------------

PLAIN_KEYS: Final = {w.O_PASS: "pass", w.O_END: "end turn", w.O_YES: "yes", w.O_NO: "no"}
PLAIN_WORDS: Final = {w.O_PASS: "Pass", w.O_END: "End the turn", w.O_YES: "Yes", w.O_NO: "No"}
# The verb of an option's key, by the kind of decision.
VERBS: Final = {
    w.D_MULLIGAN: "mulligan",
    w.D_TARGET: "target",
    w.D_PICK: "pick",
    w.D_MOVE: "move",
    w.D_ASSIGN: "damage",
    w.D_COST: "pay with",
    w.D_BATTLEFIELD: "battlefield",
    w.D_REPLACE: "replace for",
    w.D_ORDER: "next",
}
CHOOSE: Final = "choose"
# The text of the question for a tag; that for a card says of which kind.
TAG: Final = "tag"
# The text of the question which of several events at once an ability triggered on.
INSTANCE: Final = "instance"
WAYS: Final = {
    WAY_HAND: "",
    WAY_CHAMPION: " from the champion zone",
    WAY_FACEDOWN: " from facedown",
    WAY_FLOW: " with Flow",
    WAY_PERMISSION: " by permission",
}
COUNTED: Final = {w.O_MODE: "mode", w.O_PLAN: "plan"}


def option_keys(s: State) -> list[str]:
    """Return the keys of the options of the decision at hand, in order and each once; empty if nothing is asked."""
    decision = s.decision
    if decision is None:
        return []
    taken: set[str] = set()
    keys: list[str] = []
    for option in decision.options:
        plain = key = _plain_key(s, decision, option)
        number = 1
        while key in taken:
            number += 1
            key = f"{plain} ({number})"
        taken.add(key)
        keys.append(key)
    return keys


def option_key(s: State, option: Option) -> str:
    """Return the key of one option of the decision at hand, such as `play Void Seeker` or `target Poro (2)`.

    :raises ValueError: if that is not an option now.
    """
    if s.decision is None or option not in s.decision.options:
        raise ValueError(f"{option} is not among the options of the decision at hand.")
    return option_keys(s)[s.decision.options.index(option)]


def _plain_key(s: State, decision: Decision, option: Option) -> str:
    kind, subject, detail = option
    player = decision.player
    if kind in PLAIN_KEYS:
        return PLAIN_KEYS[kind]
    if kind in COUNTED:
        return f"{COUNTED[kind]} {subject + 1}"
    if kind == w.O_NUMBER:
        return f"name {_name(s, decision, subject)}" if decision.kind == w.D_NAME else f"number {subject}"
    if kind == w.O_PLAY:
        return f"play {card_def(s, subject).name}{WAYS[detail % WAY_STEP]}"
    if kind == w.O_HIDE:
        place = location_key(s, detail % w.HIDE_PRICE, player)
        return f"hide {card_def(s, subject).name} at {place}{_hide_price(s, player, subject, detail)}"
    if kind == w.O_ACTIVATE:
        return f"use {ref_name(s, subject, player)}{_ability_number(s, subject, detail)}"
    return _place_key(s, decision, option)


def _name(s: State, decision: Decision, number: int) -> str:
    """Return the tag or the card that is named."""
    return tag_names(s.pool)[number] if decision.text == TAG else s.pool.defs[number].name


def _ability_number(s: State, oid: int, number: int) -> str:
    """Return the ordinal of an object's activated ability, empty for an only one; `number` is its place among all."""
    own = [place for place, (env, _) in enumerate(get_index(s).activated) if env.me == oid]
    return f", ability {own.index(number) + 1}" if len(own) > 1 and number in own else ""


def _hide_price(s: State, player: int, card: int, detail: int) -> str:
    """Return the price of hiding in words, empty for the first price."""
    if detail < w.HIDE_PRICE:
        return ""
    energy, power = hide_prices(s, player, card)[detail // w.HIDE_PRICE]
    return f" for {energy} energy and {len(power)} power"


def _place_key(s: State, decision: Decision, option: Option) -> str:
    kind, subject, _ = option
    player = decision.player
    if kind == w.O_MOVE:
        return f"move to {location_key(s, subject, player)}"
    if kind == w.O_LOCATION:
        return f"at {location_key(s, subject, player)}"
    if kind == w.O_PLAYER:
        return player_words(subject)
    if kind == w.O_INVITE:
        return f"invite {player_words(subject)}"
    verb = VERBS.get(decision.kind, CHOOSE)
    if kind == w.O_ITEM:
        return f"{verb} {_waiting_name(s, decision, subject)}"
    if w.REF_LOCATION <= subject < w.FIRST_ID:
        return f"{verb} {location_key(s, subject - w.REF_LOCATION, player)}"
    return f"{verb} {ref_name(s, subject, player, shown=True)}"


def _waiting_name(s: State, decision: Decision, number: int) -> str:
    mine = [item for item in s.triggered if item.you == decision.player]
    if not 0 <= number < len(mine):
        return f"item {number + 1}"
    item = mine[number]
    if decision.text != INSTANCE:
        return item_name(item)
    snap = item.snaps.get(item.it)
    return ref_name(s, item.it, decision.player) if snap is None else snap_name(snap, decision.player)


def option_words(s: State, option: Option) -> str:
    """Return one option of the decision at hand in words for people.

    :raises ValueError: if nothing is asked.
    """
    decision = s.decision
    if decision is None:
        raise ValueError("nothing is asked now, so there are no options.")
    kind, subject, detail = option
    player = decision.player
    if kind in PLAIN_WORDS:
        return PLAIN_WORDS[kind]
    if kind == w.O_MOVE:
        return f"Move to {location_words(s, subject, player)}"
    if kind == w.O_LOCATION:
        return f"At {location_words(s, subject, player)}"
    if kind == w.O_HIDE:
        place = location_words(s, detail % w.HIDE_PRICE, player)
        return f"Hide {card_def(s, subject).name} at {place}{_hide_price(s, player, subject, detail)}"
    if decision.kind == w.D_REPLACE and kind == w.O_REF:
        return capital(f"{_plain_key(s, decision, option)}, by {s.pool.defs[detail // w.REPLACE_PLACES].name}")
    if kind == w.O_REF and subject in s.board:
        return capital(f"{_plain_key(s, decision, option)}: {_where(s, s.board[subject], player)}")
    return capital(_plain_key(s, decision, option))


def _where(s: State, o: Obj, viewer: int) -> str:
    parts = [f"of {player_words(o.controller)}"] if o.controller >= 0 else []
    if o.loc >= 0 and not o.d.types & w.BATTLEFIELD:
        parts.append(f"at {location_words(s, o.loc, viewer)}")
    if o.d.types & w.UNIT and not o.facedown:
        parts.append(f"{might(s, o)} Might")
    return ", ".join(parts) or "nobody's"


# --- the log ----------------------------------------------------------------------------------------------------------

# {who}: the player; {it}: the subject; {other}; {at} and {origin}: places; {n}: the amount; {power}: of a payment.
EVENTS: Final = {
    w.E_PLAY: "{who} plays {it}",
    w.E_FINALIZE: "{it} is finalized",
    w.E_CONQUER: "{who} conquers {at}",
    w.E_HOLD: "{who} holds {at}",
    w.E_ATTACK: "{it} attacks at {at}",
    w.E_DEFEND: "{it} defends at {at}",
    w.E_MOVE: "{it} moves from {origin} to {at}",
    w.E_DIE: "{it} dies",
    w.E_TURN_ENDS: "the turn of {who} ends",
    w.E_CHOOSE: "{who} chooses {it}",
    w.E_WIN_COMBAT: "{who} wins the combat at {at}",
    w.E_LOSE_COMBAT: "{who} loses the combat at {at}",
    w.E_COMBAT_ENDS: "the combat at {at} ends",
    w.E_COMBAT_STARTS: "a combat starts at {at}",
    w.E_SHOWDOWN_STARTS: "a showdown starts at {at}",
    w.E_DAMAGE: "{it} takes {n} damage",
    w.E_BECOMES: "{it} changes",
    w.E_MIGHT: "the Might of {it} changes by {n}",
    w.E_DISCARD: "{who} discards {it}",
    w.E_STUN: "{it} is stunned",
    w.E_BUFF: "{it} is buffed",
    w.E_READY: "{it} is readied",
    w.E_EXHAUST: "{it} is exhausted",
    w.E_ATTACH: "{it} is attached to {other}",
    w.E_DETACH: "{it} is detached from {other}",
    w.E_LOOK: "{who} looks at {it}",
    w.E_REVEAL: "{who} reveals {it}",
    w.E_USE: "{who} uses {it}",
    w.E_HIDE: "{who} hides {it} at {at}",
    w.E_DRAW: "{who} draws {it}",
    w.E_BANISH: "{it} is banished",
    w.E_BURN: "{who} burns {n} card(s)",
    w.E_SPEND_BUFF: "a buff on {it} is spent",
    w.E_RETURN: "{it} returns to its owner",
    w.E_LEAVE: "{it} leaves the board",
    w.E_GAIN: "{who} gains {n} point(s)",
    w.E_LOSE: "{who} loses {n} point(s)",
    w.E_CHANNEL: "{who} channels {n} rune(s)",
    w.E_COUNTER: "{it} is countered",
    w.E_EMPOWER: "{it} is empowered",
    w.E_XP: "{who} gains {n} XP",
    w.E_HEAL: "{it} is healed",
    w.E_ENTER: "{it} enters at {at}",
    w.E_PUT_TRASH: "{it} is put into the trash",
    w.E_RECALL: "{it} is recalled",
    w.E_TIE_RECALL: "{it} is recalled after a tie",
    w.E_SPEND: "{who} spends {n} energy and {power} power",
    w.E_BURN_OUT: "{who} burns out",
    w.E_ADD: "{who} adds {n} energy and power",
    w.E_CONTROL: "{who} takes control of {it}",
    w.E_TURN_STARTS: "the turn of {who} starts",
    w.E_PASS: "{who} passes",
    w.E_SHUFFLE: "{who} shuffles",
    w.E_PREDICT: "{who} predicts",
    w.E_WIN: "the game is over: {who} wins",
    w.E_REMOVED: "{who} is out of the game",
    w.E_SCORE: "{who} scores {at}",
    w.E_WEAKEN: "{it} is given {n} less Might",
    w.E_ACTIVATE: "an ability of {it} is finalized",
    w.E_RECYCLE: "{who} recycles {it}",
    w.E_PHASE: "phase: {phase}",
}
# Of a legend, which is at no location (CR 107.4.b).
TO_LEGENDS: Final = "{it} joins the legend of {who}"
# Only the player who did it saw the card; what has become of it since tells nobody else.
PRIVATE: Final = frozenset({w.E_DRAW, w.E_HIDE, w.E_LOOK, w.E_PREDICT})
# Everybody saw the card, wherever it is now.
OPEN: Final = frozenset({w.E_REVEAL, w.E_DISCARD, w.E_PLAY, w.E_PUT_TRASH, w.E_BANISH, w.E_RETURN})


def event_words(s: State, event: Event, viewer: int | None = None) -> str:
    """Return an event of the log as a viewer may read it; None is a spectator, EVERYTHING hides nothing."""
    eye = SPECTATOR if viewer is None else viewer
    joins = event.kind == w.E_ENTER and event.loc == w.NOBODY
    words = (TO_LEGENDS if joins else EVENTS[event.kind]).replace("(s)", "" if event.amount == 1 else "s")
    return words.format(
        who=_winners(s, event.player) if event.kind == w.E_WIN else player_words(event.player),
        it=_subject_words(s, event, eye),
        other=ref_name(s, event.other, eye),
        at=location_words(s, event.loc, eye),
        origin=location_words(s, event.origin, eye),
        n=event.amount,
        power=event.origin,
        phase=PHASES[event.amount] if 0 <= event.amount < len(PHASES) else "none",
    )


def _winners(s: State, team: int) -> str:
    return " and ".join(player_words(player) for player, its in enumerate(s.team) if its == team)


def _subject_words(s: State, event: Event, eye: int) -> str:
    if event.snap is not None:
        return snap_name(event.snap, eye)
    if event.subject == w.NOBODY:
        return UNKNOWN
    if event.kind not in PRIVATE:
        # A rune that pays is recycled from the board, for all to see; `amount` is then -1.
        shown = event.kind in OPEN or (event.kind == w.E_RECYCLE and event.amount < 0)
        return ref_name(s, event.subject, eye, shown=shown)
    if eye in (event.player, EVERYTHING):
        return ref_name(s, event.subject, eye, shown=True)
    return UNKNOWN if event.subject < w.NOBODY or event.subject >= w.FIRST_ID else player_words(event.subject)
