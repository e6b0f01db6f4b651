"""Card definitions: facts of the database and abilities of the language, compiled for the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.names.binder import its
from riftcheck.carddb.abilities.traversal import lines_in, within
from riftcheck.carddb.abilities.traversal import own as own_fields
from riftcheck.engine.board.ability_index import TIMES_EMPOWERED, rule_value
from riftcheck.engine.compile import heads
from riftcheck.engine.compile.core.ability_sets import ability_set
from riftcheck.engine.compile.core.context import Context
from riftcheck.engine.compile.core.grants import grant_of, granted, keyword_bits, merge, value_of
from riftcheck.engine.compile.core.subjects import Unsupported, compiling
from riftcheck.engine.compile.core.vocabulary import DOMAIN_BITS
from riftcheck.engine.compile.costs import cost
from riftcheck.engine.compile.keywords import define_keywords
from riftcheck.engine.compile.second_texts import second_text
from riftcheck.engine.compile.statements.sequences import lines
from riftcheck.engine.compile.statements.weaponmaster import EQUIP
from riftcheck.engine.compile.values.amounts import constant
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import (
    NO_GRANT,
    NOTHING,
    AbilitySet,
    Extra,
    Grant,
)
from riftcheck.engine.model.definitions import BLANK, CardDef, CardText, Notes, Pool
from riftcheck.engine.model.scripts import CostDef, Script

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.state import State

# Their import, and that of what they are made of, has registered the compilers of every kind of node.
_REGISTERED: Final = heads

TYPE_BITS: Final = {
    "Unit": w.UNIT,
    "Gear": w.GEAR,
    "Spell": w.SPELL,
    "Rune": w.RUNE,
    "Legend": w.LEGEND,
    "Battlefield": w.BATTLEFIELD,
}
SUPERTYPE_BITS: Final = {"Champion": w.CHAMPION, "Signature": w.SIGNATURE, "Token": w.TOKEN, "Basic": 0}


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one card that the engine plays with. `power` counts Power symbols; `unsupported` is why not."""

    name: str
    types: tuple[str, ...]
    supertypes: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    energy: int = 0
    power: int = 0
    might: int = 0
    bonus: int = 0
    tags: tuple[str, ...] = ()
    equipment: bool = False
    abilities: h.CardAbilities | None = None
    unsupported: str = ""
    champion_tag: str = ""


def type_bits(facts: Facts) -> int:
    """Return the types and supertypes of a card as bits."""
    bits = 0
    for name in facts.types:
        bits |= TYPE_BITS[name]
    for name in facts.supertypes:
        bits |= SUPERTYPE_BITS[name]
    return bits | (w.EQUIPMENT if facts.equipment or "Equipment" in facts.tags else 0)


def domain_bits(facts: Facts) -> int:
    """Return the domains of a card as bits."""
    bits = 0
    for name in facts.domains:
        bits |= DOMAIN_BITS[name]
    return bits


def build(cards: Iterable[Facts], own_power_is_own: bool = True) -> Pool:
    """Return a pool of compiled definitions; if a card cannot be compiled, `unsupported` has the reason.

    `own_power_is_own`: [C] of a card of two domains means these two only (CR 135.2.e.6.c), else any.
    """
    pool = empty_pool()
    for facts in cards:
        add(pool, facts, own_power_is_own=own_power_is_own)
    close(pool)
    return pool


def empty_pool() -> Pool:
    """Return a pool with the keywords and no cards."""
    pool = Pool()
    define_keywords(pool)
    return pool


def close(pool: Pool) -> None:
    """Add the battlefield that replaces that of a removed player, if the pool does not have it (CR 652.2.a)."""
    if BLANK not in pool.by_name:
        add(pool, Facts(BLANK, ("Battlefield",), ("Token",)))


def own_mask(domains: int, own_power_is_own: bool) -> int:
    """Return the mask of domains that pay [C] of a card of these domains."""
    if not domains:
        return w.ANY_DOMAIN
    if domains & (domains - 1) and not own_power_is_own:
        return w.ANY_DOMAIN
    return domains


def add(pool: Pool, facts: Facts, own_power_is_own: bool = True) -> CardDef:
    """Compile one card into a pool and return its definition."""
    d = enter(pool, facts, own_power_is_own)
    d.complete(compiled(pool, d, facts))
    return d


def enter(pool: Pool, facts: Facts, own_power_is_own: bool = True) -> CardDef:
    """Add the facts of one card to a pool and return its definition, without compiled fields."""
    domains = domain_bits(facts)
    own = own_mask(domains, own_power_is_own)
    d = CardDef(
        len(pool.defs),
        facts.name,
        type_bits(facts),
        facts.energy,
        (own,) * facts.power,
        domains,
        own,
        facts.might,
        facts.bonus,
        frozenset(facts.tags),
        facts.champion_tag,
    )
    pool.defs.append(d)
    pool.by_name[facts.name] = d.index
    return d


def compiled(pool: Pool, d: CardDef, facts: Facts) -> CardText:
    """Compile the abilities of a card; if the engine cannot execute them, `unsupported` has the reason."""
    pool.notes = Notes()
    made = _Compiled()
    reason, at = facts.unsupported, ""
    if not reason and facts.abilities is not None:
        try:
            made = _compile(pool, facts, d.own)
        except Unsupported as why:
            reason, at = str(why), why.at
    text = _text(made, pool.notes, reason, at)
    pool.tokens |= pool.notes.tokens
    if d.types & (w.UNIT | w.GEAR):
        # Its rules text, as it can be copied (CR 479.1.b.1).
        copied = second_text(pool, text.main)
        grant = Grant(
            f"{d.name}/text", text.kw, text.assault, text.shield, text.deflect, text.hunt, copied, text.disarm
        )
        pool.found[grant.key] = grant
    return text


@dataclass(slots=True)
class _Compiled:
    keywords: tuple[h.Keyword, ...] = ()
    main: AbilitySet = NOTHING
    effect: Grant = NO_GRANT
    script: Script | None = None
    flows: tuple[CostDef, ...] = ()
    reach: int = 0
    gates: int = 0


def _text(made: _Compiled, notes: Notes, reason: str, at: str) -> CardText:
    return CardText(
        kw=keyword_bits(made.keywords) | made.gates,
        assault=value_of(made.keywords, "assault"),
        shield=value_of(made.keywords, "shield"),
        deflect=value_of(made.keywords, "deflect"),
        hunt=value_of(made.keywords, "hunt"),
        disarm=value_of(made.keywords, "disarm"),
        main=made.main,
        effect=made.effect,
        script=made.script,
        flows=made.flows,
        reach=made.reach,
        unsupported=reason,
        refused_at=at,
        asked=frozenset(notes.asked),
        wide=notes.wide,
        crossings=notes.crossings,
        company=notes.company,
    )


def _compile(pool: Pool, facts: Facts, own: int) -> _Compiled:
    text = facts.abilities
    assert text is not None
    if "Battlefield" not in facts.types and _says_this_battlefield(text):
        message = "this battlefield, on what is none"
        raise Unsupported(message)
    made = _Compiled(text.keywords)
    names = _card_names(text)
    ctx = Context(pool, facts.name, names)
    ctx.its = its(text)
    ctx.own = own
    ctx.card_names = names
    ctx.shown = _shown(text)
    ctx.placeless = "a legend" if "Legend" in facts.types else ""
    extras = _keyword_extras(ctx, text.keywords)
    main = ability_set(ctx, text.abilities, facts.name)
    _note_early(text, main)
    texts = [pool.keywords[keyword.name].abilities for keyword in text.keywords if keyword.name in pool.keywords]
    own_set = AbilitySet(f"{facts.name}/keywords", extras=tuple(extras)) if extras else NOTHING
    costs = _keyword_abilities(ctx, text.keywords)
    made.main = _merged(f"{facts.name}/main", (main, own_set, costs, *texts))
    made.gates = _gates(text)
    if text.effect or text.effect_keywords:
        effect = ability_set(ctx, text.effect, f"{facts.name}/effect")
        made.effect = grant_of(pool, f"{facts.name}/effect/grant", granted(text.effect_keywords), (effect,))
    if "Spell" in facts.types:
        spell = Context(pool, f"{facts.name}/do", names, spell=True)
        spell.its, spell.own, spell.card_names, spell.shown = ctx.its, own, names, ctx.shown
        spell.paid_by_number = _paid_by_number(text)
        lines(spell, text.do)
        made.script = spell.script()
    made.flows = _flows(ctx, text.keywords)
    made.reach = len(ctx.names)
    return made


def _paid_by_number(text: h.CardAbilities) -> bool:
    """Return True if a card costs so much more for each unit that it chooses."""
    own = [price for price in text.abilities if isinstance(price, h.CostOf) and price.more and price.per]
    return any(p.ChosenBy(p.Ref("this")) in within(price.per) for price in own)


def _says_this_battlefield(text: h.CardAbilities) -> bool:
    every = (text.abilities, text.effect, text.do)
    conditions = [part for line in lines_in(every) for _, value in own_fields(line) for part in within(value)]
    said = [part for part in conditions if isinstance(part, p.IsSo) and part.ref == p.Ref("this")]
    return any(p.IsKind("battlefield") in part.tests for part in said)


def _note_early(text: h.CardAbilities, main: AbilitySet) -> None:
    """Note the additional costs whose taking sets the price, the targets or the place: the energy of a killed unit.

    :raises Unsupported: if several things may be taken.
    """
    prices = [ability for ability in text.abilities if isinstance(ability, h.CostOf)]
    said = [node for price in prices for _, value in own_fields(price) for node in within(value)]
    lines = [node for line in lines_in(text.do) for _, value in own_fields(line) for node in within(value)]
    said += [node.amount for node in lines if isinstance(node, p.Measure)]
    read = {node.ref.name for node in said if isinstance(node, p.TraitOf)}
    places = [ability.place for ability in text.abilities if isinstance(ability, h.Can) and ability.place is not None]
    read |= {place.ref.name for place in places if place.ref is not None}
    for ability in text.abilities:
        if not isinstance(ability, h.AdditionalCost) or ability.into not in read:
            continue
        if any(isinstance(node, p.Selector) and node.high != p.Number(1) for node in within(ability.cost)):
            message = "a price that hangs on what each of several things is"
            raise Unsupported(message)
        for extra in main.extras:
            for part in extra.cost.parts if extra.name == ability.into else ():
                part.early = part.slot >= 0


def _merged(key: str, sets: tuple[AbilitySet, ...]) -> AbilitySet:
    """Merge sets; an additional cost alone makes no active ability, but the card must still hold it."""
    return merge(key, sets)


def _gates(text: h.CardAbilities) -> int:
    """Return the dependent keywords, Deathknell and Show Off as bits: a card has them, fulfilled or not (CR 722.1)."""
    bits = 0
    names = {"legion": w.K_LEGION, "level": w.K_LEVEL, "empowered": w.K_EMPOWERED}
    for ability in text.abilities:
        for gate in ability.gates:
            bits |= names[gate.kind]
        for line in lines_in(ability):
            if any(p.Moment("legion") in within(value) for _, value in own_fields(line)):
                bits |= w.K_LEGION
        if isinstance(ability, h.Triggered) and ability.label == "deathknell":
            bits |= w.K_DEATHKNELL
        if isinstance(ability, h.AdditionalCost) and ability.cost.show is not None:
            bits |= w.K_SHOW_OFF
    for line in lines_in((text.do, text.abilities, text.effect)):
        if isinstance(line, n.Gated):
            for gate in line.gates:
                bits |= names[gate.kind]
    return bits


def _card_names(text: h.CardAbilities) -> tuple[str, ...]:
    """Return the names of paid costs, which every text of the card shares."""
    return tuple(
        dict.fromkeys(
            ability.into
            for ability in text.abilities
            if isinstance(ability, h.AdditionalCost) and ability.into is not None
        )
    )


def _shown(text: h.CardAbilities) -> frozenset[str]:
    """Return the names of what is shown off."""
    return frozenset(
        ability.into
        for ability in text.abilities
        if isinstance(ability, h.AdditionalCost) and ability.into is not None and ability.cost.show is not None
    )


# --- keywords ---------------------------------------------------------------------------------------------------------


def _keyword_extras(ctx: Context, keywords: tuple[h.Keyword, ...]) -> list[Extra]:
    """Return the optional additional costs that are keywords: Accelerate (CR 805), Repeat (CR 820)."""
    extras: list[Extra] = []
    for number, keyword in enumerate(keywords):
        key = f"{ctx.key}/{keyword.name}/{number}"
        if keyword.name == "accelerate":
            if any(one.name == "accelerate" for one in keywords[:number]):
                continue  # CR 805.4
            price = CostDef(f"{key}/cost", constant(1), (ctx.own,), (), (), -1)
            extras.append(Extra(key, price, True, "accelerate", -1, True, False, None))
        elif keyword.name == "repeat" and keyword.cost is not None:
            with compiling(f"keywords/{number}"):
                price = cost(ctx, keyword.cost, ctx.own, f"{key}/cost")
            extras.append(Extra(key, price, True, "repeat", -1, False, True, None))
    for extra in extras:
        ctx.pool.found[extra.cost.key] = extra.cost
    return extras


def _flows(ctx: Context, keywords: tuple[h.Keyword, ...]) -> tuple[CostDef, ...]:
    """Return the costs for which a card is played from the trash (CR 829)."""
    found: list[CostDef] = []
    for number, keyword in enumerate(keywords):
        if keyword.name == "flow" and keyword.cost is not None:
            with compiling(f"keywords/{number}"):
                found.append(cost(ctx, keyword.cost, ctx.own, f"{ctx.key}/flow/{number}"))
    return tuple(found)


def _keyword_abilities(ctx: Context, keywords: tuple[h.Keyword, ...]) -> AbilitySet:
    """Return the abilities that a keyword with a cost is short for: Equip (CR 818), Empower (CR 827)."""
    made: list[h.Activated] = []
    for number, keyword in enumerate(keywords):
        at = f"keywords/{number}"
        if keyword.cost is None or keyword.name not in ("equip", "empower"):
            continue
        do: n.Instruction
        if keyword.name == "equip":
            unit = p.Selector("choose", ("unit",), p.Number(1), p.Number(1), tests=(p.Controlled("you"),))
            do = n.Attach(at=f"{at}/do/0", what=p.Ref("this"), to=unit)
        else:
            do = n.Empower(at=f"{at}/do/0", what=p.Ref("me"))
        made.append(h.Activated(at=at, cost=keyword.cost, do=(do,)))
    if not made:
        return NOTHING
    equips = tuple(one for one in made if any(isinstance(line, n.Attach) for line in one.do))
    others = tuple(one for one in made if one not in equips)
    empowers = ability_set(ctx, others, f"{ctx.key}/costs")
    for activated in empowers.activated:
        activated.only = _may_be_empowered
        activated.keyword = "empower"
    ctx.chooses_it = True
    worn = ability_set(ctx, equips, f"{ctx.key}{EQUIP}")
    ctx.chooses_it = False
    for activated in worn.activated:
        activated.keyword = "equip"
    return merge(f"{ctx.key}/costs", (worn, empowers))


def _may_be_empowered(s: State, env: Env) -> bool:
    """CR 827.1.c.1: only if not Empowered, and at any time where that is possible more than once (CR 442.1.c.1)."""
    o = s.board.get(env.me)
    return o is not None and (not o.empowered or rule_value(s, TIMES_EMPOWERED, 1, env.me) > 1)
