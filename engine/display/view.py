"""The view of a player: a document of all that they may know of a game (CR 128).

A card in a hidden zone is only counted. Cards that a viewer may see away from the board have numbers, never those of
the engine, which would tell one copy from another after a shuffle: numbers of the view alone, in the order in which it
names them, or those of a `Numbering`, by which a viewer recognizes a card in later views as long as they can follow it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.actions.resources import victory_score
from riftcheck.engine.board.layers import keyword_values, keywords, might
from riftcheck.engine.display.descriptions import decision_words, option_keys, option_words
from riftcheck.engine.display.names import (
    DOMAINS,
    FACEDOWN,
    PHASES,
    SPECTATOR,
    choices_of,
    item_name,
    item_of,
    may_know,
    may_see,
)
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, I_TRIGGER
from riftcheck.engine.model.objects import Loc
from riftcheck.engine.model.references import any_card, card_def, losses
from riftcheck.engine.model.scripts import DESTINATION, MODES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.decisions import Decision, Option
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State

TYPES: Final = (
    (w.UNIT, "unit"),
    (w.GEAR, "gear"),
    (w.SPELL, "spell"),
    (w.RUNE, "rune"),
    (w.LEGEND, "legend"),
    (w.BATTLEFIELD, "battlefield"),
)
KINDS: Final = {
    w.D_MULLIGAN: "mulligan",
    w.D_MAIN: "main",
    w.D_PRIORITY: "priority",
    w.D_FOCUS: "focus",
    w.D_LOCATION: "location",
    w.D_TARGET: "target",
    w.D_PICK: "pick",
    w.D_MODE: "mode",
    w.D_YES_NO: "yes-no",
    w.D_NUMBER: "number",
    w.D_PLAN: "plan",
    w.D_PLAYER: "player",
    w.D_ORDER: "order",
    w.D_ASSIGN: "assign",
    w.D_MOVE: "move",
    w.D_COST: "cost",
    w.D_SHOWDOWN: "showdown",
    w.D_BATTLEFIELD: "battlefield",
    w.D_REPLACE: "replace",
    w.D_NAME: "name",
    w.D_INVITE: "invite",
}
OPTIONS: Final = {
    w.O_PASS: "pass",
    w.O_END: "end",
    w.O_PLAY: "play",
    w.O_HIDE: "hide",
    w.O_ACTIVATE: "activate",
    w.O_MOVE: "move",
    w.O_REF: "choose",
    w.O_LOCATION: "location",
    w.O_MODE: "mode",
    w.O_NUMBER: "number",
    w.O_YES: "yes",
    w.O_NO: "no",
    w.O_PLAN: "plan",
    w.O_PLAYER: "player",
    w.O_ITEM: "item",
    w.O_INVITE: "invite",
}
ROLES: Final = {0: None, w.ATTACKER: "attacker", w.DEFENDER: "defender"}
POOL_USES: Final = ("any", "spells", "showdowns", "gear", "units", "playing_units_or_gear")


# Gives the number under which a viewer knows a card: from the engine's own number of it, from one that changes when the
# viewer loses sight of it, and from the moment, which is 0 but for what is shown to them of another's hand. A numbering
# is for one viewer of one game, and nothing of the three may be told from what it gives.
Numbering = Callable[[int, int, int], int]


class _Cards:
    """The cards away from the board that a view shows; without a numbering they are counted from 1 as they come up."""

    def __init__(self, s: State, eye: int, numbering: Numbering | None) -> None:
        self.s = s
        self.eye = eye
        self.numbering = numbering
        self.numbers: dict[int, int] = {}

    def document(self, card: int) -> dict[str, Any]:
        """Return a card as the view shows it."""
        d = card_def(self.s, card)
        number = self.numbers.get(card)
        if number is None:
            number = self.numbers[card] = self._number(card)
        return {"card": number, "name": d.name, "type": type_of(d), "owner": self.s.owners[card]}

    def _number(self, card: int) -> int:
        if self.numbering is None:
            return len(self.numbers) + 1
        owner = self.s.owners[card]
        # Cards of a hand lie in no order: which of two copies was seen before, nobody but its owner may tell.
        is_shown = owner != self.eye and card in self.s.players[owner].hand
        return self.numbering(card, losses(self.s, card, self.eye), self.s.next_id if is_shown else 0)

    def documents(self, cards: Iterable[int]) -> list[dict[str, Any]]:
        """Return several cards."""
        return [self.document(card) for card in cards]


def type_of(d: CardDef) -> str:
    """Return the type of a card in a word."""
    return next(name for bit, name in TYPES if d.types & bit)


def view(s: State, player: int | None, numbering: Numbering | None = None) -> dict[str, Any]:
    """Return the view of a player: all that the player may know, as a JSON-able document. None is a spectator.

    Players and locations are numbers as in the engine; `null` stands for none. `numbering` gives the numbers of cards.

    :raises ValueError: if there is no such player.
    """
    if player is not None and not 0 <= player < len(s.players):
        raise ValueError(f"there is no player {player}: the players are 0 to {len(s.players) - 1}.")
    eye = SPECTATOR if player is None else player
    cards = _Cards(s, eye, numbering)
    return {
        "player": player,
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "turn_player": s.tp,
        "order": list(s.order),
        "points": [s.points[team] for team in s.team],
        "victory_score": victory_score(s),
        "winners": [other for other, team in enumerate(s.team) if s.winner >= 0 and team == s.winner],
        "priority": _or_none(s.prio),
        "focus": _or_none(s.focus),
        "showdown": _or_none(s.showdown),
        "combat": {"attacker": _or_none(s.attacker), "defender": _or_none(s.defender)} if s.combat else None,
        "players": [_player(s, other, eye, cards) for other in range(len(s.players))],
        "battlefields": [_battlefield(s, loc) for loc in range(len(s.players), len(s.locs))],
        "board": [_object(s, o, eye) for o in s.board.values()],
        "chain": [_item(s, item, eye, cards) for item in s.chain],
        "deciding": s.decision.player if s.waiting and s.decision is not None else None,
        "decision": _decision(s, eye, cards),
    }


def _or_none(number: int) -> int | None:
    return number if number >= 0 else None


def _player(s: State, player: int, eye: int, cards: _Cards) -> dict[str, Any]:
    p = s.players[player]
    return {
        "player": player,
        "team": s.team[player],
        "gone": p.gone,
        "points": s.points[s.team[player]],
        "xp": p.xp,
        "hand_size": len(p.hand),
        "hand": cards.documents(p.hand) if player == eye else None,
        "deck_size": len(p.deck),
        "rune_deck_size": len(p.rune_deck),
        "trash": cards.documents(p.trash),
        "banished": cards.documents(p.banished),
        "champion_zone": cards.documents(p.champion),
        "legend": p.legend if p.legend in s.board else None,
        **({"extra_legends": cards.documents(p.extra_legends)} if p.extra_legends else {}),
        **({"added_legends": list(p.legends)} if p.legends else {}),
        "runes": p.runes[:],
        "pool": _pool(p.pool),
        # During setup there may be no places yet.
        "base": _at(s.locs[player] if player < len(s.locs) else Loc(player, w.NOBODY)),
    }


def _pool(pool: list[int]) -> dict[str, Any]:
    """Return a rune pool by its allowed uses: its energy, and its power by domain."""
    names = (*DOMAINS, "any")
    size = len(names) + 1
    return {
        use: {
            "energy": pool[number * size],
            "power": {name: count for name, count in zip(names, pool[number * size + 1 :], strict=False) if count},
        }
        for number, use in enumerate(POOL_USES)
    }


def _at(loc: Loc) -> dict[str, list[int]]:
    return {"units": loc.units[:], "gear": loc.gear[:], "facedown": loc.facedown[:]}


def _battlefield(s: State, number: int) -> dict[str, Any]:
    loc = s.locs[number]
    o = s.board.get(loc.bf)
    return {
        "location": number,
        "object": _or_none(loc.bf),
        "name": None if o is None else o.d.name,
        "control": _or_none(loc.control),
        "contested": _or_none(loc.contested),
        "staged": "combat" if loc.combat else "showdown" if loc.showdown else None,
        **_at(loc),
    }


def _object(s: State, o: Obj, eye: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "object": o.id,
        "name": FACEDOWN,
        "owner": _or_none(o.owner),
        "controller": _or_none(o.controller),
        "location": _or_none(o.loc),
        "facedown": o.facedown,
    }
    if not may_see(s, o, eye):
        return found
    found["name"] = o.d.name
    found["type"] = type_of(o.d)
    found["token"] = o.card < 0
    if o.facedown:
        return found
    return found | {
        "exhausted": o.exhausted,
        "damage": o.damage,
        "might": might(s, o) if o.d.types & w.UNIT else None,
        "keywords": _keywords(s, o),
        "tags": sorted(o.tags),
        "buffs": o.buffs,
        "stunned": o.stunned,
        "empowered": o.empowered,
        "role": ROLES.get(o.role),
        "attached_to": _or_none(o.attached_to),
        "attachments": list(o.attachments),
    }


def _keywords(s: State, o: Obj) -> dict[str, int]:
    """Return an object's keywords with their values; 1 for a keyword without one."""
    bits = keywords(s, o)
    values = keyword_values(s, o)
    return {name: values.get(name, 1) for name, bit in w.KEYWORD_BITS.items() if bits & bit}


def _item(s: State, item: Item, eye: int, cards: _Cards) -> dict[str, Any]:
    kinds = {I_CARD: "card", I_TRIGGER: "trigger"}
    return {
        "item": item.id,
        "kind": kinds.get(item.kind, "activated"),
        "name": item.d.name,
        "words": item_name(item),
        "player": item.you,
        "source": _reference(s, item.me, eye, cards) if item.kind != I_CARD else None,
        "pending": item.pending,
        "location": _or_none(item.loc),
        "chosen": [[_choice(s, kind, ref, eye, cards) for ref in chosen] for kind, chosen in choices_of(item)],
    }


def _choice(s: State, kind: int, chosen: int, eye: int, cards: _Cards) -> dict[str, Any] | None:
    """Return a choice for an item: the number of a mode, a location, or a target; None for no target."""
    if kind == MODES:
        return {"number": chosen}
    return {"location": chosen} if kind == DESTINATION else _reference(s, chosen, eye, cards)


def _reference(s: State, ref: int, eye: int, cards: _Cards, *, shown: bool = False) -> dict[str, Any] | None:
    """Return a reference as the view names it, None for none; `shown` cards are shown to the viewer in any zone."""
    if ref >= w.FIRST_ID:
        if ref in s.board:
            return {"object": ref}
        return {"item": ref} if item_of(s, ref) is not None else {"gone": ref}
    if ref >= w.REF_LOCATION:
        return {"location": ref - w.REF_LOCATION}
    if ref >= 0:
        return {"player": ref}
    if ref == w.NOBODY:
        return None
    card = any_card(s, ref)
    return cards.document(card) if shown or may_know(s, card, eye) else {"card": None}


# --- the question -----------------------------------------------------------------------------------------------------


def _decision(s: State, eye: int, cards: _Cards) -> dict[str, Any] | None:
    """Return the question with its options, for the player alone who is asked."""
    decision = s.decision
    if decision is None or not s.waiting or decision.player != eye:
        return None
    keys = option_keys(s)
    return {
        "kind": KINDS[decision.kind],
        "words": decision_words(s),
        "about": _reference(s, decision.about, eye, cards, shown=True),
        "least": decision.lo,
        "most": min(decision.hi, len(decision.options)),
        "options": [
            {"index": index, "kind": OPTIONS[option[0]], "key": keys[index], "words": option_words(s, option)}
            | _subject(s, decision, option, cards)
            for index, option in enumerate(decision.options)
        ],
    }


def _subject(s: State, decision: Decision, option: Option, cards: _Cards) -> dict[str, Any]:
    """Return the subject of an option: a card, object, item, player, location or number; empty for none."""
    kind, subject, detail = option
    if kind == w.O_PLAY:
        return cards.document(subject) | {"way": detail}
    if kind == w.O_HIDE:
        return cards.document(subject) | {"location": detail % w.HIDE_PRICE}
    if kind == w.O_ACTIVATE:
        return {"object": subject, "ability": detail}
    if kind == w.O_REF:
        return _reference(s, subject, decision.player, cards, shown=True) or {}
    if kind in (w.O_MOVE, w.O_LOCATION):
        return {"location": subject}
    if kind in (w.O_PLAYER, w.O_INVITE):
        return {"player": subject}
    return {"number": subject} if kind in (w.O_MODE, w.O_NUMBER, w.O_PLAN, w.O_ITEM) else {}


# --- dealing anew -----------------------------------------------------------------------------------------------------
