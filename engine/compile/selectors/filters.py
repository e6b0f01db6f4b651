"""Tests that a candidate must pass, as closures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.board.timing import timing_keywords
from riftcheck.engine.board.zones import has_units
from riftcheck.engine.compile.core.registry import TESTS, amount
from riftcheck.engine.compile.core.subjects import (
    Unsupported,
    controller_of,
    d_of,
    is_null,
    item_of,
    kw_of,
    might_of,
    owner_of,
    tags_of,
)
from riftcheck.engine.compile.core.vocabulary import DOMAIN_BITS, NOUN_BITS, OPERATORS
from riftcheck.engine.compile.selectors.selections import candidates, every_one, matcher
from riftcheck.engine.compile.selectors.states import STATES
from riftcheck.engine.costs.affordability import targeted_by
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import AMBUSH
from riftcheck.engine.model.chain_items import I_CARD, Item
from riftcheck.engine.model.definitions import tag_names
from riftcheck.engine.model.references import ref_card

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.objects import Snap
    from riftcheck.engine.model.scripts import Legal
    from riftcheck.engine.model.state import State

# The name under which an item keeps its picks, where its text asks.
PICKED: Final = "#picked"


def _negate(legal: Legal, negated: bool) -> Legal:
    if not negated:
        return legal
    return lambda s, env, ref: not legal(s, env, ref)


@TESTS.register(p.State)
def _state(_ctx: Context, node: p.State) -> Legal:
    found = STATES.get(node.word)
    if found is None:
        message = f"the state {node.word}"
        raise Unsupported(message)
    return _negate(found, node.negated)


@TESTS.register(p.OfDomain)
def _of_domain(_ctx: Context, node: p.OfDomain) -> Legal:
    bit = DOMAIN_BITS[node.domain]

    def of_domain(s: State, env: Env, ref: int) -> bool:
        d = d_of(s, env, ref)
        return d is not None and bool(d.domains & bit)

    return _negate(of_domain, node.negated)


@TESTS.register(p.HasTag)
def _has_tag(ctx: Context, node: p.HasTag) -> Legal:
    tag = node.tag
    if isinstance(tag, p.Ref):
        named = ctx.refs(tag)

        def has_named(s: State, env: Env, ref: int) -> bool:
            names = tag_names(s.pool)
            return any(names[place] in tags_of(s, env, ref) for place in named(s, env))

        return _negate(has_named, node.negated)
    return _negate(lambda s, env, ref: tag in tags_of(s, env, ref), node.negated)


@TESTS.register(p.IsKind)
def _is_kind(_ctx: Context, node: p.IsKind) -> Legal:
    return _negate(kind_test(node.noun), node.negated)


def kind_test(noun: str) -> Legal:
    """Return the test that a thing is of a noun's kind.

    :raises Unsupported: if the engine cannot tell that noun.
    """
    bits = NOUN_BITS.get(noun)
    if bits is None:
        message = f"the noun {noun}"
        raise Unsupported(message)

    def is_kind(s: State, env: Env, ref: int) -> bool:
        d = d_of(s, env, ref)
        return d is not None and bool(d.types & bits)

    return is_kind


@TESTS.register(p.Measure)
def _measure(ctx: Context, node: p.Measure) -> Legal:
    compare = OPERATORS[node.operator]
    limit = amount(ctx, node.amount)
    trait = node.trait

    def measure(s: State, env: Env, ref: int) -> bool:
        bound = limit(s, env)
        value = trait_of(s, env, ref, trait)
        return not is_null(bound) and not is_null(value) and compare(value, bound)

    return measure


def trait_of(s: State, env: Env, ref: int, trait: str) -> int:
    """Return a trait of a thing: Might as it is, printed energy and power (CR 206); NULL where it has none."""
    if trait == "might":
        return might_of(s, env, ref)
    d = d_of(s, env, ref)
    if d is None:
        return -(10**9)
    return d.energy if trait == "energy" else len(d.power)


@TESTS.register(p.WithKeyword)
def _with_keyword(_ctx: Context, node: p.WithKeyword) -> Legal:
    bit = w.KEYWORD_BITS[node.keyword]
    if node.keyword == "reaction":
        bit |= w.K_QUICK_DRAW  # CR 819.1.b
        return _negate(
            lambda s, env, ref: bool(kw_of(s, env, ref) & bit) or _hastened(s, ref, bit) or _ambushes(s, ref),
            node.negated,
        )
    return _negate(lambda s, env, ref: bool(kw_of(s, env, ref) & bit), node.negated)


def _hastened(s: State, ref: int, bits: int) -> bool:
    """Tell whether a card that is being played has such a keyword by a text, its own or another's (CR 813.4)."""
    item = item_of(s, ref)
    return item is not None and item.kind == I_CARD and bool(timing_keywords(s, item) & bits)


def _ambushes(s: State, ref: int) -> bool:
    """Tell whether a unit is being played by its Ambush, and so has Reaction (CR 822.1.b, 822.1.d).

    Before its place is chosen it is so where there is no other way: in a showdown, or in answer to something.
    """
    item = item_of(s, ref)
    if item is None or item.kind != I_CARD or not item.d.kw & w.K_AMBUSH:
        return False
    place = item.loc if item.loc >= 0 else item.only_to
    if place < 0:
        return not item.limited and (s.showdown >= 0 or any(other is not item for other in s.chain))
    if place < len(s.players):
        return False
    return has_units(s, item.you, place) or any(
        can.act == AMBUSH and can.places is not None and place in can.places(s, item) for can in item.d.main.cans
    )


@TESTS.register(p.NamedCard)
def _named(ctx: Context, node: p.NamedCard) -> Legal:
    name = node.name
    if isinstance(name, p.Ref):
        known = ctx.refs(name)

        def named_so(s: State, env: Env, ref: int) -> bool:
            d = d_of(s, env, ref)
            return d is not None and d.index in known(s, env)

        return named_so

    def named(s: State, env: Env, ref: int) -> bool:
        d = d_of(s, env, ref)
        return d is not None and d.name == name

    return named


@TESTS.register(p.Controlled)
def _controlled(ctx: Context, node: p.Controlled) -> Legal:
    who, team = ctx.who(node.who), node.team

    def controlled(s: State, env: Env, ref: int) -> bool:
        player = controller_of(s, env, ref)
        if team:
            return player >= 0 and any(s.team[player] == s.team[other] for other in who(s, env))
        return player in who(s, env)

    return _negate(controlled, node.negated)


@TESTS.register(p.Owned)
def _owned(ctx: Context, node: p.Owned) -> Legal:
    who = ctx.who(node.who)
    return lambda s, env, ref: owner_of(s, env, ref) in who(s, env)


@TESTS.register(p.PlayedBy)
def _played_by(ctx: Context, node: p.PlayedBy) -> Legal:
    who = ctx.who(node.who)
    return lambda s, env, ref: controller_of(s, env, ref) in who(s, env)


@TESTS.register(p.Choosing)
def _choosing(ctx: Context, node: p.Choosing) -> Legal:
    ctx.pool.notes.asked.add(w.E_CHOOSE)
    fits = chosen_test(ctx, node.selector)
    only = node.only
    others = None if node.no_other is None else matcher(ctx, every_one(node.no_other))

    def choosing(s: State, env: Env, ref: int) -> bool:
        # CR 359.3.e.9.a: what is no legal target any more counts, what has left the board does not.
        targets = [target for target in targets_of(s, ref) if target in s.board or _stays_off(s, target)]
        hits = [target for target in targets if fits(s, env, target)]
        if not hits or (only and not len(hits) == len(targets) == 1):
            return False
        return others is None or not any(target not in hits and others(s, env, target) for target in targets)

    if not _says_they(node.selector):
        return choosing

    def choosing_of_theirs(s: State, env: Env, ref: int) -> bool:
        # "friendly to them" is said of whoever plays what chooses.
        item, before = item_of(s, ref), env.who
        env.who = before if item is None else item.you
        try:
            return choosing(s, env, ref)
        finally:
            env.who = before

    return choosing_of_theirs


def _stays_off(s: State, ref: int) -> bool:
    """Return True if a target is off the board, in the zone in which it was chosen."""
    return ref < 0 and (ref_card(s, ref) >= 0 or not s.rules.moved_cards_not_chosen)


def _says_they(chosen: p.Selector | p.Ref) -> bool:
    return isinstance(chosen, p.Selector) and any(
        isinstance(test, p.Controlled) and test.who in ("they", "that player") for test in chosen.tests
    )


def chosen_test(ctx: Context, chosen: p.Selector | p.Ref) -> Legal:
    """Return the test that a target is what a phrase about choosing says: one that fits, or the thing of a name."""
    if isinstance(chosen, p.Selector):
        return matcher(ctx, every_one(chosen))
    refs = ctx.refs(chosen)
    return lambda s, env, ref: ref in refs(s, env)


def targets_of(s: State, ref: int) -> Sequence[int]:
    """Return the targets of a chain item: as announced, while it is played those so far, or of one that is over."""
    item = item_of(s, ref)
    if item is None:
        return [ev.subject for ev in s.history if ev.kind == w.E_CHOOSE and ev.other == ref]
    if not item.pending and item.id >= 0:
        return item.targets_seen
    return [chosen for _, chosen in targeted_by(item)]


@TESTS.register(p.ChosenBy)
def _chosen_by(ctx: Context, node: p.ChosenBy) -> Legal:
    if isinstance(node.by, p.Ref):
        return lambda s, env, ref: isinstance(env, Item) and any(ref == chosen for _, chosen in targeted_by(env))
    found = candidates(ctx, every_one(node.by))
    return lambda s, env, ref: any(ref in targets_of(s, item) for item in found(s, env))


@TESTS.register(p.InCombatWith)
def _in_combat_with(ctx: Context, node: p.InCombatWith) -> Legal:
    found = candidates(ctx, every_one(node.other))

    def in_combat_with(s: State, env: Env, ref: int) -> bool:
        if ref not in s.board or not s.board[ref].role:
            return False
        return any(other != ref and s.board[other].role for other in found(s, env) if other in s.board)

    return in_combat_with


@TESTS.register(p.AbilityOf)
def _ability_of(ctx: Context, node: p.AbilityOf) -> Legal:
    fits = matcher(ctx, every_one(node.of))

    def ability_of(s: State, env: Env, ref: int) -> bool:
        item = item_of(s, ref)
        return item is not None and item.kind != I_CARD and source_fits(s, env, fits, item.me, item.snaps)

    return ability_of


def source_fits(s: State, env: Env, fits: Legal, source: int, snaps: Mapping[int, Snap]) -> bool:
    """Tell whether what has an ability fits, as it was noted if it has left the board (CR 359.3.e.12)."""
    if source in s.board or source not in snaps:
        return fits(s, env, source)
    before, env.snaps = env.snaps, {**env.snaps, source: snaps[source]}
    try:
        return fits(s, env, source)
    finally:
        env.snaps = before


@TESTS.register(p.AmongNames)
def _among(ctx: Context, node: p.AmongNames) -> Legal:
    refs = ctx.refs(node.ref)
    return _negate(lambda s, env, ref: ref in refs(s, env), node.negated)


def _not_chosen_this_turn(s: State, env: Env, ref: int) -> bool:
    """Tell whether nothing but the item that asks has targeted a thing this turn."""
    own = env.id if isinstance(env, Item) else w.NOBODY
    return not any(ev.kind == w.E_CHOOSE and ev.subject == ref and ev.other != own for ev in s.history)


@TESTS.register(p.HasMoved)
def _has_moved(ctx: Context, node: p.HasMoved) -> Legal:
    ctx.pool.notes.asked.add(w.E_MOVE)
    wanted = not node.negated
    return lambda s, _env, ref: any(ev.kind == w.E_MOVE and ev.subject == ref for ev in s.history) == wanted


@TESTS.register(p.NotChosen)
def _not_chosen(ctx: Context, node: p.NotChosen) -> Legal:
    if node.span == "this turn":
        ctx.pool.notes.asked.add(w.E_CHOOSE)
        return _not_chosen_this_turn
    slot = ctx.slot(PICKED)

    def not_chosen(_s: State, env: Env, ref: int) -> bool:
        if isinstance(env, Item) and any(ref in chosen for chosen in env.chosen):
            return False
        return ref not in env.slots[slot]

    return not_chosen
