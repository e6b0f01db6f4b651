"""Names and `it`: every name is held against the names that exist where it stands, and `it` is replaced.

How `it` is resolved. Lines are walked in the order of the card. After each line, `it` is the single thing that the line
named or acted on; a line on several things, on `me` or on `this`, changes nothing. Where a later line says `it`:

* a name given by `choose`, `pick`, `look-at`, `reveal`, `discard`, `play`, `play-token` or `add-battlefield` (or a name
  acted on) stands in its place;
* what a line *made* or found (a token, a card played, the top card looked at) gets the name `it@PATH`, as `into` of
  that line;
* what a line *chose and acted on* gets that name too, by a `Choose` line of its own put right before it: `as` on an
  acting line names what the act did, `it` the thing chosen, whether the act happened or not. The line then acts on the
  name. `at` of the added line is `PATH@it`.

`Ref("it")` stays where the engine binds it: to what the event of the ability happens to, to what a static, a price or a
permission applies to, to the one object that the cost took, to the unit attached to, to the round of `for-each`.
`it` never means two things: after branches that end differently, or a line on two things, it is an error.

`its controller` and `its owner` beside a line that acts on nothing (`draw: 2, by: its controller`) speak of the same
antecedent; `its` says of which one, by the path of the line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities import checks, heads
from riftcheck.carddb.abilities import instructions as nodes
from riftcheck.carddb.abilities.grammar import is_given
from riftcheck.carddb.abilities.instructions import Instruction
from riftcheck.carddb.abilities.names import antecedents, pending
from riftcheck.carddb.abilities.names.antecedents import EVENT, KNOWN, NONE, Antecedent
from riftcheck.carddb.abilities.names.rewriter import Marks, rewritten
from riftcheck.carddb.abilities.names.scopes import Fact, Scope, Way, clash, facts_of, follows, ways_of
from riftcheck.carddb.abilities.phrases import Event, Paid, PaidAmount, Ref
from riftcheck.carddb.abilities.problems import AbilityProblem, near
from riftcheck.carddb.abilities.traversal import lines_in, own, within

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.carddb.abilities.heads import CardAbilities, Head
    from riftcheck.carddb.abilities.problems import Origins

_ITS: Final = ("its controller", "its owner")
_SPOKEN_OF: Final = ("they", "that player")


def bind(
    card: CardAbilities, origins: Origins | None = None, *, whole: bool = True
) -> tuple[CardAbilities, list[AbilityProblem]]:
    """Return a card's abilities with every `it` replaced, and the problems of its names.

    `origins` says where the fields were written. Where a card could not be read as a `whole`, only single lines are
    checked, because what could not be read may have given the names that are missing.
    """
    binder = _Binder(card, origins)
    binder.check_lines()
    if whole:
        binder.walk()
    return rewritten(card, binder.marks), binder.problems


def its(card: CardAbilities) -> dict[str, Ref]:
    """Return of whom `its controller` and `its owner` speak, by the path of each line that acts on nothing itself.

    The card has been bound. `Ref("it")` is what the engine binds.
    """
    binder = _Binder(card, None)
    binder.walk()
    return binder.its


@dataclass(slots=True)
class _Binder:
    card: CardAbilities
    origins: Origins | None
    problems: list[AbilityProblem] = field(default_factory=list)
    marks: Marks = field(default_factory=Marks)
    its: dict[str, Ref] = field(default_factory=dict)
    given: dict[str, tuple[str, str]] = field(default_factory=dict)  # path -> name, root
    used: set[str] = field(default_factory=set)
    needed: set[str] = field(default_factory=set)  # paths of what is not written without a name
    offered: set[str] = field(default_factory=set)  # paths of optional costs
    singles: frozenset[str] = frozenset()
    shows: frozenset[str] = frozenset()  # names of what is shown off
    root: str = ""

    # --- the walk ----------------------------------------------------------------------------------------------------

    def check_lines(self) -> None:
        """Hold every line and ability against the checks that need no others."""
        for node in self._every():
            for name, message in checks.faults(node):
                self._tell(node.at, name, message)

    def walk(self) -> None:
        """Walk the card: its own instructions first, then each ability."""
        costs = [head for head in self._every() if isinstance(head, heads.AdditionalCost)]
        shared = self._collect(costs)
        self.shows = frozenset(head.into for head in costs if head.into is not None and head.cost.show is not None)
        facts = tuple(Fact(Paid(h.into), holds=True, lasting=True) for h in costs if h.into and not h.optional)
        for root in self._roots():
            scope = Scope(dict(shared), facts=facts)
            if isinstance(root, tuple):
                self.root = "do"
                self._block(root, scope)
            else:
                self.root = root.at
                self._ability(root, scope)
        for at, (name, _) in self.given.items():
            if at not in self.used and not name.startswith("it@"):
                advice = "leave out what it names" if at in self.needed else "leave as out"
                if at in self.offered and name in self.shows:
                    advice = f"nothing asks whether it was shown off: if: {name} is shown off"
                elif at in self.offered:
                    advice = f"nothing asks whether it was paid: {checks.ASKED.replace('NAME', name)}"
                self._tell(at, "into", f'the name "{name}" is never used: {advice}')

    def _collect(self, costs: list[heads.AdditionalCost]) -> dict[str, frozenset[str]]:
        """Note every name that the card gives, and return those that its whole text knows."""
        shared: dict[str, frozenset[str]] = {}
        for head in costs:
            if head.optional:
                self.offered.add(head.at)
            if head.into is not None:
                shared[head.into] = shared.get(head.into, frozenset()) | {head.at}
            if head.cost.x is not None:
                shared["x"] = frozenset({""})
        for node in self._every():
            name: str | None = getattr(node, "into", None)
            if name is None:
                continue
            self.given[node.at] = (name, _root_of(node.at))
            if _needs_name(node):
                self.needed.add(node.at)
            if name.startswith("this."):
                shared[name] = shared.get(name, frozenset()) | {node.at}
            if isinstance(node, Instruction) and _names_one(node, self.singles):
                self.singles |= {name}
        return shared

    def _roots(self) -> Iterable[Any]:
        if self.card.do:
            yield self.card.do
        yield from self.card.abilities
        yield from self.card.effect

    def _every(self) -> Iterable[Any]:
        for root in self._roots():
            yield from lines_in(root)

    def _tell(self, at: str, name: str, message: str) -> None:
        keys = self.origins.keys if self.origins is not None else {}
        self.problems.append(AbilityProblem(keys.get((at, name), at), message))

    def _ability(self, head: Head, scope: Scope) -> None:
        events = antecedents.events_of(head)
        for name, value in own(head):
            if value in (events, *events) and events:
                self._fields(head, [(name, value)], scope, self.marks.events)
        inside = scope.inner()
        inside.it = antecedents.of_head(head, scope.it)
        inside.player = scope.player or any(event.who not in (None, "you") for event in events) or inside.it == EVENT
        cost = getattr(head, "cost", None)
        if cost is not None and cost.x is not None:
            inside.names["x"] = frozenset({""})
        rest = [(name, value) for name, value in own(head) if not (events and value in (events, *events))]
        self._fields(head, rest, inside, self.marks.refs)
        if isinstance(head, heads.Static):
            for inner in head.abilities:
                self._ability(inner, inside.granted(f"{head.at}/abilities"))
        self._block(getattr(head, "do", ()), inside)

    def _block(self, lines: tuple[Any, ...], scope: Scope) -> None:
        for line in lines:
            self._line(line, scope)
            scope.facts = tuple(fact for fact in scope.facts if fact.lasting)

    def _line(self, line: Instruction, scope: Scope) -> None:
        self._fields(line, list(own(line)), scope, self.marks.refs)
        self._players(line, scope)
        self._branches(line, scope)
        before = scope.it
        self._nested(line, scope)
        if line.into is not None:
            scope.names[line.into] = scope.names.get(line.into, frozenset()) | {line.at}
        if isinstance(line, nodes.Pay) and line.cost.x is not None:
            scope.names["x"] = frozenset({""})
        played = pending.name_of(line)
        if played is not None:
            scope.pending |= {played}
        scope.it = antecedents.after(line, scope.it, self.singles)
        if any(antecedents.is_player(value) for _, value in antecedents.acted_on(line)) or line.by in _ITS:
            scope.player = True
        if isinstance(line, (nodes.Each, nodes.ForEach, nodes.DoThis, nodes.SetUp)):
            scope.it = before

    def _nested(self, line: Instruction, scope: Scope) -> None:
        """Walk the lists of lines in a line, each with the scope there, and put together the scopes that they leave."""
        ways = ways_of(line)
        if ways:
            self._ways(ways, scope)
        elif isinstance(line, (nodes.Each, nodes.ForEach)):
            inside = scope.inner()
            inside.player = scope.player or isinstance(line, nodes.Each)
            inside.it = EVENT if isinstance(line, nodes.ForEach) else scope.it
            self._block(line.do, inside)
            scope.learn(inside)
        elif isinstance(line, nodes.DoThis):
            inside = scope.later(*(() if line.test is None else facts_of(line.test, holds=True)))
            if line.when is not None and antecedents.binds(line.when):
                inside.it = EVENT
            self._block(line.do, inside)
        elif isinstance(line, nodes.SetUp):
            self._ability(line.ability, scope.later())
        elif isinstance(line, nodes.Give):
            for ability in line.abilities:
                self._ability(ability, scope.granted(f"{line.at}/abilities"))

    def _ways(self, ways: tuple[Way, ...], scope: Scope) -> None:
        ends: list[Scope] = []
        for lines, facts in ways:
            end = scope.inner(*facts)
            self._block(lines, end)
            ends.append(end)
        left = [end.it for end in ends]
        for end in ends:
            scope.learn(end)
        changed = [it for it in left if it != scope.it]
        if not changed:
            return
        alike = all(it == changed[0] for it in changed)
        # A way that leaves `it` alone agrees with the others only where there was nothing before.
        if alike and (len(changed) == len(left) or scope.it == NONE):
            scope.it = changed[0]
        else:
            where = next((it.at for it in changed if it.at), "")
            scope.it = Antecedent("many", at=where)

    # --- what stands in a line itself --------------------------------------------------------------------------------

    def _fields(self, node: Any, parts: list[tuple[str, Any]], scope: Scope, refs: dict[str, Ref]) -> None:
        for name, value in parts:
            for part in within(value):
                if isinstance(part, Paid) and part.shown != (part.name in self.shows):
                    said = "is shown off, not paid" if part.name in self.shows else "is paid, not shown off"
                    self._tell(node.at, name, f'"{part.name}" {said}')
                if isinstance(part, Event) and part.who is None and isinstance(part.thing, Ref):
                    self._no_player(node.at, name, part.thing.name)
                for word in _names_of(part):
                    if word == "it":
                        self._it(node.at, name, scope, refs, "it")
                    else:
                        self._use(node.at, name, word, scope)
            if scope.pending and not isinstance(value, Event):
                self._played(node.at, name, value, scope)
            if isinstance(node, Instruction):
                self._spoken_of(node, name, value, scope)
        named_by = None if self.origins is None else self.origins.by_names.get(node.at)
        if named_by is not None and parts:
            self._use(node.at, "by", named_by, scope)

    def _played(self, at: str, field_name: str, value: Any, scope: Scope) -> None:
        """Refuse to act on what is played before it is on the board; an event waits until it is."""
        it = scope.it.name if scope.it.kind == "name" else f"it@{scope.it.at}"
        for ref in pending.spoken_of(value):
            if (it if ref.name == "it" else ref.name) in scope.pending:
                self._tell(at, field_name, f'"{ref.name}" {pending.REFUSED}')

    def _it(self, at: str, name: str, scope: Scope, refs: dict[str, Ref], word: str) -> Ref | None:
        it = scope.it
        if it.kind == "none":
            self._tell(at, name, f'"{word}" has nothing above that it could mean: name the thing with as')
            return None
        if it.kind == "many":
            where = f" after {it.at}" if it.at else ""
            self._tell(at, name, f'"{word}" could mean more than one thing{where}: name the one that is meant with as')
            return None
        ref = Ref("it")
        if it.kind == "name":
            ref = Ref(it.name)
            self.used |= scope.names.get(it.name, frozenset())
        elif it.kind in ("line", "made"):
            ref = Ref(f"it@{it.at}")
            if it.kind == "line":
                self.marks.chosen[it.at] = it.name
            else:
                self.marks.made.add(it.at)
        if word == "it":
            refs[at] = ref
        return ref

    def _spoken_of(self, line: Instruction, name: str, value: Any, scope: Scope) -> None:
        """Bind `its controller` to its thing, and check that `they` and `that player` have a player above."""
        words: set[Any] = {
            word for part in within(value) for word in (getattr(part, "who", None), getattr(part, "whose", None))
        }
        named = self.origins is not None and line.at in self.origins.by_names
        if name == "by" and not named:
            words.add(value)
        theirs = next((word for word in words if word in _ITS), None)
        if theirs is not None and (name == "by" or not antecedents.acted_on(line)):
            ref = self._it(line.at, name, scope, self.marks.refs, theirs)
            if ref is not None:
                self.its[line.at] = ref
        spoken = next((word for word in words if word in _SPOKEN_OF), None)
        if spoken is not None and not scope.player:
            self._tell(line.at, name, f'"{spoken}" has no player above that it could mean')

    def _players(self, line: Instruction, scope: Scope) -> None:
        """Refuse a name as `by` that is not the last player spoken of."""
        name = None if self.origins is None else self.origins.by_names.get(line.at)
        if name is None or name not in scope.names:
            return
        players = self._chosen_players()
        if name not in players:
            self._tell(line.at, "by", f'"{name}" is no player')
        elif len(players) > 1:
            self._tell(line.at, "by", "by can name a player only where the card chooses one player")

    def _no_player(self, at: str, field_name: str, name: str) -> None:
        """Refuse the name of a player as the thing that does something: no thing has it."""
        if name in self._chosen_players():
            self._tell(at, field_name, f'"{name}" is a player, of whom events say "that player"')

    def _chosen_players(self) -> set[str | None]:
        return {
            node.into for node in self._every() if isinstance(node, nodes.Choose) and antecedents.is_player(node.what)
        }

    def _use(self, at: str, field_name: str, word: str, scope: Scope) -> None:
        if word in KNOWN or word == "them":
            if word == "them" and scope.it.kind != "event":
                self._tell(at, field_name, '"them" has nothing that it could mean: name the things with as')
            return
        if word in scope.names:
            self.used |= scope.names[word]
            return
        if word in scope.outside:
            self._tell(
                at, field_name, f'an ability that is given to something knows no "{word}": set-up makes one that does'
            )
            self.used |= {path for path, (name, _) in self.given.items() if name == word}
            return
        roots = {root for name, root in self.given.values() if name == word}
        if self.root in roots:
            message = f'"{word}" is used before it exists'
        elif roots:
            message = (
                f'"{word}" is known only in {min(roots)}: a name that starts with this. is known to the whole card'
            )
        else:
            message = f'there is no name "{word}" here{near(word, scope.names)}'
        self._tell(at, field_name, message)

    def _branches(self, line: Instruction, scope: Scope) -> None:
        """Refuse a condition whose answer is known from the branches around it."""
        for name in ("condition", "test"):
            test = getattr(line, name, None)
            if test is None:
                continue
            facts = facts_of(test, holds=True)
            if clash(facts, (*scope.facts, *facts)):
                self._tell(line.at, name, "this branch can never run: its condition is false here")
            elif isinstance(line, nodes.If) and line.otherwise and follows(facts, scope.facts):
                self._tell(line.at, "otherwise", "this branch can never run: the condition is true here")


def _names_one(line: Instruction, singles: frozenset[str]) -> bool:
    if isinstance(line, nodes.Choose):
        return antecedents.is_single(line.what)
    if antecedents.makes_one(line, singles):
        return True
    return any(antecedents.is_single(value) for _, value in antecedents.acted_on(line))


def _needs_name(node: Any) -> bool:
    """Tell whether a line or ability is not written without its name."""
    if isinstance(node, Instruction):
        return "as" in nodes.VERBS[type(node)].needs
    return isinstance(node, heads.AdditionalCost) and node.optional


def _root_of(at: str) -> str:
    first, _, rest = at.partition("/")
    return first if first == "do" else f"{first}/{rest.partition('/')[0]}"


def _names_of(part: Any) -> list[str]:
    """Return the names that a node itself uses."""
    if isinstance(part, (Ref, Paid, PaidAmount)):
        return [part.name]
    if isinstance(part, Event) and part.by is not None and (part.by == "it" or is_given(part.by)):
        return [part.by]
    return []
