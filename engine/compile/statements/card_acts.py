"""Instructions about cards and players: draw, channel, add, score, play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.actions import departures, resources
from riftcheck.engine.actions.draw import draw, tell_drawn
from riftcheck.engine.board.layers import adding
from riftcheck.engine.board.zones import base_of
from riftcheck.engine.compile.core.context import AGAIN
from riftcheck.engine.compile.core.grants import grant_of, granted
from riftcheck.engine.compile.core.registry import VERBS, amount
from riftcheck.engine.compile.core.subjects import Unsupported, is_null
from riftcheck.engine.compile.costs import masks
from riftcheck.engine.compile.selectors.filters import source_fits
from riftcheck.engine.compile.selectors.places import locations_of
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.statements.performers import (
    at_once,
    bind,
    bind_played,
    by_doer,
    doer,
    in_order,
    in_two_steps,
    not_off_the_top,
    set_name,
)
from riftcheck.engine.costs.total_cost import FREE, IGNORE_ALL, IGNORE_ENERGY, IGNORE_POWER, REPLACED
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import PLAYED
from riftcheck.engine.model.references import any_card, card_def
from riftcheck.engine.playing.movement import may_be_at
from riftcheck.engine.playing.resolution import (
    grant_mod,
    might_mod,
    perform_tokens,
    play_again,
    play_from_effect,
    play_token,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.state import State

# A place that means none now, such as the place of a thing that has left the board.
NOWHERE: Final = -2
PRIVATE_GROUPS: Final = {None: 0, "spells": 1, "showdowns": 2, "gear": 3, "units": 4, "playing units or gear": 5}


def _each_player(ctx: Context, by: p.Who | None) -> Callable[[State, Item], list[int]]:
    who = ctx.who(by)
    return lambda s, item: list(who(s, item))


# --- draw -------------------------------------------------------------------------------------------------------------


@VERBS.register(n.Draw)
def _draw(ctx: Context, node: n.Draw) -> None:
    slot = bind(ctx, node.into)
    who = doer(ctx, node.by)
    if node.what is not None:
        not_off_the_top(node.what)
        refs = acted_on(ctx, node.what, node.by)

        def take_these(s: State, item: Item) -> list[int]:
            done = [ref for ref in departures.put(s, refs(s, item), w.Z_HAND, who(s, item)) if ref < 0]
            tell_drawn(s, who(s, item), done)
            return done

        at_once(ctx, node.into, take_these)
        return
    number = amount(ctx, node.amount or p.Number(1))

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        if f.step == 0:
            f.step = 1
            player, count = who(s, item), number(s, item)
            if player < 0 or is_null(count):
                s.result = []
                return True
            depth = len(s.frames)
            draw(s, player, count)
            if len(s.frames) != depth:
                return False
        set_name(s, item, slot, node.into, s.result)
        return True

    ctx.add(run)


# --- resources and points ---------------------------------------------------------------------------------------------


@VERBS.register(n.Channel)
def _channel(ctx: Context, node: n.Channel) -> None:
    number = amount(ctx, node.amount)
    who = _each_player(ctx, node.by)
    exhausted = node.exhausted

    def channelled(s: State, item: Item) -> list[int]:
        done: list[int] = []
        for player in who(s, item):
            count = number(s, item)
            if not is_null(count):
                done += resources.channel(s, player, count, exhausted=exhausted)
        return done

    at_once(ctx, node.into, channelled)


@VERBS.register(n.Add)
def _add(ctx: Context, node: n.Add) -> None:
    energy = amount(ctx, node.energy or p.Number(0))
    power = masks(node.power, ctx.own)
    times = None if node.times is None else amount(ctx, node.times)
    group = PRIVATE_GROUPS[node.only_for]
    ctx.adds = True

    def add(s: State, item: Item, player: int) -> None:
        added = power if times is None else power * times(s, item)
        extra, extra_power = _additional(s, item)
        resources.add_resources(s, player, max(0, energy(s, item)) + extra, added + extra_power, group)

    by_doer(ctx, node.by, add)


_NOTHING_MORE: Final[tuple[int, tuple[int, ...]]] = (0, ())


def _additional(s: State, item: Item) -> tuple[int, tuple[int, ...]]:
    """Return the energy and power that passives have an ability of something on the board Add on top.

    What was killed as its cost is judged as it was (CR 359.3.e.12).
    """
    energy, power = _NOTHING_MORE
    if item.me < w.FIRST_ID:
        return energy, power
    for env, static in adding(s):
        if static.adds is not None and source_fits(s, env, static.applies, item.me, item.snaps):
            energy += static.adds[0]
            power += static.adds[1]
    return energy, power


@VERBS.register(n.Score)
def _score(ctx: Context, node: n.Score) -> None:
    number = amount(ctx, node.amount)
    who = doer(ctx, node.by)

    def scored(s: State, item: Item) -> bool:
        s.result = []
        player, points = who(s, item), number(s, item)
        if player >= 0 and points > 0:
            return resources.gain(s, player, points)
        if player >= 0 and -1000 < points < 0:
            resources.lose_points(s, player, -points)
        return True

    in_two_steps(ctx, node.into, scored)


@VERBS.register(n.GainXp)
def _xp(ctx: Context, node: n.GainXp) -> None:
    number = amount(ctx, node.amount)
    by_doer(ctx, node.by, lambda s, item, player: resources.gain_xp(s, player, number(s, item)))


@VERBS.register(n.Win)
def _win(ctx: Context, node: n.Win) -> None:
    by_doer(ctx, node.who, lambda s, item, player: resources.win(s, s.team[player]))


# --- playing ----------------------------------------------------------------------------------------------------------


def _one_place(ctx: Context, place: p.Place | None) -> Callable[[State, Item, int], int]:
    """Return the one location that a place means: NOWHERE where it means none now, -1 where any will do."""
    if place is None:
        return lambda s, item, player: w.NOBODY
    if place.kind == "base":
        return lambda s, item, player: base_of(player)
    if place.kind not in ("here", "there", "location of", "battlefield of", "origin of", "destination of", "named"):
        message = f"playing to a place that is chosen ({place.kind})"
        raise Unsupported(message)
    locs = locations_of(ctx, place)
    return lambda s, item, player: next(iter(locs(s, item)), NOWHERE)


def _shift_here(s: State, item: Item, place: p.Place | None, player: int, loc: int) -> None:
    """Let "here" mean the base from now on, if a unit that should be played here cannot be (CR 464.2.a-b)."""
    if place is not None and place.kind == "here" and loc >= 0 and not may_be_at(s, player, loc):
        item.loc = base_of(player)


@VERBS.register(n.PlayToken)
def _play_token(ctx: Context, node: n.PlayToken) -> None:
    _own_base(node.to)
    number = amount(ctx, node.count)
    who = doer(ctx, node.by)
    several_places = 0 if node.to is None else _several_places(node.to)
    place = _one_place(ctx, None if several_places else node.to)
    grant = grant_of(ctx.pool, f"{ctx.key}/{node.at}/with", granted(node.keywords), ()) if node.keywords else None
    might = None if node.might is None else amount(ctx, node.might)
    ready = 1 if node.ready else (2 if node.exhausted else 0)
    name = node.token
    slot = bind_played(ctx, node.into)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        if f.step == 0:
            f.step = 1
            player = who(s, item)
            if player < 0:
                return True
            d = s.pool.defs[s.pool.by_name[name]]
            loc = several_places or place(s, item, player)
            if d.types & w.UNIT:
                _shift_here(s, item, node.to, player, loc)
            made: list[Item] = []
            for _ in range(max(0, number(s, item)) if loc != NOWHERE else 0):
                gives = [] if grant is None else [grant_mod(s, grant, w.U_FOREVER, w.NOBODY)]
                if might is not None:
                    gives.append(might_mod(s, might(s, item)))
                token = play_token(s, item, d, player, loc, ready, tuple(gives))
                token.named = slot >= 0
                made.append(token)
            if not perform_tokens(s, made):
                return False
        set_name(s, item, slot, node.into, s.result, PLAYED)
        return True

    ctx.pool.notes.tokens.add(name)
    ctx.add(run)


# Whose a base may not be where something is played: nobody plays to the base of another (CR 355.2.a).
OF_OTHERS: Final = frozenset({"opponent", "player", "any", "team"})
OF_CARDS: Final = frozenset({"its controller"})


def _own_base(place: p.Place | None, *besides: str) -> None:
    if place is not None and place.kind == "base" and place.whose in OF_OTHERS.union(besides):
        message = "a base that is not of whoever plays (CR 355.2.a)"
        raise Unsupported(message)


def _is_of_resources(price: p.Cost) -> bool:
    return price == p.Cost(energy=price.energy, power=price.power)


def _price(ctx: Context, node: n.Play) -> Callable[[State, Item], tuple[int, int, tuple[int, ...], int]]:
    if node.paying is not None and (node.ignoring is not None or node.less is not None):
        message = "two prices for one card that is played"
        raise Unsupported(message)
    only_energy = node.less is None or node.less == p.Cost(energy=node.less.energy)
    if not only_energy or (node.paying is not None and not _is_of_resources(node.paying)):
        message = "another price of a card that an effect plays than energy and power, or less of it than energy"
        raise Unsupported(message)
    less = None if node.less is None or node.less.energy is None else amount(ctx, node.less.energy)
    if node.paying is not None:
        energy = amount(ctx, node.paying.energy or p.Number(0))
        power = masks(node.paying.power, ctx.own)
        return lambda s, item: (REPLACED, energy(s, item), power, 0)
    mode = {
        None: 0,
        "cost": FREE[0],
        "energy": IGNORE_ENERGY,
        "power": IGNORE_POWER,
        "everything": IGNORE_ALL,
    }[node.ignoring]
    return lambda s, item: (mode, 0, (), 0 if less is None else less(s, item))


def _play_again(ctx: Context, node: n.Play) -> None:
    """Let this spell be played again as it resolves, by whoever is told to (CR 354.3, 420.3)."""
    if not ctx.spell:
        message = "playing again what is no spell"
        raise Unsupported(message)
    price = _price(ctx, node)
    bonus = None if node.bonus_damage is None else amount(ctx, node.bonus_damage)
    slot = ctx.slot(AGAIN)

    def again(s: State, item: Item, player: int) -> None:
        # How much it is hangs on what it has dealt so far, before it is played again.
        more = 0 if bonus is None else bonus(s, item)
        played = play_again(s, item, player, price(s, item))
        if played is not None:
            played.slots[slot] = (*item.slots[slot], item.id)
            played.bonus = max(0, more)

    by_doer(ctx, node.by, again)


def _several_places(place: p.Place) -> int:
    """Return what `Item.only_to` is for a place of which the player chooses one, 0 for any other place."""
    if place.kind == "controlled battlefield" and place.whose == "you":
        return w.OWN_FIELDS
    return w.ALL_FIELDS if place == p.Place("battlefield") else 0


def _is_placed(d: CardDef) -> bool:
    """Tell whether an effect may say where a card is played: a unit, or gear with Deploy; other gear has its base."""
    return bool(d.types & w.UNIT or d.kw & w.K_DEPLOY)


@VERBS.register(n.Play)
def _play(ctx: Context, node: n.Play) -> None:
    if node.again:
        _play_again(ctx, node)
        return
    _own_base(node.to, *OF_CARDS)
    refs = acted_on(ctx, node.what, node.by)
    who = doer(ctx, node.by)
    price = _price(ctx, node)
    several_places = 0 if node.to is None else _several_places(node.to)
    place = _one_place(ctx, None if several_places else node.to)
    also = _one_place(ctx, node.also_to)
    slot = bind_played(ctx, node.into)
    leave_to = {None: None, "recycle": w.Z_DECK, "banish": w.Z_BANISHED}[node.then]

    several = isinstance(node.what, p.Selector) and node.what.mode == "all"

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        player = who(s, item)
        player = item.you if player < 0 else player
        if several and not in_order(s, f, item, player, "play", refs):
            return False
        made = played_cards(s, item, player, f.data[1:] if several else refs(s, item))
        set_name(s, item, slot, node.into, made, PLAYED)
        return True

    def played_cards(s: State, item: Item, player: int, found: list[int]) -> list[int]:
        made: list[int] = []
        for ref in found:
            where = place(s, item, player)
            card = any_card(s, ref)
            # CR 359.3.e.12: where the place is null, nothing that has a place of its own can be played there.
            if where == NOWHERE and item.facedown_loc < 0 and card >= 0 and _is_placed(card_def(s, card)):
                continue
            played = play_from_effect(s, ref, player, price(s, item))
            if played is None:
                continue
            if _is_placed(played.d):
                unit = bool(played.d.types & w.UNIT)
                played.only_to = max(where, w.NOBODY)
                if unit:
                    _shift_here(s, item, node.to, played.you, played.only_to)
                if played.only_to < 0 and item.facedown_loc >= 0 and unit:
                    played.only_to = item.facedown_loc  # CR 811.1.d.5
                elif several_places:
                    played.only_to = several_places
                played.also_to = also(s, item, played.you)
            if leave_to is not None:
                played.leave_to = leave_to
            played.named = slot >= 0
            made.append(played.id)
        return made

    ctx.add(run)
