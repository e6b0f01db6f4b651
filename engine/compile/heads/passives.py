"""Passive abilities: to what they apply, what they give, and what they look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.board.zones import DOMAIN_PLACE
from riftcheck.engine.compile.core.ability_sets import ability_set, gate_of
from riftcheck.engine.compile.core.context import Context, child, given_away
from riftcheck.engine.compile.core.grants import grant_of, granted
from riftcheck.engine.compile.core.registry import HEADS, all_tests, amount, condition
from riftcheck.engine.compile.core.subjects import Unsupported, item_of
from riftcheck.engine.compile.costs import cost, masks
from riftcheck.engine.compile.heads.dependencies import BOARD_NOUNS, reads
from riftcheck.engine.compile.selectors.places import locations_of
from riftcheck.engine.compile.selectors.selections import every_one, matcher, members, type_bits
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import ANYTHING, READS_GAME, Lent, Static
from riftcheck.engine.model.chain_items import I_CARD

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.scripts import Legal, Refs
    from riftcheck.engine.model.state import State


@HEADS.register(h.Static)
def _static(ctx: Context, node: h.Static, key: str) -> list[Static]:
    inner = child(ctx, key)
    to_me = isinstance(node.to, p.Ref) and node.to.name in ("me", "this")
    _subjects(node)
    applies, selects = _applies(inner, node, to_me)
    sets = (ability_set(given_away(inner), node.abilities, f"{key}/abilities"),) if node.abilities else ()
    grant = None
    hastens = 0
    lends: tuple[Lent, ...] = ()
    if _brings(node):
        # What is played gains them for good, as it enters.
        selects, grant = "played", grant_of(ctx.pool, f"{key}/grant", (), sets)
    elif _off_board(node.to):
        hastens, lends = _hastens(node), _lends(inner, node, key)
    elif node.keywords or node.abilities:
        given = tuple(keyword for keyword in granted(node.keywords, itself=to_me) if keyword.counted is None)
        grant = grant_of(ctx.pool, f"{key}/grant", given, sets)
    might = None if node.might is None else _might(inner, node.might)
    looks = reads(node, to_me=to_me)
    ctx.pool.notes.wide = ctx.pool.notes.wide or bool(looks & READS_GAME)
    return [
        Static(
            key,
            gate_of(node.gates),
            None if node.condition is None else condition(inner, node.condition),
            applies,
            to_me,
            might,
            None if node.minimum is None else amount(inner, node.minimum),
            None if node.raise_to is None else amount(inner, node.raise_to),
            grant,
            frozenset(tag for tag in node.tags if isinstance(tag, str)),
            {None: 0, "ready": 1, "exhausted": 2}[node.enters],
            None if node.bonus_damage is None else amount(inner, node.bonus_damage),
            None if node.abilities_of is None else members(inner, node.abilities_of),
            node.which or "",
            node.extra_triggers,
            {None: 0, "first": -1, "last": 1}[node.damage_order],
            _ignored(node),
            node.might_bonus is not None,
            selects,
            looks,
            hastens,
            lends,
            _bits(node),
            _named_tags(inner, node),
            node.never_trigger,
            node.also_counts_as is not None,
            _says_friendly(node.to),
            _counted(inner, node),
            _adds(inner, node),
        )
    ]


def _adds(ctx: Context, node: h.Static) -> tuple[int, tuple[int, ...]] | None:
    """Return the energy and power that abilities of the subjects Add on top.

    :raises Unsupported: if it is not said of units, gear, legends or battlefields, or the pool has no place for it.
    """
    if node.adds is None:
        return None
    named = isinstance(node.to, p.Ref) and node.to.name in ("me", "this")
    if not named and not (isinstance(node.to, p.Selector) and _have_abilities(node.to)):
        message = "more that is added by others than me, this, or certain units, gear, legends or battlefields"
        raise Unsupported(message)
    power = masks(node.adds.power, ctx.own)
    if any(mask != w.ANY_DOMAIN and mask not in DOMAIN_PLACE for mask in power):
        message = "power of no single domain that is added"
        raise Unsupported(message)
    return node.adds.energy.value if isinstance(node.adds.energy, p.Number) else 0, power


def _have_abilities(to: p.Selector) -> bool:
    """Tell whether all that a selector says are things whose abilities may Add; a rune always adds the same."""
    more = to.or_else is None or _have_abilities(to.or_else)
    return more and set(to.nouns) <= {"unit", "gear", "Equipment", "champion", "legend", "battlefield"}


# The keywords whose value can be counted, in the order in which they are added.
VALUED: Final = ("assault", "shield", "deflect")


def _counted(ctx: Context, node: h.Static) -> tuple[Callable[[State, Env, Obj], int] | None, ...]:
    """Return the reckoning of each keyword whose value is counted; () where none is.

    :raises Unsupported: if two of one passive are of one keyword, it is Hunt or Disarm, or said of what is elsewhere.
    """
    counted = [keyword for keyword in node.keywords if keyword.counted is not None]
    if not counted:
        return ()
    names = [keyword.name for keyword in counted]
    if len(set(names)) < len(names) or _off_board(node.to) or not set(names) <= set(VALUED):
        message = "two counted values of one keyword, one of Hunt or Disarm, or one of what is not on the board"
        raise Unsupported(message)
    found = {keyword.name: _might(ctx, keyword.counted) for keyword in counted if keyword.counted is not None}
    return tuple(found.get(name) for name in VALUED)


# Quick-Draw is Reaction away from the board (CR 819); its play trigger is given to what is on the board.
TIMINGS: Final = {"action": w.K_ACTION, "reaction": w.K_REACTION, "quick-draw": w.K_QUICK_DRAW}


# The keywords that are additional costs of what is played (CR 805, 820).
LENT: Final = ("accelerate", "repeat")


def _off_board(to: p.Selection) -> bool:
    if not isinstance(to, p.Selector):
        return False
    return (
        _played(to)
        or bool({"spell", "ability"} & set(to.nouns))
        or (to.place is not None and to.place.kind in ("zone", "anywhere but"))
    )


def _played(to: p.Selector) -> bool:
    return any(isinstance(test, p.PlayedBy) for test in to.tests)


def _brings(node: h.Static) -> bool:
    """Tell whether a passive gives abilities, and nothing else, to units or gear that are played."""
    if not isinstance(node.to, p.Selector) or not _played(node.to) or not set(node.to.nouns) <= {"unit", "gear"}:
        return False
    alone = h.Static(at=node.at, gates=node.gates, to=node.to, condition=node.condition, abilities=node.abilities)
    return bool(node.abilities) and node == alone


# The nouns of what passives apply to; of an item on the chain only its damage, of a label only its triggers.
_APPLIES_TO: Final = BOARD_NOUNS | {"chosen champion", "rune", "card"}


def _subjects(node: h.Static) -> None:
    """Refuse a passive with a part that its subjects cannot have.

    :raises Unsupported: if it says something of what is not on the board, but the timing of cards or bonus damage.
    """
    if node.ignores in ("tank", "backline") and node.to != p.Ref("you"):
        message = "keywords that others than you ignore"
        raise Unsupported(message)
    of_items = node.bonus_damage is not None or node.extra_triggers or node.never_trigger or node.ignores == "deflect"
    if not isinstance(node.to, p.Selector) or of_items:
        return
    # What is played may enter ready.
    enters = None if "spell" in node.to.nouns or not _played(node.to) else node.enters
    of_playing = node == h.Static(
        at=node.at, gates=node.gates, to=node.to, condition=node.condition, keywords=node.keywords, enters=enters
    )
    if (_off_board(node.to) and not (of_playing or _brings(node))) or not set(node.to.nouns) <= _APPLIES_TO | {
        "spell",
        "ability",
    }:
        message = "a passive of what is not on the board, but for keywords of playing it and bonus damage"
        raise Unsupported(message)


def _hastens(node: h.Static) -> int:
    """Return the timing keywords for cards that are not on the board; others would have to change their price or text.

    :raises Unsupported: if there are others.
    """
    names = [keyword.name for keyword in node.keywords]
    if node.abilities or any(name not in TIMINGS and name not in LENT for name in names):
        message = "keywords granted to cards that are not on the board"
        raise Unsupported(message)
    return sum(TIMINGS[name] for name in dict.fromkeys(names) if name in TIMINGS)


def _lends(ctx: Context, node: h.Static, key: str) -> tuple[Lent, ...]:
    """Return the additional costs that are given to what is played.

    :raises Unsupported: if nothing that it is given to could have it.
    """
    given = [keyword for keyword in node.keywords if keyword.name in LENT]
    nouns = node.to.nouns if isinstance(node.to, p.Selector) else ()
    place = node.to.place if isinstance(node.to, p.Selector) else None
    if given and place is not None and place.kind != "anywhere but":
        message = "an additional cost given to cards in a zone: say of what is played"
        raise Unsupported(message)
    made: list[Lent] = []
    for number, keyword in enumerate(given):
        ready = keyword.name == "accelerate"
        if not set(nouns) <= ({"unit", "card"} if ready else {"spell", "ability", "card"}):
            message = f"{keyword.name} given to a {' or '.join(nouns)}"
            raise Unsupported(message)
        at = f"{key}/{keyword.name}/{number}"
        price = None
        if not keyword.its_cost and keyword.cost is not None:
            price = cost(ctx, keyword.cost, ctx.own, f"{at}/cost")
        made.append(Lent(at, keyword.name, price, ready))
    return tuple(made)


def _ignored(node: h.Static) -> int:
    """Return the keyword that is ignored: Deflect while something is paid for, the others in combat (CR 764-767).

    :raises Unsupported: if nobody would ignore it so.
    """
    spell = _off_board(node.to) or (isinstance(node.to, p.Ref) and node.to.name == "this")
    if node.ignores is not None and spell != (node.ignores == "deflect"):
        message = f"{node.ignores} ignored by {'spells' if spell else 'what is no spell or ability'}"
        raise Unsupported(message)
    return {None: 0, "tank": w.K_TANK, "backline": w.K_BACKLINE, "deflect": w.K_DEFLECT}[node.ignores]


def _bits(node: h.Static) -> int:
    """Return the types of objects that a passive can apply to."""
    if not isinstance(node.to, p.Selector) or node.to.or_else is not None or node.might_bonus is not None:
        return ANYTHING
    return type_bits(node.to.nouns, node.to.place)


def _applies(ctx: Context, node: h.Static, to_me: bool) -> tuple[Legal, str]:
    """Return the test that a passive applies to a thing, and the sort of its subjects: targets, items, a label."""
    if node.extra_triggers or node.never_trigger:
        return _effects_at(ctx, node.to), str(_label_number(node.to))
    if node.bonus_damage is not None:
        return _bonus_applies(ctx, node)
    if to_me:
        return (lambda s, env, ref: ref in (env.me, env.this)), "object"
    if isinstance(node.to, p.Selector):
        return matcher(ctx, every_one(node.to)), "object"
    refs = members(ctx, node.to)
    return (lambda s, env, ref: ref in refs(s, env)), "object"


def _named_tags(ctx: Context, node: h.Static) -> Refs | None:
    named = [ctx.refs(tag) for tag in node.tags if isinstance(tag, p.Ref)]
    return named[0] if named else None


def _effects_at(ctx: Context, to: p.Selection) -> Legal:
    """Return the test of the location of labelled effects of yours: anywhere, or where the words say."""
    if not isinstance(to, p.Selector) or to.place is None:
        return lambda s, env, loc: True
    locs = locations_of(ctx, to.place)
    return lambda s, env, loc: loc in locs(s, env)


def _says_friendly(selection: p.Selection) -> bool:
    return isinstance(selection, p.Selector) and p.State("friendly") in selection.tests


def _label_number(selection: p.Selection) -> int:
    labels = {
        "deathknell": w.E_DIE,
        "conquer": w.E_CONQUER,
        "hold": w.E_HOLD,
        "play": w.E_PLAY,
        "attack": w.E_ATTACK,
        "defend": w.E_DEFEND,
        "temporary": w.E_PHASE,
    }
    if isinstance(selection, p.Selector):
        found = next((test for test in selection.tests if isinstance(test, p.AbilityLabel)), None)
        # The engine counts them for the player whose passive it is, for all that they control.
        plain = p.Selector("all", ("ability",), p.Number(0), None, tests=selection.tests, place=selection.place)
        if found is not None and selection == plain:
            label = p.AbilityLabel(found.label)
            if set(selection.tests) in ({p.State("your"), label}, {p.State("friendly"), label}):
                return labels[found.label] + 1
    message = "extra triggers of other abilities than all of yours, or all friendly ones, with one label"
    raise Unsupported(message)


def _bonus_applies(ctx: Context, node: h.Static) -> tuple[Legal, str]:
    """Bonus Damage of some spells and abilities, or of all damage dealt to some units (Void Gate)."""
    to = node.to
    nouns = set(to.nouns) if isinstance(to, p.Selector) else set()
    if nouns & {"spell", "ability"}:
        assert isinstance(to, p.Selector)
        fits = _dealer(ctx, to)
        return fits, "dealer"
    if isinstance(to, p.Selector):
        return matcher(ctx, every_one(to)), "target"
    refs = members(ctx, to)
    return (lambda s, env, ref: ref in refs(s, env)), "dealer"


def _dealer(ctx: Context, to: p.Selector) -> Legal:
    """Return the test that the item that deals is a spell (or ability) of the player that the words name."""
    spells, abilities = "spell" in to.nouns, "ability" in to.nouns
    fits = all_tests(ctx, to.tests)

    def deals(s: State, env: Env, ref: int) -> bool:
        item = item_of(s, ref)
        if item is None:
            return False
        spell = item.kind == I_CARD
        if not (abilities if not spell else spells):
            return False
        return fits is None or fits(s, env, ref)

    return deals


def _might(ctx: Context, node: p.Amount) -> Callable[[State, Env, Obj], int]:
    ctx.reckoned = True
    number = amount(ctx, node)
    ctx.reckoned = False

    def might(s: State, env: Env, o: Obj) -> int:
        before, env.it = env.it, o.id
        value = number(s, env)
        env.it = before
        return value

    return might
