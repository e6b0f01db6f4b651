"""Selections as closures: the candidates, the test that one thing still fits, and the objects of a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.compile.core.registry import all_tests, amount
from riftcheck.engine.compile.core.subjects import (
    Unsupported,
    controller_of,
    d_of,
    is_token,
    item_of,
    loc_of,
    owner_of,
    self_ref,
    speaker,
)
from riftcheck.engine.compile.core.vocabulary import NOUN_BITS
from riftcheck.engine.compile.selectors.places import locations_of
from riftcheck.engine.compile.selectors.zone_tests import LISTS, in_zone_test, played_from_elsewhere
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, Item
from riftcheck.engine.model.references import card_def, card_ref, def_behind, ref_card
from riftcheck.engine.model.turn_order import opponents, players_from

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.scripts import Legal, Refs
    from riftcheck.engine.model.state import State

# The places at which a group must be together.
OF_GROUP = frozenset({"one battlefield", "same location", "same battlefield"})
ELSEWHERE = frozenset({"player", "opponent", "other player", "location", "ability"})


def type_bits(nouns: tuple[str, ...], place: p.Place | None = None) -> int:
    """Return the type bits that any of some nouns means; something on the board may be a battlefield too.

    The cards of a rune deck are runes; elsewhere a card is one of the Main Deck.

    :raises Unsupported: if a noun has no type.
    """
    bits = w.BATTLEFIELD if place is not None and place.kind == "board" and "something" in nouns else 0
    if place is not None and place.zone == "rune deck" and "card" in nouns:
        bits |= w.RUNE
    for noun in nouns:
        if noun not in NOUN_BITS and noun not in ELSEWHERE:
            message = f"the noun {noun}"
            raise Unsupported(message)
        bits |= NOUN_BITS.get(noun, 0)
    return bits


def every_one(sel: p.Selector) -> p.Selector:
    """Return a selector of which all that fit are meant, and none is chosen.

    :raises Unsupported: if it says how many, or what a group must be, which nothing would be held against.
    """
    if (sel.mode, sel.low, sel.high) not in (("bare", p.Number(1), p.Number(1)), ("all", p.Number(0), None)):
        message = "a number of things where all that fit are meant"
        raise Unsupported(message)
    of_group = sel.place is not None and sel.place.kind in OF_GROUP
    if of_group or sel.total is not None or sel.same_controller:
        message = "a group as a whole where all that fit are meant"
        raise Unsupported(message)
    return sel


def members(ctx: Context, selection: p.Selection) -> Refs:
    """Return the function of the references of a selection, all that there are now, without any choice.

    :raises Unsupported: if the engine cannot select so.
    """
    if isinstance(selection, p.Ref):
        return ctx.refs(selection)
    if isinstance(selection, p.Top):
        return _top(ctx, selection)
    if isinstance(selection, p.Whole):
        return _whole(ctx, selection)
    if isinstance(selection, p.RestOf):
        return _rest(ctx, selection)
    if isinstance(selection, p.Both):
        parts = [members(ctx, part) for part in selection.parts]
        return lambda s, env: list(dict.fromkeys(ref for part in parts for ref in part(s, env)))
    if isinstance(selection, p.Selector):
        return candidates(ctx, every_one(selection))
    message = f"the selection {type(selection).__name__}"
    raise Unsupported(message)


def _top(ctx: Context, node: p.Top) -> Refs:
    count = amount(ctx, node.count)
    who = ctx.who(node.whose)
    kind = node.deck

    def top(s: State, env: Env) -> list[int]:
        found: list[int] = []
        # "That deck" is the one of the event, of which only its owner is bound besides.
        runes = kind == "rune deck" or (kind == "that deck" and env.origin == w.Z_RUNE_DECK)
        for player in who(s, env):
            deck = s.players[player].rune_deck if runes else s.players[player].deck
            number = count(s, env)
            found += [card_ref(s, card) for card in reversed(deck[-number:] if number > 0 else [])]
        return found

    return top


def _whole(ctx: Context, node: p.Whole) -> Refs:
    who = ctx.who(node.whose)
    cards = LISTS.get(node.zone)
    if cards is None:
        message = f"the zone {node.zone}"
        raise Unsupported(message)
    return lambda s, env: [card_ref(s, card) for player in who(s, env) for card in cards(s, player)]


def _rest(ctx: Context, node: p.RestOf) -> Refs:
    held = ctx.refs(node.ref)

    def rest(s: State, env: Env) -> list[int]:
        return [ref for ref in held(s, env) if ref in s.board or ref_card(s, ref) >= 0]

    return rest


# --- what a selector may choose from ----------------------------------------------------------------------------------


def matcher(ctx: Context, sel: p.Selector, *, there: bool = False) -> Legal:
    """Return the test that one thing fits a selector: its kind, its tests, its place.

    With `other` it is neither the source nor what `it` is, such as the thing of the event; in the number of a passive
    it is another than the one that this is reckoned for. `there`: its place is known to be the selector's.
    """
    bits = type_bits(sel.nouns, sel.place)
    fits = all_tests(ctx, sel.tests)
    place = _place_of(sel)
    where = _place_test(ctx, place)
    if there:
        where = None
    facedown = any(isinstance(each, p.State) and each.word == "facedown" for each in sel.tests)
    players = {"player", "opponent", "other player"} & set(sel.nouns)
    in_game = _players(players)
    fields = bool({"battlefield", "location"} & set(sel.nouns))
    abilities = "ability" in sel.nouns
    other = sel.other
    of_source = other and not ctx.reckoned
    more = None if sel.or_else is None else matcher(ctx, sel.or_else)
    somewhere = place is not None and place.kind in ("zone", "in")
    cards_only = sel.nouns == ("card",)
    chosen_champion = "chosen champion" in sel.nouns

    def match(s: State, env: Env, ref: int) -> bool:
        if more is not None and more(s, env, ref):
            return True
        o = None if ref <= -2 else s.board.get(ref)
        d: CardDef | None
        if o is not None:
            d = o.d
            if players or o.facedown != facedown or not d.types & bits:
                return False
            if (other and ref == env.it) or (of_source and ref == env.me):
                return False
        elif other and ref in (env.me, env.it, self_ref(s, env)):
            return False
        elif players:
            # CR 355.7: a target that must still be what was chosen, and in the game.
            return ref in in_game(s, env) and (fits is None or fits(s, env, ref))
        elif fields and w.REF_LOCATION <= ref < w.FIRST_ID:
            if other and s.locs[ref - w.REF_LOCATION].bf in (env.me, env.it):
                return False
            return (fits is None or fits(s, env, ref)) and (where is None or where(s, env, ref))
        else:
            d = def_behind(s, ref) if ref <= -2 else d_of(s, env, ref)
            item = None if ref < w.FIRST_ID else item_of(s, ref)
            if item is not None and item.kind != I_CARD:
                if not abilities:
                    return False
            elif d is None or not d.types & bits:
                return False
            if not somewhere and item is None and ref < 0 and bits & w.PERMANENT and not bits & w.SPELL:
                return _known_here(ref) and (fits is None or fits(s, env, ref))
        if cards_only and is_token(s, env, ref):
            return False  # CR 185: tokens are not cards
        if chosen_champion and not _is_chosen_champion(s, env, ref):
            return False
        if fits is not None and not fits(s, env, ref):
            return False
        return where is None or where(s, env, ref)

    return match


def _is_chosen_champion(s: State, env: Env, ref: int) -> bool:
    """CR 103.3.a.3: every copy of the card that a player chose is their Chosen Champion."""
    d, owner = d_of(s, env, ref), owner_of(s, env, ref)
    if d is None or owner < 0 or is_token(s, env, ref):
        return False
    chosen = s.players[owner].champion_card
    return chosen >= 0 and card_def(s, chosen) is d


def _known_here(ref: int) -> bool:
    """A permanent off the board fits a phrase about the board only as the event at hand noted it, or in a price."""
    return ref < 0


def _place_test(ctx: Context, place: p.Place | None) -> Legal | None:
    if place is None:
        return None
    if place.kind == "in" and place.ref is not None:
        refs = ctx.refs(place.ref)
        return lambda s, env, ref: ref in refs(s, env)
    if place.kind == "attached to" and place.ref is not None:
        tops = ctx.refs(place.ref)
        return lambda s, env, ref: ref in s.board and s.board[ref].attached_to in tops(s, env)
    if place.kind == "zone":
        return in_zone_test(ctx, place)
    if place.kind == "anywhere but":
        return played_from_elsewhere(ctx, place)
    if place.kind == "combat":
        return lambda s, env, ref: ref in s.board and s.board[ref].role != 0
    if place.kind in ("chain", "board"):
        return None
    locs = locations_of(ctx, place)
    if place.kind == "base" and place.whose in ("its controller", "its owner"):
        return lambda s, env, ref: loc_of(s, env, ref) == controller_of(s, env, ref)
    return lambda s, env, ref: loc_of(s, env, ref) in locs(s, env)


def candidates(ctx: Context, sel: p.Selector) -> Refs:
    """Return the function of the references that a selector may choose from now, in a fixed order.

    :raises Unsupported: if the engine cannot tell what the selector says.
    """
    source, there = _source(ctx, sel)
    match = matcher(ctx, sel, there=there)

    def found(s: State, env: Env) -> list[int]:
        return [ref for ref in source(s, env) if match(s, env, ref)]

    if sel.or_else is None:
        return found
    if (sel.or_else.mode, sel.or_else.low, sel.or_else.high) != (sel.mode, sel.low, sel.high):
        message = "another number of the one kind than of the other"
        raise Unsupported(message)
    rest = candidates(ctx, sel.or_else)
    return lambda s, env: list(dict.fromkeys([*found(s, env), *rest(s, env)]))


def _place_of(sel: p.Selector) -> p.Place | None:
    """Return the place of a selector: the Champion Zone for a Chosen Champion without one (CR 355.9.a.5)."""
    if sel.place is None and sel.nouns == ("chosen champion",):
        mine = any(isinstance(each, p.State) and each.word == "your" for each in sel.tests)
        return p.Place("zone", whose="you" if mine else "any", zone="champion zone")
    return sel.place


def _source(ctx: Context, sel: p.Selector) -> tuple[Refs, bool]:
    """Return the function of the references to choose from, and True where all of them are in the selector's place."""
    nouns = set(sel.nouns)
    place = _place_of(sel)
    if {"player", "opponent", "other player"} & nouns:
        return _players(nouns), False
    if place is not None and place.kind == "in" and place.ref is not None:
        return ctx.refs(place.ref), True
    if place is not None and place.kind == "zone":
        return _whole(ctx, p.Whole(place.whose or "you", place.zone or "hand")), True
    if {"battlefield", "location"} & nouns:
        return _fields(ctx, nouns, place), False
    if {"spell", "ability"} & nouns and not nouns & {"unit", "gear", "card"}:
        return _chain, False
    if any(isinstance(each, p.State) and each.word == "facedown" for each in sel.tests) and "card" in nouns:
        return _facedown, False
    # The owner of that base differs from thing to thing, so each is tested for its own.
    whose = place is not None and place.kind == "base" and place.whose in ("its controller", "its owner")
    return _board(ctx, sel), _is_of_locations(place) and not whose


def _players(nouns: set[str]) -> Refs:
    if "opponent" in nouns:
        return lambda s, env: opponents(s, env.you) if speaker(env) >= 0 else []
    if "other player" in nouns:
        return lambda s, env: players_from(s, env.you)[1:] if speaker(env) >= 0 else []
    return lambda s, env: players_from(s, env.you if env.you >= 0 else s.tp)


def _fields(ctx: Context, nouns: set[str], place: p.Place | None) -> Refs:
    if place is not None:
        locs = locations_of(ctx, place)
        return lambda s, env: [w.REF_LOCATION + loc for loc in locs(s, env)]
    if "location" in nouns:
        return lambda s, env: [w.REF_LOCATION + loc for loc in range(len(s.locs))]
    return lambda s, env: [w.REF_LOCATION + loc for loc in range(len(s.players), len(s.locs))]


def _chain(s: State, env: Env) -> list[int]:
    own = env.id if isinstance(env, Item) else w.NOBODY
    return [item.id for item in s.chain if item.id != own and not item.pending]


def _facedown(s: State, _env: Env) -> list[int]:
    return [oid for at in s.locs for oid in at.facedown]


def _is_of_locations(place: p.Place | None) -> bool:
    """Tell whether a place is some locations, whose objects are gone through."""
    return place is not None and place.kind not in ("attached to", "combat", "chain", "board")


def _board(ctx: Context, sel: p.Selector) -> Refs:
    """Walk the units and gear of the locations that the place allows; legends and runes are elsewhere."""
    bits = type_bits(sel.nouns, sel.place)
    place = sel.place
    locs = locations_of(ctx, place) if place is not None and _is_of_locations(place) else None
    champion = "champion" in sel.nouns or "chosen champion" in sel.nouns

    def board(s: State, env: Env) -> list[int]:
        found: list[int] = []
        for loc in range(len(s.locs)) if locs is None else locs(s, env):
            at = s.locs[loc]
            if bits & (w.UNIT | w.CHAMPION) or champion:
                found += at.units
            if bits & (w.GEAR | w.EQUIPMENT):
                found += [oid for oid in at.gear if oid not in found]
                # CR 178.3: a unit that is gear as well is either.
                found += [oid for oid in at.units if oid not in found and s.board[oid].d.types & bits]
        if locs is None and bits & w.LEGEND:
            found += [oid for pl in s.players if not pl.gone for oid in (pl.legend, *pl.legends) if oid >= 0]
        if locs is None and bits & w.RUNE:
            found += [oid for pl in s.players for oid in pl.runes]
        if locs is None and bits & w.BATTLEFIELD:
            found += [at.bf for at in s.locs if at.bf >= 0]
        return found

    return board
