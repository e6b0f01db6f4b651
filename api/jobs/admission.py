"""The admission of jobs: a request of the API becomes a study of goldfish, or is refused with all its faults."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from riftcheck.api import responses
from riftcheck.api.errors import RequestFault, invalid
from riftcheck.api.unsupported import unsupported_faults
from riftcheck.carddb.unfound import unfound
from riftcheck.decks.simulation import NotPlayableError
from riftcheck.decks.text.names import BLANK_BATTLEFIELD, is_blank
from riftcheck.goldfish.opponents.scripted import ScriptError, steps_of
from riftcheck.goldfish.plan.mulligan_names import with_card_names
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.presets import opponent_named
from riftcheck.goldfish.plan.run import (
    DeckZones,
    Opponent,
    Run,
    RunError,
    UnsupportedCardsError,
    aligned,
    engine_version,
)
from riftcheck.goldfish.policies import PolicyError, checked_options, opposing_policy
from riftcheck.goldfish.policies.mulligan import ON_CURVE, Mulligan, MulliganError, mulligan_from
from riftcheck.goldfish.results.document import UnknownFigureError, check_figure
from riftcheck.goldfish.results.run_info import OPPONENT_CODE, run_info
from riftcheck.goldfish.studies.entered_deck import (
    FieldEntry,
    SweepPlanner,
    engine_rules,
    enter_deck,
    field_opponent,
    report_on,
)
from riftcheck.goldfish.studies.request import StudyRequest
from riftcheck.validator.case import ruleset_of
from riftcheck.validator.report import Options

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Parsed
    from riftcheck.goldfish.studies.entered_deck import EnteredDeck
    from riftcheck.goldfish.studies.request import StudyKind
    from riftcheck.goldfish.studies.sweep import SweepPlan

Path = tuple[str | int, ...]
MOST_LISTS: Final = 400  # that a sweep compares
MOST_LOOKS: Final = 2000  # changes that a sweep looks at: each is judged, which takes its time
_SEED_BITS: Final = 53  # a number that every JSON reader holds exactly


@dataclass(slots=True)
class _Admission:
    """The validation of one request; `faults` collects every fault."""

    args: dict[str, Any]
    db: CardDatabase
    most_games: int
    faults: list[RequestFault] = field(default_factory=list)

    def study_request(self) -> StudyRequest:
        """Return the study that is asked for.

        :raises ProblemError: with all that is wrong.
        """
        args = self.args
        options = Options(args.get("date") or responses.today(), args["format"], args["level"], args.get("rules"))
        held = ruleset_of(self.db, options)
        kind, named = self._named_lists()
        lists = [self._bring(read, path, options) for path, read in named]
        run, against = self._run(options, engine_rules(held.rules))
        self._stop()
        first, *others = [one for one in lists if one is not None]
        runs = tuple(
            replace(run, list=one) for one in (first.listed, *(aligned(first.listed, two.listed) for two in others))
        )
        self._try_out([(path, one) for (path, _), one in zip(named, runs, strict=True)])
        self._stop()
        plan = self._plan(first) if kind == "sweep" else None
        self._check_size(len(runs) + (0 if plan is None else len(plan.variants)))
        illegal = tuple((*one.illegal, *against) for one in (first, *others))
        widths = self._widths(runs[0])
        return StudyRequest(kind, runs, args["games"], illegal, widths, plan, options.day.isoformat())

    def _named_lists(self) -> tuple[StudyKind, list[tuple[Path, Parsed]]]:
        args = self.args
        if "deck" in args:
            return "goldfish", [(("deck",), args["deck"])]
        if "sweep" in args:
            return "sweep", [(("sweep",), args["sweep"])]
        return "compare", [(("compare", number), read) for number, read in enumerate(args["compare"])]

    def _bring(self, read: Parsed, path: Path, options: Options) -> EnteredDeck | None:
        """Return the entered deck of a list; None, with faults, if it is illegal or cannot be played."""
        report = report_on(read, self.db, options)
        if not report.legal and not self.args["allow_illegal"]:
            wrong = [issue for issue in report.issues if issue.severity == "error"]
            day = f"not legal in {report.format} on {report.day}, and `allow_illegal` is not true"
            self.faults += [RequestFault(path, f"{day}: {one.message} ({one.code})") for one in wrong]
            return None
        try:
            return enter_deck(read, report, self.db, options)
        except NotPlayableError as error:
            self.faults += [RequestFault(path, problem) for problem in error.problems]
            return None

    def _run(self, options: Options, rules: str) -> tuple[Run, list[str]]:
        """Return the run without its list, and the issue codes of the opponent's list."""
        args = self.args
        opponent, against = self._opponent(args["opponent"], options)
        run = Run(
            DeckZones((), ()),
            opponent,
            policy=args["policy"],
            options=self._policy(args["policy"], args["options"], ("options",)),
            mulligan=self._mulligan(args.get("mulligan"), ("mulligan",)),
            seed=args.get("seed", secrets.randbits(_SEED_BITS)),
            first=args["first"],
            turns=args["turns"],
            battlefield=self._battlefield("battlefield"),
            opponent_battlefield=self._battlefield("opponent_battlefield"),
            rules=rules,
            unsupported=args["unsupported"],
            data_version=self.db.version,
            engine_version=engine_version(),
        )
        return run, against

    def _opponent(self, given: dict[str, Any], options: Options) -> tuple[Opponent, list[str]]:
        named = opponent_named(given.get("preset", ""))
        if named is not None:
            return named, []
        if "script" in given:
            try:
                steps_of(given["script"], self.args["turns"])
            except ScriptError as error:
                self.faults.append(RequestFault(("opponent", "script"), str(error)))
            return Opponent("scripted", script=given["script"]), []
        if "field" in given:
            return self._field(given["field"], options)
        if "deck" not in given:
            return Opponent(), []
        second = self._bring(given["deck"], ("opponent", "deck"), options)
        policy = given.get("policy", opposing_policy(self.args["policy"]))
        opponent = Opponent(
            "list",
            list=None if second is None else second.listed,
            policy=policy,
            options=self._policy(policy, given.get("options", {}), ("opponent", "options")),
            mulligan=self._mulligan(given.get("mulligan"), ("opponent", "mulligan")),
        )
        return opponent, [] if second is None else [f"{OPPONENT_CODE}{code}" for code in second.illegal]

    def _field(self, given: list[dict[str, Any]], options: Options) -> tuple[Opponent, list[str]]:
        """Return a field as the opponent, and the issue codes of its lists; of lists that are refused, with faults."""
        entries: list[FieldEntry] = []
        names: set[str] = set()
        for number, one in enumerate(given):
            path: Path = ("opponent", "field", number)
            name = one.get("name", f"list {number + 1}")
            if name in names:
                self.faults.append(RequestFault((*path, "name"), f"another list of the field is named {name} too"))
            names.add(name)
            entered = self._bring(one["deck"], (*path, "deck"), options)
            if entered is not None:
                entries.append(FieldEntry(name, one["weight"], entered))
        opponent, codes = field_opponent(entries)
        return opponent, [f"{OPPONENT_CODE}{code}" for code in codes]

    def _policy(self, policy: str, given: dict[str, Any], path: Path) -> dict[str, int]:
        try:
            checked_options(policy, given)
        except PolicyError as error:
            self.faults.append(RequestFault(path, str(error)))
            return {}
        return given

    def _mulligan(self, given: dict[str, Any] | None, path: Path) -> Mulligan:
        try:
            return ON_CURVE if given is None else with_card_names(mulligan_from(given), self.db)
        except MulliganError as error:
            self.faults.append(RequestFault(path, str(error)))
            return ON_CURVE

    def _battlefield(self, key: str) -> str | None:
        name = self.args.get(key)
        if name is None:
            return None
        if is_blank(name):
            return BLANK_BATTLEFIELD
        return self._name(name, "battlefield", "a battlefield", (key,))

    def _name(self, name: str, kind: str, words: str, path: Path) -> str | None:
        match = self.db.find(name)
        card = match.card
        if card is not None and card.kind == kind:
            return card.name
        wrong = unfound(name, match.candidates, self.db) if card is None else f"{card.name} is not {words}"
        self.faults.append(RequestFault(path, wrong))
        return None

    def _try_out(self, runs: list[tuple[Path, Run]]) -> None:
        missing: dict[str, str] = {}
        places: dict[str, Path] = {}
        for path, run in runs:
            try:
                prepare(run, self.db)
            except UnsupportedCardsError as error:
                missing |= error.cards
                places = dict.fromkeys(error.cards, path) | places
            except (RunError, PolicyError, ScriptError) as error:
                self.faults.append(RequestFault(path, str(error)))
        self.faults += unsupported_faults(missing, places)

    def _plan(self, whole: EnteredDeck) -> SweepPlan:
        names = self.args.get("pool")
        if names is not None:
            found = [self._name(name, "main", "a card of a main deck", ("pool", at)) for at, name in enumerate(names)]
            self._stop()
            names = [name for name in found if name is not None]
        cards = len(set(whole.listed.main))
        looks = cards * (2 if names is None else len(set(names)))
        if looks > MOST_LOOKS:
            many = f"{looks} changes of a main deck of {cards} cards would be looked at, and {MOST_LOOKS} can be"
            raise invalid([RequestFault(("sweep",), many)])
        try:
            plan = SweepPlanner(whole, self.db, self.args["unsupported"]).plan(names)
        except ValueError as error:
            raise invalid(
                [RequestFault(("sweep",), f"{error} (`pool` tries the cards that it names instead.)")]
            ) from None
        if not plan.variants:
            raise invalid(
                [RequestFault(("sweep",), f"{one.name} cannot be tried: {one.reason}") for one in plan.skipped]
            )
        if len(plan.variants) > MOST_LISTS:
            many = f"{len(plan.variants)} changes would be tried, and {MOST_LISTS} can be; name fewer cards in `pool`"
            raise invalid([RequestFault(("sweep",), many)])
        return plan

    def _check_size(self, lists: int) -> None:
        most = self.most_games // lists
        if self.args["games"] > most:
            of = "a list" if lists == 1 else f"{lists} lists"
            raise invalid(
                [RequestFault(("games",), f"a job has {self.most_games} games at the most; {of} can have {most}")]
            )

    def _widths(self, run: Run) -> dict[str, float]:
        given: dict[str, float] = self.args.get("stop_when", {})
        if not given:
            return {}
        info = run_info(prepare(run, self.db))
        for path in given:
            try:
                check_figure(info, path)
            except UnknownFigureError as error:
                self.faults.append(RequestFault(("stop_when", path), str(error)))
        self._stop()
        return given

    def _stop(self) -> None:
        if self.faults:
            raise invalid(self.faults)


def admit(args: dict[str, Any], db: CardDatabase, most_games: int) -> StudyRequest:
    """Return the study that a request asks for; `most_games` is the limit of a job.

    :raises ProblemError: with every fault that keeps it from being played.
    """
    return _Admission(args, db, most_games).study_request()
