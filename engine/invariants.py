"""Invariants: conditions that hold at every decision of every game. Random play checks them.

`broken` looks at the state alone. `unseen` deals the hidden cards anew and looks whether anybody can tell, which costs
a hundred times as much; `against_log` holds points and control against what the log of the game says; `unfinished`
tries out on copies that each play and ability that is offered can be finalized, whatever is answered on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.layers import keywords, might, refresh
from riftcheck.engine.board.zones import DOMAIN_PLACE, battlefields
from riftcheck.engine.display.redeal import redeal
from riftcheck.engine.display.view import view
from riftcheck.engine.flow.loop import advance
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD
from riftcheck.engine.model.rng import below, shuffle, stream

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.engine.model.decisions import Option
    from riftcheck.engine.model.index import Index
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State


def broken(s: State) -> list[str]:
    """Return every invariant that does not hold, as sentences; empty if all do."""
    wrong = [*_cards(s), *_places(s), *_attachments(s), *_numbers(s), *_damage(s), *_decision(s)]
    if not wrong:
        wrong += [*_at_rest(s), *_from_scratch(s)]
    return wrong


# --- cards and places -------------------------------------------------------------------------------------------------


def _cards(s: State) -> list[str]:
    """Each card is in exactly one zone, on the board or on the chain; none is lost."""
    seen = dict.fromkeys(range(len(s.card_defs)), 0)
    wrong: list[str] = []
    for player, p in enumerate(s.players):
        for zone in (p.hand, p.deck, p.trash, p.banished, p.champion, p.rune_deck, p.extra_legends):
            for card in zone:
                seen[card] += 1
                if s.owners[card] != player:
                    wrong.append(f"card {card} is in a zone of player {player}, who does not own it")
    for o in s.board.values():
        if o.card >= 0:
            seen[o.card] += 1
    for item in s.chain:
        if item.card >= 0 and item.kind == I_CARD:
            seen[item.card] += 1
    # Of three battlefields one is used; until the board is set up, a legend is nowhere.
    spare = {card for p in s.players for card in p.battlefields}
    if not s.locs:
        spare.update(p.legend for p in s.players)
    for card, count in seen.items():
        least = 0 if card in spare or s.players[s.owners[card]].gone else 1
        if not least <= count <= 1:
            wrong.append(f"card {card} ({s.pool.defs[s.card_defs[card]].name}) is in {count} places")
    return wrong


def _places(s: State) -> list[str]:
    """The lists of a location and the places of its objects agree; each object is listed once."""
    wrong: list[str] = []
    listed: dict[int, int] = {}
    for loc, at in enumerate(s.locs):
        for name, ids, types in (("units", at.units, w.UNIT), ("gear", at.gear, w.GEAR), ("facedown", at.facedown, 0)):
            for oid in ids:
                listed[oid] = listed.get(oid, 0) + 1
                o = s.board.get(oid)
                if o is None or o.loc != loc:
                    wrong.append(f"object {oid} is listed among the {name} of location {loc} and is not there")
                elif o.facedown != (name == "facedown") or (types and not o.d.types & types):
                    wrong.append(f"object {oid} is listed among the {name} of location {loc} and is none")
    for o in s.board.values():
        wants = 1 if o.loc >= 0 and (o.facedown or o.d.types & w.PERMANENT) else 0
        if listed.get(o.id, 0) != wants:
            wrong.append(f"object {o.id} is listed {listed.get(o.id, 0)} times instead of {wants}")
        if o.id >= s.next_id:
            wrong.append(f"object {o.id} has an id that is not given out yet")
    for loc in battlefields(s):
        bf = s.board.get(s.locs[loc].bf)
        if bf is None or bf.loc != loc or not bf.d.types & w.BATTLEFIELD:
            wrong.append(f"location {loc} has no battlefield")
    wrong += [f"base {loc} has facedown cards" for loc, at in enumerate(s.locs) if at.base >= 0 and at.facedown]
    return wrong


def _attachments(s: State) -> list[str]:
    """Attached objects and their hosts refer to each other and are at one place (CR 719.3.a)."""
    wrong: list[str] = []
    for o in s.board.values():
        if o.attached_to >= 0:
            top = s.board.get(o.attached_to)
            if top is None or o.id not in top.attachments:
                wrong.append(f"object {o.id} is attached to {o.attached_to}, which does not have it")
            elif top.loc != o.loc or not top.d.types & w.UNIT:
                wrong.append(f"object {o.id} is attached to {top.id}, which is elsewhere or no unit")
        for other in o.attachments:
            attached = s.board.get(other)
            if attached is None or attached.attached_to != o.id:
                wrong.append(f"object {o.id} has {other} attached, which does not know")
    return wrong


# --- numbers ----------------------------------------------------------------------------------------------------------


def _numbers(s: State) -> list[str]:
    """Nothing that cannot be negative is, and counters equal recounts."""
    wrong: list[str] = []
    for number, p in enumerate(s.players):
        if min(p.pool) < 0 or p.xp < 0:
            wrong.append(f"player {number} has less than nothing to pay with")
        runes = [o.id for o in s.board.values() if o.d.types & w.RUNE and o.controller == number]
        if sorted(p.runes) != sorted(runes):
            wrong.append(f"the runes of player {number} are {runes}, and {p.runes} are listed")
            continue
        counts = [0] * 6
        for oid in runes:
            counts[DOMAIN_PLACE[s.board[oid].d.domains]] += 1
        if sum(not s.board[oid].exhausted for oid in runes) != p.ready_runes or counts != p.rune_count:
            wrong.append(f"the runes of player {number} are counted wrong")
    if min(s.points) < 0:
        wrong.append("a team has less than 0 points")
    return wrong


def _damage(s: State) -> list[str]:
    """Only units have damage, and roles only where a combat is."""
    wrong: list[str] = []
    for o in s.board.values():
        if o.damage < 0 or (o.damage and (not o.d.types & w.UNIT or o.facedown)):
            wrong.append(f"object {o.id} has {o.damage} damage")
        if o.role and (not s.combat or o.loc != s.showdown) and not s.dirty:
            wrong.append(f"object {o.id} has a role outside of combat")
        if o.buffs < 0:
            wrong.append(f"object {o.id} has {o.buffs} buffs")
    return wrong


# --- the question -----------------------------------------------------------------------------------------------------


def _decision(s: State) -> list[str]:
    """While a player is asked there is one decision, of one who is there, with enough options that differ."""
    decision = s.decision
    if not s.waiting:
        return [] if decision is None or s.winner >= 0 else ["something is asked, and the game does not wait"]
    if decision is None:
        return ["the game waits, and nothing is asked"]
    wrong: list[str] = []
    if s.answer is not None:
        wrong.append("the game waits for an answer that it has")
    if s.winner >= 0 or s.players[decision.player].gone:
        wrong.append(f"player {decision.player} is asked, who cannot answer any more")
    if not 0 <= decision.lo <= decision.hi <= max(decision.hi, len(decision.options)):
        wrong.append(f"{decision.lo} to {decision.hi} of {len(decision.options)} options are asked for")
    if decision.lo > len(decision.options):
        wrong.append("more is asked for than there is to choose")
    if len(set(decision.options)) != len(decision.options):
        wrong.append("the same option is offered twice")
    return wrong


def _at_rest(s: State) -> list[str]:
    """No task is outstanding while the turn player is asked for an action (CR 316.5, 323)."""
    decision = s.decision
    if not s.waiting or decision is None or decision.kind != w.D_MAIN:
        return []
    wrong: list[str] = []
    if s.dirty or s.triggered or s.chain or s.showdown >= 0 or s.combat or decision.player != s.tp:
        wrong.append("the turn player is asked while work is outstanding")
    for o in s.board.values():
        if o.damage and o.damage >= might(s, o):
            wrong.append(f"unit {o.id} lives with {o.damage} damage and {might(s, o)} Might")
        if o.role or o.had_role:
            wrong.append(f"object {o.id} has a role outside of combat")
    for loc, at in enumerate(s.locs):
        if at.contested >= 0 or at.showdown or at.combat:
            wrong.append(f"location {loc} is contested while nothing is staged there")
        wrong += _out_of_place(s, loc, (s.board[oid] for oid in (*at.units, *at.gear)))
    return wrong


def _out_of_place(s: State, loc: int, objects: Iterable[Obj]) -> list[str]:
    """No unit is in another player's base, no loose gear at a battlefield but with Deploy (CR 323.6, 830.1.b.3)."""
    at = s.locs[loc]
    wrong: list[str] = []
    for o in objects:
        if o.attached_to >= 0:
            continue
        if at.base >= 0 and o.controller != at.base:
            wrong.append(f"object {o.id} is in the base of player {at.base}, who does not control it")
        if at.base < 0 and not o.d.types & w.UNIT and not keywords(s, o) & w.K_DEPLOY:
            wrong.append(f"object {o.id} lies at a battlefield, attached to nothing")
    return wrong


# --- what is kept against what is computed ----------------------------------------------------------------------------


TRAITS = ("might", "kw", "assault", "shield", "deflect", "hunt", "disarm", "tags", "abilities")


def _from_scratch(s: State) -> list[str]:
    """Traits and active abilities as they are kept equal a computation from scratch (CR 475-482)."""
    kept = {o.id: _traits(s, o) for o in s.board.values() if _has_traits(o)}
    index = get_index(s)
    fresh = s.clone()
    fresh.index = None
    fresh.stamp += 1
    for o in fresh.board.values():
        o.seen = -1
    wrong: list[str] = []
    for oid, values in kept.items():
        again = _traits(fresh, fresh.board[oid])
        wrong += [
            f"object {oid} is kept with {name} {one} and has {other}"
            for name, one, other in zip(TRAITS, values, again, strict=True)
            if one != other
        ]
    wrong += [
        f"the index keeps {one} as active {name}, and {other} are"
        for (name, one), (_, other) in zip(_active(index), _active(get_index(fresh)), strict=True)
        if one != other
    ]
    return wrong


def _has_traits(o: Obj) -> bool:
    return not o.facedown and not o.d.types & w.RUNE


def _traits(s: State, o: Obj) -> tuple[Any, ...]:
    refresh(s, o)
    return (o.might, o.kw, o.assault, o.shield, o.deflect, o.hunt, o.disarm, o.tags, o.abilities)


def _active(index: Index) -> list[tuple[str, list[tuple[int, ...]]]]:
    """Return the abilities of an index by kind, each as seat, object, host, card and identity."""
    groups: tuple[tuple[str, Iterable[tuple[Any, ...]]], ...] = (
        ("triggers", (one for kind in sorted(index.triggers) for one in index.triggers[kind])),
        ("replacements", (one for kind in sorted(index.replacements) for one in index.replacements[kind])),
        ("prohibitions", (one for kind in sorted(index.cannots) for one in index.cannots[kind])),
        ("permissions", index.cans),
        ("prices", index.prices),
        ("passives", index.statics),
        ("passives that add more", index.adding),
        ("activated abilities", index.activated),
        ("rules", index.rules),
        ("tolls", index.tolls),
    )
    return [
        (name, [(env.you, env.me, env.this, env.card, id(ability)) for env, ability, *_ in found])
        for name, found in groups
    ]


# --- what others see and what was told --------------------------------------------------------------------------------


def unseen(s: State, seed: int) -> list[str]:
    """Return a sentence for each player, and for a spectator, whose view changes when hidden cards are dealt anew."""
    eyes = (None, *range(len(s.players)))
    return [
        f"{'a spectator' if eye is None else f'player {eye}'} sees hidden cards"
        for eye in eyes
        if view(redeal(s, eye, seed), eye) != view(s, eye)
    ]


def unfinished(s: State, seed: int) -> list[str]:
    """Return a sentence for each play and ability offered that some answers, drawn from a seed, do not bring about.

    What is offered can be completed by every answer that is offered on the way to it (CR 355.16, 358).
    """
    decision = s.decision
    if decision is None or decision.kind not in (w.D_MAIN, w.D_PRIORITY, w.D_FOCUS):
        return []
    rng = stream(seed, "offers")
    return [
        f"player {decision.player} is offered {option}, and cannot complete it"
        for number, option in enumerate(decision.options)
        if option[0] in (w.O_PLAY, w.O_ACTIVATE) and not _payable(s, number, option, rng)
    ]


def _payable(s: State, number: int, option: Option, rng: list[int]) -> bool:
    try:
        return _finalizes(s, number, option, rng)
    except ValueError:  # there is no way to pay
        return False


def _finalizes(s: State, number: int, option: Option, rng: list[int]) -> bool:
    """Tell whether an offered play, taken on a copy with answers at random, is finalized."""
    assert s.decision is not None
    player, trial = s.decision.player, s.clone()
    trial.log, trial.auto_pay = None, True
    # By 1.0 what it counters is taken out again, so the card itself is looked for.
    played, item_id = s.players[player].finalized.count(option[1]), s.next_id
    _answer(trial, [number])
    while trial.decision is not None and any(item.id == item_id and item.pending for item in trial.chain):
        asked = trial.decision
        order = list(range(len(asked.options)))
        shuffle(rng, order)
        _answer(trial, order[: asked.lo + below(rng, min(asked.hi, len(order)) - asked.lo + 1)])
    return (
        option[0] == w.O_ACTIVATE or trial.players[player].finalized.count(option[1]) > played or trial.turn != s.turn
    )


def _answer(s: State, chosen: list[int]) -> None:
    s.answer, s.waiting = sorted(chosen), False
    advance(s)


def against_log(s: State) -> list[str]:
    """Return the differences of points and control of battlefields from the log; empty without a log."""
    if s.log is None:
        return []
    points = [0] * len(s.points)
    control = dict.fromkeys((s.locs[loc].bf for loc in battlefields(s)), w.NOBODY)
    for event in s.log:
        if event.kind == w.E_GAIN:
            points[s.team[event.player]] += event.amount
        elif event.kind == w.E_LOSE:
            team = s.team[event.player]
            points[team] = max(0, points[team] - event.amount)  # CR 194.4
        elif event.kind == w.E_CONTROL and event.subject in control:
            control[event.subject] = event.player
    wrong = [] if points == s.points else [f"the points are {s.points}, and the log says {points}"]
    for loc in battlefields(s):
        at = s.locs[loc]
        told = control[at.bf]
        if at.control != told and not (told >= 0 and s.players[told].gone and at.control < 0):
            wrong.append(f"player {at.control} controls location {loc}, and the log says {told}")
    return wrong
