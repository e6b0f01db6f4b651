"""`riftcheck.simulate`: a list played many times."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.errors import RiftcheckError
from riftcheck.decks.simulation import NotPlayableError
from riftcheck.decks.text.names import BLANK_BATTLEFIELD, is_blank
from riftcheck.engine.compile.pool import REFUSE
from riftcheck.facade.arguments import flag, function, half_widths, mapping, numbers_in, text, whole
from riftcheck.facade.cards import cards_or_default
from riftcheck.facade.check import report_on
from riftcheck.facade.decks import day_of, read_deck
from riftcheck.facade.errors import as_sentences, data_as_sentence, sentence
from riftcheck.facade.field import EXAMPLE, FIELD, field_of
from riftcheck.facade.result import CutShortError, result_from
from riftcheck.goldfish.execution.executors import in_process_executor, process_executor
from riftcheck.goldfish.execution.runner import CHUNK_GAMES, WorkerDiedError, run_job
from riftcheck.goldfish.opponents.scripted import KEYS, ScriptError
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.presets import PASSIVE, opponent_named
from riftcheck.goldfish.plan.run import DEFAULT_TURNS, Opponent, Run, RunError
from riftcheck.goldfish.policies import DEFAULT, PolicyError, opposing_policy
from riftcheck.goldfish.policies.mulligan import ON_CURVE, MulliganError, mulligan_from
from riftcheck.goldfish.results.document import UnknownFigureError, check_figure
from riftcheck.goldfish.results.run_info import OPPONENT_CODE, run_info
from riftcheck.goldfish.simulation.errors import EndlessGameError, FailedGameError
from riftcheck.goldfish.studies.entered_deck import engine_rules, enter_deck
from riftcheck.goldfish.studies.request import Study, StudyRequest
from riftcheck.validator import Options

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date as day

    from riftcheck.carddb import CardDatabase
    from riftcheck.facade.decks import Deck
    from riftcheck.facade.result import Result
    from riftcheck.goldfish.execution.executors import ChunkExecutor
    from riftcheck.goldfish.execution.jobs import PartialResult
    from riftcheck.goldfish.studies.entered_deck import EnteredDeck

_REFUSALS: Final = (
    EndlessGameError,
    FailedGameError,
    MulliganError,
    NotPlayableError,
    PolicyError,
    RunError,
    ScriptError,
    UnknownFigureError,
    WorkerDiedError,
)


def simulate(
    deck: Deck,
    *,
    games: int = 1000,
    seed: int = 0,
    opponent: Deck = PASSIVE,
    policy: str = DEFAULT,
    policy_options: Mapping[str, int] | None = None,
    mulligan: dict[str, Any] | None = None,
    first: str = "alternate",
    turns: int = DEFAULT_TURNS,
    battlefield: str | None = None,
    opponent_battlefield: str | None = None,
    unsupported: str = REFUSE,
    allow_illegal: bool = False,
    date: day | str | None = None,
    stop_when: Mapping[str, float] | None = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    cards: CardDatabase | None = None,
) -> Result:
    """Play a deck many times, and return what the games came to. The same arguments play the same games.

    `deck` is a text, a deck code or a document, as for `riftcheck.check`. `games` is how many are played at the most;
    `stop_when` ends the run once the intervals are narrow enough: half widths by the path of a figure (see
    `Result.figure`), such as `{"all/score/won": 0.02}`.

    `opponent` is `passive`, `blocker`, `removal` or `racer`, a deck, which the planner plays (greedy, where `policy` is
    `greedy`), a script, or a field, `{"field": [{"name": "Viktor", "deck": DECK, "weight": 2}, ...]}`, all as
    docs/goldfish.md has them. `policy` plays the deck: `planner`, `lookahead`, `greedy`, `random` or `passive`, with
    its `policy_options`. `mulligan` says what to keep of an opening hand, by default what is on curve. `first`: the
    deck goes first (`play`), second (`draw`), or both in turn (`alternate`). `turns` is its last turn in each game.

    `battlefield` and `opponent_battlefield` are names; by default one is drawn of the deck's three, and the opponent's
    has no text. `unsupported` says what becomes of cards that the engine cannot play: `refuse` the deck; `skip`: they
    are drawn and never played; `vanilla`: units are cost and Might only, other cards are skipped. An illegal deck is
    refused unless `allow_illegal`; `date` is the day on which it is judged, by default today.

    `jobs` is the number of processes that play, which changes nothing in the result; with more than one, a program
    calls this below `if __name__ == "__main__":`. `progress` is called now and then with the number of games played.
    `cards` are those of `riftcheck.load`.

    :raises RiftcheckError: if a deck cannot be read or played, is illegal, or an argument cannot be followed.
    :raises CutShortError: a `RiftcheckError`, if the processes fail when games were counted; `result` is that of them.
    """
    whole("games", games, 1)
    whole("seed", seed, 0)
    whole("jobs", jobs, 1)
    whole("turns", turns)
    text("policy", policy, "a text such as 'greedy'")
    for name, place in (("battlefield", battlefield), ("opponent_battlefield", opponent_battlefield)):
        if place is not None:
            text(name, place, "the name of a battlefield")
    if policy_options is not None:
        mapping("policy_options", policy_options, 'a mapping such as {"budget": 100}')
    if stop_when is not None:
        half_widths("stop_when", stop_when)
    if progress is not None:
        function("progress", progress)
    flag("allow_illegal", allow_illegal)
    for name, value in (
        ("first", first),
        ("unsupported", unsupported),
        ("policy_options", policy_options),
        ("mulligan", mulligan),
        ("opponent", opponent),
    ):
        numbers_in(name, value)
    db = cards_or_default(cards)
    options = Options(day_of(date))
    with data_as_sentence(), as_sentences(*_REFUSALS):
        entered = _bring(deck, db, options, allow_illegal=allow_illegal)
        against, opposite_illegal = _opponent(opponent, policy, db, options, allow_illegal=allow_illegal)
        run = Run(
            entered.listed,
            against,
            policy=policy,
            options=dict(policy_options or {}),
            mulligan=ON_CURVE if mulligan is None else mulligan_from(mulligan),
            seed=seed,
            first=first,
            turns=turns,
            battlefield=_battlefield(battlefield, db),
            opponent_battlefield=_battlefield(opponent_battlefield, db),
            rules=engine_rules(entered.report.rules),
            unsupported=unsupported,
        )
        run = prepare(run, db).run
        illegal = (*entered.illegal, *(f"{OPPONENT_CODE}{code}" for code in opposite_illegal))
        widths = _half_widths(stop_when, run, db)
        request = StudyRequest("goldfish", (run,), games, (illegal,), widths, date=options.day.isoformat())
        return _play(request, db, jobs, progress)


def _play(order: StudyRequest, db: CardDatabase, jobs: int, progress: Callable[[int], None] | None) -> Result:
    reckoning = Study(order, db)

    def tell(part: PartialResult) -> None:
        if progress is not None:
            progress(part.stop)

    with _executor(db, min(jobs, -(-order.games // CHUNK_GAMES))) as crew:
        found = run_job(order.job, order.games, crew, progress=tell, enough=reckoning.enough)
    if found.failure is not None:
        kept = f"{sentence(str(found.failure))} Of {found.asked} games the first {found.games} are counted in `result`."
        raise CutShortError(kept, result_from(reckoning.document(found))) from found.failure
    if found.stopped:  # by Ctrl-C, which is for the program that called this
        raise KeyboardInterrupt
    return result_from(reckoning.document(found))


def _executor(db: CardDatabase, jobs: int) -> ChunkExecutor:
    return in_process_executor(db) if jobs == 1 else process_executor(partial(_same, db), jobs)


def _same(db: CardDatabase) -> CardDatabase:
    """Return the cards that were sent to a worker process."""
    return db


def _bring(deck: Deck, db: CardDatabase, options: Options, *, allow_illegal: bool) -> EnteredDeck:
    read = read_deck(deck, db)
    report = report_on(read, db, options)
    if not report.legal and not allow_illegal:
        broken = " ".join(issue.message for issue in report.issues if issue.severity == "error")
        where = f"{report.format} on {report.day}"
        raise RiftcheckError(f"The deck is not legal in {where}: {broken} allow_illegal=True plays it all the same.")
    return enter_deck(read, report, db, options)


def _opponent(
    opponent: Deck, policy: str, db: CardDatabase, options: Options, *, allow_illegal: bool
) -> tuple[Opponent, list[str]]:
    """Return the opponent of who plays by `policy`, and the codes of the rules that its list, or a field, breaks."""
    named = opponent_named(opponent) if isinstance(opponent, str) else None
    if named is not None:
        return named, []
    if isinstance(opponent, Mapping) and opponent.keys() <= set(KEYS):
        return Opponent("scripted", script=dict(opponent)), []
    if isinstance(opponent, Mapping) and FIELD in opponent:
        return field_of(opponent, lambda one: _bring(one, db, options, allow_illegal=allow_illegal))
    if isinstance(opponent, str) and opponent.startswith(f"{FIELD}:"):
        raise RiftcheckError(f'{FIELD}:FOLDER is of the command line; here a field is {{"{FIELD}": {EXAMPLE}}}.')
    second = _bring(opponent, db, options, allow_illegal=allow_illegal)
    return Opponent("list", list=second.listed, policy=opposing_policy(policy)), second.illegal


def _battlefield(name: str | None, db: CardDatabase) -> str | None:
    """Return the name of a battlefield as the database has it, from any spelling."""
    if name is None or is_blank(name):
        return None if name is None else BLANK_BATTLEFIELD
    card = db.find(name).card
    if card is None or card.kind != "battlefield":
        raise RiftcheckError(f"There is no battlefield {name!r}.")
    return card.name


def _half_widths(wanted: Mapping[str, float] | None, run: Run, db: CardDatabase) -> dict[str, float]:
    if not wanted:
        return {}
    known = run_info(prepare(run, db))
    for path, half in wanted.items():
        check_figure(known, path)
        if not half > 0:
            raise RiftcheckError(f"The half width wanted of {path} is {half}; it must be above 0.")
    return dict(wanted)
