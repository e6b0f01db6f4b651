"""What the names of a card's author stand for, in words of the game: `the killed unit`, `that battlefield`.

A name is never said itself. One thing chosen is `that unit`; where the same text chooses several of a kind it is told
apart by whose it is, `the enemy unit`, or by its order, `the first unit`. What an act leaves is called by the act.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities import instructions as i
from riftcheck.carddb.abilities.description.speech import Named, joined, whole
from riftcheck.carddb.abilities.heads import AdditionalCost
from riftcheck.carddb.abilities.node import names_of_fields
from riftcheck.carddb.abilities.phrases import Both, Cost, Ref, Selector, State, Top, Whole
from riftcheck.carddb.abilities.traversal import is_node

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from riftcheck.carddb.abilities.heads import CardAbilities

# What is acted on by these is called by the act afterwards; what others act on, as it was chosen.
_LEFT_BY: Final[dict[type, str]] = {
    i.Kill: "killed",
    i.Banish: "banished",
    i.Recall: "recalled",
    i.Return: "returned",
    i.Move: "moved",
    i.Draw: "drawn",
    i.Discard: "discarded",
    i.Recycle: "recycled",
    i.Burn: "burned",
    i.Reveal: "revealed",
    i.Channel: "channelled",
    i.SpendBuffs: "spent",
    i.Counter: "countered",
    i.Play: "played",
    i.Detach: "detached",
}
# The participle of the others, where it is asked whether they were done.
_DONE: Final[dict[type, str]] = {
    i.Ready: "readied",
    i.Exhaust: "exhausted",
    i.Stun: "stunned",
    i.Buff: "buffed",
    i.Heal: "healed",
    i.Empower: "empowered",
    i.Disempower: "disempowered",
    i.Attach: "attached",
    i.TakeControl: "taken",
    i.Put: "put there",
    i.LookAt: "looked at",
    i.PlayToken: "played",
}
_NOUNS: Final = {i.SpendBuffs: "buff", i.Channel: "rune", i.Play: "card", i.Counter: "spell"}
_TAKEN: Final = (
    ("kill", "killed"),
    ("discard", "discarded"),
    ("exhaust", "exhausted"),
    ("recycle", "recycled"),
    ("banish", "banished"),
    ("returned", "returned"),
    ("disempower", "disempowered"),
    ("spend_buffs", "spent"),
    ("show", "shown off"),
)
_EXTRA: Final = "the extra cost"


def names_of(abilities: CardAbilities) -> dict[str, Named]:
    """Return what every text of a card knows: its additional costs, and the names that stay on it."""
    costs = [head for head in abilities.abilities if isinstance(head, AdditionalCost) and head.into is not None]
    found = {head.into or "": _of_cost(head.cost, alone=len(costs) == 1) for head in costs}
    kept = _of_lines((abilities.do, abilities.abilities, abilities.effect))
    found.update((name, _kept(named)) for name, named in kept.items() if name.startswith("this."))
    return found


def names_in(text: object, known: Mapping[str, Named]) -> dict[str, Named]:
    """Return what the names of one text stand for, with what all texts of its card know."""
    return {**_of_lines(text), **known}


# --- names that costs give -------------------------------------------------------------------------------------------


def _of_cost(cost: Cost, *, alone: bool) -> Named:
    """Return what an additional cost takes; `alone` if the card has no other that is named."""
    for field, done in _TAKEN:
        what = getattr(cost, field)
        if what is not None:
            noun = "buff" if field == "spend_buffs" else _noun(what) or ("card" if field == "discard" else "thing")
            behind = done if field == "show" else f"{done} for {_EXTRA}"
            return Named(noun, _many(what), done=done, behind=behind, cost=None if alone else cost)
    return Named("amount", done="paid", behind=f"paid for {_EXTRA}", cost=None if alone else cost)


# --- names that lines give -------------------------------------------------------------------------------------------


# The blocks around a line, each by its node and the field of it: lines of other branches are never read with it.
_Branch = tuple[object, ...]


def _lines(node: object, branch: _Branch = ()) -> Iterator[tuple[i.Instruction, _Branch]]:
    """Yield every line below a node with the branches that it stands in."""
    if isinstance(node, tuple):
        for place, part in enumerate(node):
            yield from _lines(part, (*branch, place) if isinstance(part, tuple) else branch)
        return
    if not is_node(node):
        return
    if isinstance(node, i.Instruction):
        yield node, branch
    for name in names_of_fields(node):
        yield from _lines(getattr(node, name), (*branch, *_within(node, name)))


def _within(node: object, field: str) -> _Branch:
    """Return the branch that a field of a node opens."""
    if isinstance(node, i.Each | i.ForEach):
        return ("rounds",)
    if isinstance(node, i.If | i.DoThis | i.ChooseOne | i.Either | i.Unless | i.Gated) and field not in {
        "test",
        "when",
    }:
        return ((node.at, field),)
    return ()


def _of_lines(text: object) -> dict[str, Named]:
    lines = list(_lines(text))
    found: dict[str, Named] = {}
    for line, branch in lines:
        name = line.into
        # With an @ the loader has named what `it` stands for; that is said so, but for a card of no other words.
        if name is None or ("@" in name and not isinstance(line, i.Discard)):
            continue
        rivals = [what for other, beside in lines if _meet(branch, beside) for what in _chosen(other)]
        named = replace(_of_line(line, rivals, found), inside="rounds" in branch)
        found[name] = _merged(found[name], named) if name in found else named
    return _ordered(found)


def _meet(one: _Branch, other: _Branch) -> bool:
    """Tell whether lines can be read together: neither stands in a branch or an item that the other is not in."""
    size = min(len(one), len(other))
    return one[:size] == other[:size]


def _chosen(line: i.Instruction) -> list[Selector]:
    """Return what a line itself chooses or picks."""
    values = (getattr(line, field.name) for field in fields(line))
    parts = [part for value in values for part in (value.parts if isinstance(value, Both) else (value,))]
    return [part for part in parts if isinstance(part, Selector) and part.mode in {"choose", "pick"}]


def _what(line: i.Instruction) -> Any:
    """Return what a line acts on: its first field that holds things."""
    return next((getattr(line, name) for name in ("what", "to", "among", "first") if hasattr(line, name)), None)


def _of_line(line: i.Instruction, chosen: list[Selector], known: Mapping[str, Named]) -> Named:
    kind, what = type(line), _what(line)
    if isinstance(what, Ref) and what.name in {"me", "this"}:
        if (line.into or "").startswith("this.") and kind in _LEFT_BY:
            return Named("card", many=True, adjective=_LEFT_BY[kind], done=_LEFT_BY[kind])
        return Named("card", words="this card", done=_LEFT_BY.get(kind) or _DONE.get(kind, "found"))
    return _by_itself(line) or _acted_on(line, what, chosen, known)


def _by_itself(line: i.Instruction) -> Named | None:
    """Return what a line gives that acts on nothing chosen or known before."""
    if isinstance(line, i.NameA):
        return Named(line.what, adjective="named", done="named")
    if isinstance(line, i.AddBattlefield):
        return Named("battlefield", words=f'the battlefield "{line.token}"', done="added")
    if isinstance(line, i.PlayToken):
        return Named(f"{line.token} token", whole(line.count) != 1, done="played")
    if isinstance(line, i.Pay | i.MayDo):
        return Named("amount", done="paid" if isinstance(line, i.Pay) else "done", words="that")
    return None


def _acted_on(line: i.Instruction, what: Any, chosen: list[Selector], known: Mapping[str, Named]) -> Named:
    kind = type(line)
    before = known.get(what.name) if isinstance(what, Ref) else None
    noun = _NOUNS.get(kind) or _noun(what) or ("card" if before is None else before.noun)
    many = _many(what) if what is not None else whole(getattr(line, "amount", None)) != 1
    if before is not None:
        many = before.many
    if kind is i.LookAt:
        return Named(noun, many, done="looked at", behind="looked at")
    if kind in _LEFT_BY:
        many = many or bool(getattr(line, "until", ()))
        return Named(noun, many, adjective=_LEFT_BY[kind], done=_LEFT_BY[kind])
    adjective = None if before is None else before.adjective
    if isinstance(what, Selector) and what.mode in {"choose", "pick"}:
        adjective = _apart(what, chosen)
    return Named(noun, many, adjective=adjective, done=_DONE.get(kind, "chosen"), that=adjective is None)


def _apart(what: Selector, chosen: list[Selector]) -> str | None:
    """Return the word that tells a chosen thing from the others of its text; none where there is no other.

    `first` where whose it is does not tell it apart: its place is counted afterwards.
    """
    rivals = [other for other in chosen if other is not what and set(other.nouns) & set(what.nouns)]
    if not rivals:
        return None
    side = _side(what)
    return side if side and all(_side(other) not in {side, None} for other in rivals) else "first"


def _side(what: Selector) -> str | None:
    words = [test.word for test in what.tests if isinstance(test, State) and not test.negated]
    return next((word for word in words if word in {"friendly", "enemy"}), None)


_ORDER: Final = ("first", "second", "third", "fourth", "fifth")


def _ordered(found: dict[str, Named]) -> dict[str, Named]:
    """Return names with those that would be called alike counted in their order."""
    counts = Counter(_called(named) for named in found.values())
    taken: Counter[str] = Counter()
    told: dict[str, Named] = {}
    for name, named in found.items():
        called = _called(named)
        if counts[called] > 1 or named.adjective == "first":
            order = _ORDER[min(taken[called], len(_ORDER) - 1)]
            taken[called] += 1
            kept = named.adjective if named.adjective not in {None, "first"} else ""
            told[name] = replace(named, adjective=f"{order} {kept}".strip(), that=False, counted=True)
        else:
            told[name] = named
    return told


def _called(named: Named) -> str:
    return f"{named.words or ''}|{named.adjective}|{named.noun}|{named.behind}"


def _merged(one: Named, other: Named) -> Named:
    """Return one name for what several lines call by it."""
    if one == other:
        return one
    if one.noun == other.noun:
        return replace(one, many=one.many or other.many, inside=one.inside or other.inside)
    return Named("thing", many=True, behind=other.done, done=other.done)


def _kept(named: Named) -> Named:
    """Return what a card goes on knowing: all that an act of it has left, or what was named or chosen for it."""
    if named.adjective in _LEFT_BY.values():
        return replace(named, many=True, adjective=None, behind=f"{named.adjective} with this card so far")
    if named.that:
        return replace(named, that=False, behind="chosen for this card")
    return named


def _noun(what: object) -> str | None:
    """Return the noun of a selection; None where it has none of its own."""
    if isinstance(what, Selector):
        nouns = ["thing" if noun == "something" else noun for noun in what.nouns]
        return joined(nouns, "or")
    if isinstance(what, Top):
        return "rune" if "rune" in what.deck else "card"
    if isinstance(what, Both):
        return "thing"
    return "card" if isinstance(what, Whole) else None


def _many(what: object) -> bool:
    if isinstance(what, Selector):
        return what.mode == "all" or what.high is None or whole(what.high) != 1
    if isinstance(what, Top):
        return whole(what.count) != 1
    return isinstance(what, Both | Whole)
