"""Payments as scenarios tell them: `{recycle: [Fury], exhaust: [Gold]}`, held against every way there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.problems import near
from riftcheck.engine.board.zones import DOMAIN_PLACE
from riftcheck.engine.costs.payment import best_plan
from riftcheck.engine.display.names import DOMAINS
from riftcheck.engine.model import constants as w
from riftcheck.scenario.format.failures import Failure, NotOffered
from riftcheck.scenario.format.nodes import Node, ScenarioFault
from riftcheck.scenario.steps.questions import plan_words, ways_to_pay
from riftcheck.scenario.steps.trace import ANY_WAY, traced

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.scenario.setup.stage import Stage
    from riftcheck.scenario.steps.trace import Trace, TracedQuestion

SPENT: Final = " exhausted"


class Payer:
    """Pays as a step tells; a payment with only one way must be as told too."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.s = stage.s
        self.cast = stage.cast
        # The payments of the step, in order.
        self.pays: list[Node] = []
        # The questions that the engine has put since the last answer.
        self.heard: list[Decision] = []
        # The payments with one way that the step tells, by their place among these questions.
        self.heard_pays: dict[int, Node] = {}
        # The words of the step that gave the last answer, or the reason for an answer without any.
        self.origin: list[Node] = []
        self.reason = ""
        # All questions and answers, if they are wanted, and those that were put since the last answer.
        self.trace: Trace | None = None
        self.heard_traced: list[TracedQuestion] = []
        # A payment with one way that was told otherwise; it is raised when the engine has stopped.
        self.trouble: Failure | ScenarioFault | None = None

    def hear(self, decision: Decision) -> None:
        """Note a question; hold a payment with only one way against the step's, while it is still to be made."""
        self.heard.append(decision)
        if self.trace is not None:
            self.heard_traced.append(traced(self.cast, decision))
        if decision.kind != w.D_PLAN or len(decision.options) > 1 or not self.pays or self.trouble is not None:
            return
        try:
            self.heard_pays[len(self.heard) - 1] = self.pays[0]
            self._chosen(self.pays.pop(0))
        except (Failure, ScenarioFault) as trouble:
            self.trouble = trouble

    def payment(self) -> list[int] | None:
        """Return the answer to the open payment, None where it is not told and something hangs on it."""
        if self.pays:
            return [self._chosen(self.pays.pop(0))]
        item, without, ways = ways_to_pay(self.s)
        if item.you not in self.stage.filled:
            return None
        bill = item.bill
        assert bill is not None
        self.reason = ANY_WAY
        best = best_plan(self.s, item.you, bill.energy, bill.power, bill.use, (0,) * 6, without)
        return [ways.index(best) if best in ways else 0]

    def _chosen(self, node: Node) -> int:
        """Return the way that is told.

        :raises NotOffered: if it is none.
        """
        self.origin.append(node)
        item, without, ways = ways_to_pay(self.s)
        told, spent, sources = self.read_payment(node)
        ids: list[int] = []
        for entry in sources:
            o = self.cast.object_of(self.cast.one(entry))
            if o is None:
                raise entry.fault(f"{entry.shown()} is not on the board")
            ids.append(o.id)
        have = self._spent(item.you, without)
        for number, (counts, used) in enumerate(ways):
            # Of one domain spent runes are recycled first.
            if counts == told and sorted(used) == sorted(ids) and all(map(int.__le__, spent, have)):
                return number
        every = "; ".join(plan_words(self.cast, way) for way in ways)
        raise NotOffered(node, f"that is no way to pay this without waste; the ways are: {every}")

    def _spent(self, player: int, without: frozenset[int]) -> list[int]:
        counts = [0] * 6
        for oid in self.s.players[player].runes:
            o = self.s.board[oid]
            if o.exhausted and oid not in without:
                counts[DOMAIN_PLACE[o.d.domains]] += 1
        return counts

    def read_payment(self, node: Node) -> tuple[tuple[int, ...], tuple[int, ...], list[Node]]:
        """Return the recycled runes by domain, the exhausted ones among them by domain, and the nodes of the sources.

        :raises ScenarioFault: if a word is not known.
        """
        list(node.keys({"recycle", "exhaust"}))
        counts, spent = [0] * 6, [0] * 6
        for rune in node.at("recycle").each() if node.has("recycle") else ():
            word = rune.text()
            domain = word.removesuffix(SPENT).removesuffix(" Rune").lower()
            if domain not in DOMAINS:
                every = [name.capitalize() for name in DOMAINS]
                raise rune.fault(f"no domain {word!r}{near(word, every)}; they are {', '.join(every)}")
            counts[DOMAINS.index(domain)] += 1
            spent[DOMAINS.index(domain)] += word.endswith(SPENT)
        sources = node.at("exhaust").each() if node.has("exhaust") else []
        for source in sources:
            self.cast.known(source, source.text())
        return tuple(counts), tuple(spent), sources
