"""Instructions about cards and players: draw, discard, recycle, look, reveal, play, channel, add, score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from carddb.abilities import instructions as n
from carddb.abilities import phrases as p
from engine import departures, resources
from engine import words as w
from engine.compile.acts import bind, doer, set_name
from engine.compile.amounts import amount
from engine.compile.costing import masks
from engine.compile.filters import locations_of
from engine.compile.grants import grant_of
from engine.compile.subjects import Unsupported, is_null
from engine.compile.targets import acted_on, tests_of
from engine.costs import FREE, IGNORE_ALL, IGNORE_ENERGY, IGNORE_POWER, REPLACED
from engine.drawing import burn, draw
from engine.events import emit
from engine.items import I_TRIGGER, Item
from engine.resolve import grant_mod, might_mod, play_from_effect, play_token
from engine.state import Frame, Option, ask, take
from engine.zones import any_card, base_of, card_ref, put_card, ref_card, take_card

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.compile.context import Context
    from engine.state import State

PRIVATE_GROUPS: Final = {None: 0, "spells": 1, "showdowns": 2}


def _each_player(ctx: Context, by: p.Who | None) -> Callable[[State, Item], list[int]]:
    who = ctx.who(by)
    return lambda s, item: list(who(s, item))


# --- draw, discard, burn ------------------------------------------------------------------------------------------------


def _draw(ctx: Context, node: n.Draw) -> None:
    slot = bind(ctx, node.into)
    who = doer(ctx, node.by)
    if node.what is not None:
        refs = acted_on(ctx, node.what, node.by)

        def take_these(s: State, f: Frame, item: Item) -> bool:
            del f
            done = departures.put(s, refs(s, item), w.Z_HAND)
            for ref in done:
                emit(s, w.E_DRAW, item.you, ref, amount=1)
            set_name(s, item, slot, node.into, done)
            return True

        ctx.add(take_these, "draw")
        return
    number = amount(ctx, node.amount or p.Number(1))

    def run(s: State, f: Frame, item: Item) -> bool:
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

    ctx.add(run, "draw")


def _burn(ctx: Context, node: n.Burn) -> None:
    number = amount(ctx, node.amount)
    who = doer(ctx, node.by)
    slot = bind(ctx, node.into)

    def run(s: State, f: Frame, item: Item) -> bool:
        if f.step == 0:
            f.step = 1
            player, count = who(s, item), number(s, item)
            if player >= 0 and count > 0 and not burn(s, player, count):
                return False
        set_name(s, item, slot, node.into, s.result)
        return True

    ctx.add(run, "burn")


def _discard(ctx: Context, node: n.Discard) -> None:
    slot = bind(ctx, node.into)
    who = doer(ctx, node.by)
    if node.what is not None:
        refs = acted_on(ctx, node.what, node.by)

        def these(s: State, f: Frame, item: Item) -> bool:
            del f
            cards = [card for card in (ref_card(s, ref) for ref in refs(s, item)) if card >= 0]
            done: list[int] = []
            for player in dict.fromkeys(s.owners[card] for card in cards):
                done += departures.discard(s, [card for card in cards if s.owners[card] == player], player)
            set_name(s, item, slot, node.into, done)
            return True

        ctx.add(these, "discard")
        return
    number = amount(ctx, node.amount or p.Number(1))

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        player = who(s, item)
        if player < 0:
            return True
        if s.answer is None:
            hand = s.players[player].hand
            count = min(number(s, item), len(hand))
            options: list[Option] = [(w.O_REF, card_ref(s, card), 0) for card in hand]
            if ask(s, player, w.D_PICK, options, count, count, item.id, "discard"):
                return False
        cards = [ref_card(s, ref) for _, ref, _ in take(s)]
        set_name(s, item, slot, node.into, departures.discard(s, cards, player))
        return True

    ctx.add(run, "discard")


# --- zones ---------------------------------------------------------------------------------------------------------------


def _simple(act: Callable[[State, list[int], int], list[int]]) -> Callable[..., None]:
    def compiler(ctx: Context, node: n.Line) -> None:
        refs = acted_on(ctx, node.what, node.by)  # type: ignore[attr-defined]
        who = doer(ctx, node.by)
        slot = bind(ctx, node.into)

        def run(s: State, f: Frame, item: Item) -> bool:
            del f
            player = who(s, item)
            done = act(s, refs(s, item), item.you if player < 0 else player)
            set_name(s, item, slot, node.into, done)
            return True

        ctx.add(run, type(node).__name__)

    return compiler


def _return(ctx: Context, node: n.Return) -> None:
    if node.to == "champion zone":
        _simple(lambda s, refs, player: departures.to_champion_zone(s, refs))(ctx, node)
    else:
        _simple(departures.return_to_hand)(ctx, node)


def _put(ctx: Context, node: n.Put) -> None:
    zones = {
        "trash": (w.Z_TRASH, False),
        "hand": (w.Z_HAND, False),
        "top of deck": (w.Z_DECK, False),
        "bottom of deck": (w.Z_DECK, True),
    }
    if node.zone == "champion zone":
        _simple(lambda s, refs, player: departures.to_champion_zone(s, refs))(ctx, node)
        return
    found = zones.get(node.zone)
    if found is None:
        message = f"putting cards into the {node.zone}"
        raise Unsupported(message)
    zone, bottom = found
    _simple(lambda s, refs, player: departures.put(s, refs, zone, bottom=bottom))(ctx, node)


def _look(ctx: Context, node: n.LookAt | n.Reveal) -> None:
    """Look at or reveal cards; they stay where they are (CR 424.1.a.2), and none burns out (CR 431.1.c)."""
    refs = acted_on(ctx, node.what, node.by)
    slot = bind(ctx, node.into)
    kind = w.E_REVEAL if isinstance(node, n.Reveal) else w.E_LOOK
    until = tests_of(ctx, node.until) if isinstance(node, n.Reveal) and node.until else None
    who = doer(ctx, node.by)

    def run(s: State, f: Frame, item: Item) -> bool:
        if f.step == 0:
            f.step = 1
            found = refs(s, item)
            if until is not None:
                found = _until(s, item, who(s, item), until)
            set_name(s, item, slot, node.into, found)
            for ref in found:
                emit(s, kind, item.you, ref)
            if _as_seen(s, found):
                return False
        return True

    ctx.add(run, "look")


def _until(s: State, item: Item, player: int, fits: Callable[[State, Item, int], bool]) -> list[int]:
    found: list[int] = []
    for card in reversed(s.players[player].deck):
        ref = card_ref(s, card)
        found.append(ref)
        if fits(s, item, ref):
            break
    return found


def _as_seen(s: State, refs: list[int]) -> bool:
    """Let cards do what they do as they are seen (CR 369.1); whether a frame was left."""
    left = False
    for ref in refs:
        card = any_card(s, ref)
        if card < 0:
            continue
        d = s.pool.defs[s.card_defs[card]]
        for event in d.main.as_events:
            if event.kind != "seen":
                continue
            seen = Item(s.next_id, I_TRIGGER, s.owners[card], ref, ref, card, d, event.script)
            s.next_id += 1
            seen.slots = [()] * event.script.slots
            seen.chosen = [()] * len(event.script.openings)
            s.frames.append(Frame(w.F_RESOLVE, item=seen))
            left = True
    return left


def _predict(ctx: Context, node: n.Predict) -> None:
    number = amount(ctx, node.amount)
    who = doer(ctx, node.by)

    def run(s: State, f: Frame, item: Item) -> bool:
        player = who(s, item)
        if player < 0:
            return True
        deck = s.players[player].deck
        if f.step == 0:
            if s.answer is None:
                count = min(number(s, item), len(deck))
                seen = [card_ref(s, card) for card in reversed(deck[len(deck) - count :])]
                if not seen:
                    return True
                options: list[Option] = [(w.O_REF, ref, 0) for ref in seen]
                if ask(s, player, w.D_PICK, options, 0, len(options), item.id, "predict"):
                    return False
            decision = s.decision
            seen = [] if decision is None else [ref for _, ref, _ in decision.options]
            away = [ref for _, ref, _ in take(s)]
            f.data = [ref for ref in seen if ref not in away]
            departures.recycle(s, away, player)
            emit(s, w.E_PREDICT, player, player, amount=len(away))
            f.step = 1
        return _put_back(s, f, item, player)

    ctx.add(run, "predict")


def _put_back(s: State, f: Frame, item: Item, player: int) -> bool:
    """Put the rest back on top in any order: the one chosen first ends up deepest. `f.data` holds what is left."""
    while len(f.data) > 1:
        if s.answer is None:
            options: list[Option] = [(w.O_REF, ref, 0) for ref in f.data]
            if ask(s, player, w.D_ORDER, options, 1, 1, item.id, "put-back"):
                return False
        ref = take(s)[0][1]
        card = ref_card(s, ref)
        f.data = [other for other in f.data if other != ref]
        take_card(s, card, w.Z_DECK)
        put_card(s, card, w.Z_DECK)
        f.data = [card_ref(s, ref_card(s, other)) for other in f.data]
    if f.data and f.step == 1:
        card = ref_card(s, f.data[0])
        if card >= 0 and s.players[player].deck[-1] != card:
            take_card(s, card, w.Z_DECK)
            put_card(s, card, w.Z_DECK)
    return True


# --- resources and points ------------------------------------------------------------------------------------------------


def _channel(ctx: Context, node: n.Channel) -> None:
    number = amount(ctx, node.amount)
    who = _each_player(ctx, node.by)
    slot = bind(ctx, node.into)

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        done: list[int] = []
        for player in who(s, item):
            count = number(s, item)
            if not is_null(count):
                done += resources.channel(s, player, count, exhausted=node.exhausted)
        set_name(s, item, slot, node.into, done)
        return True

    ctx.add(run, "channel")


def _add(ctx: Context, node: n.Add) -> None:
    energy = amount(ctx, node.energy or p.Number(0))
    power = masks(node.power, ctx.own)
    group = PRIVATE_GROUPS[node.only_for]
    who = doer(ctx, node.by)
    ctx.adds = True

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        player = who(s, item)
        if player >= 0:
            resources.add_resources(s, player, max(0, energy(s, item)), power, group)
        return True

    ctx.add(run, "add")


def _score(ctx: Context, node: n.Score) -> None:
    number = amount(ctx, node.amount)
    who = doer(ctx, node.by)
    slot = bind(ctx, node.into)

    def run(s: State, f: Frame, item: Item) -> bool:
        if f.step == 0:
            f.step = 1
            s.result = []
            player, points = who(s, item), number(s, item)
            if player >= 0 and points > 0 and not resources.gain(s, player, points):
                return False
            if player >= 0 and -1000 < points < 0:
                resources.lose_points(s, player, -points)
        set_name(s, item, slot, node.into, s.result)
        return True

    ctx.add(run, "score")


def _xp(ctx: Context, node: n.GainXp) -> None:
    number = amount(ctx, node.amount)
    who = doer(ctx, node.by)

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        player = who(s, item)
        if player >= 0:
            resources.gain_xp(s, player, number(s, item))
        return True

    ctx.add(run, "xp")


def _win(ctx: Context, node: n.Win) -> None:
    who = doer(ctx, node.who)

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        player = who(s, item)
        if player >= 0:
            s.winner = s.team[player]
            emit(s, w.E_WIN, player, player)
        return True

    ctx.add(run, "win")


# --- playing -------------------------------------------------------------------------------------------------------------


def _one_place(ctx: Context, place: p.Place | None) -> Callable[[State, Item, int], int]:
    """Return the one location that a place means, -1 for none or any."""
    if place is None:
        return lambda s, item, player: w.NOBODY
    if place.kind == "base":
        return lambda s, item, player: base_of(s, player)
    if place.kind not in ("here", "there", "location of", "battlefield of", "origin of", "named"):
        message = f"playing to a place that is chosen ({place.kind})"
        raise Unsupported(message)
    locs = locations_of(ctx, place)
    return lambda s, item, player: next(iter(locs(s, item)), -2)


def _play_token(ctx: Context, node: n.PlayToken) -> None:
    number = amount(ctx, node.count)
    who = doer(ctx, node.by)
    place = _one_place(ctx, node.to)
    grant = grant_of(ctx.pool, f"{ctx.key}/{node.at}/with", node.keywords, ()) if node.keywords else None
    might = None if node.might is None else amount(ctx, node.might)
    ready = 1 if node.ready else (2 if node.exhausted else 0)
    name = node.token
    slot = bind(ctx, node.into)

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        player = who(s, item)
        index = s.pool.by_name[name]
        if player < 0:
            return True
        loc = place(s, item, player)
        made: list[int] = []
        for _ in range(max(0, number(s, item)) if loc > -2 else 0):
            gives = [] if grant is None else [grant_mod(s, grant, w.U_FOREVER, w.NOBODY)]
            if might is not None:
                gives.append(might_mod(s, might(s, item)))
            made.append(play_token(s, item, s.pool.defs[index], player, loc, ready, tuple(gives)).id)
        set_name(s, item, slot, node.into, made)
        return True

    ctx.pool.tokens.add(name)
    ctx.add(run, "play token")


def _price(ctx: Context, node: n.Play) -> Callable[[State, Item], tuple[int, int, tuple[int, ...], int]]:
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


def _play(ctx: Context, node: n.Play) -> None:
    if node.again:
        message = "a spell that plays itself again"
        raise Unsupported(message)
    refs = acted_on(ctx, node.what, node.by)
    who = doer(ctx, node.by)
    price = _price(ctx, node)
    place = _one_place(ctx, node.to)
    also = _one_place(ctx, node.also_to)
    slot = bind(ctx, node.into)

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        made: list[int] = []
        for ref in refs(s, item):
            player = who(s, item)
            played = play_from_effect(s, ref, item.you if player < 0 else player, price(s, item))
            if played is None:
                continue
            if played.d.types & w.UNIT:
                played.only_to = max(place(s, item, played.you), w.NOBODY)
                if played.only_to < 0 and item.facedown_loc >= 0:
                    played.only_to = item.facedown_loc  # CR 811.1.d.3
                played.also_to = also(s, item, played.you)
            if node.then == "recycle":
                played.leave_to = w.Z_DECK
            elif node.then == "banish":
                played.leave_to = w.Z_BANISHED
            made.append(played.id)
        set_name(s, item, slot, node.into, made)
        return True

    ctx.add(run, "play")


LINES: Final[dict[type, Callable[..., None]]] = {
    n.Draw: _draw,
    n.Burn: _burn,
    n.Discard: _discard,
    n.Banish: _simple(departures.banish),
    n.Return: _return,
    n.Recycle: _simple(departures.recycle),
    n.Put: _put,
    n.LookAt: _look,
    n.Reveal: _look,
    n.Predict: _predict,
    n.Channel: _channel,
    n.Add: _add,
    n.Score: _score,
    n.GainXp: _xp,
    n.Win: _win,
    n.PlayToken: _play_token,
    n.Play: _play,
}
