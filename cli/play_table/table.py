"""The game at the terminal: the board, the log, the question, and the commands that a person can type."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from riftcheck.cli.play_table.answers import AnswerError, default_of, read_answer
from riftcheck.cli.play_table.cards import card_lines, option_words
from riftcheck.cli.play_table.match_break import MatchBreak
from riftcheck.cli.play_table.story import PlayLog
from riftcheck.engine.display.descriptions import describe_board
from riftcheck.engine.game import GameError
from riftcheck.engine.match import FIRST, SIDEBOARD, Match
from riftcheck.engine.storage.save import SaveError
from riftcheck.goldfish.policies.seat_view import SeatView

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb import CardDatabase
    from riftcheck.cli.play_table.saves import SavedPlay
    from riftcheck.cli.terminal import Page
    from riftcheck.engine.game import Game
    from riftcheck.goldfish.policies import Policy

PROMPT: Final = "> "
MOST_UNDONE: Final = 200
HELP: Final = (
    "Answer with the number of an option, or with several (1 3) where several may be chosen; or with the beginning of "
    "an option's key (play void), several with ; between. none chooses nothing, all everything; Enter takes the "
    "default, if there is one."
)
HELP_COMMANDS: Final = (
    ("board", "the board again"),
    ("log", "all that happened so far"),
    ("card NAME", "what a card does"),
    ("undo", "take your last answer back"),
    ("save FILE", "keep the game in a file"),
    ("concede", "give the game up"),
    ("quit", "leave; nothing is kept"),
    ("?", "this help"),
)
# With what the engine's picture of the board begins a line that goes on with the one before.
CONTINUED: Final = "    "


class LeftError(Exception):
    """The person leaves the table; the message is what is said last."""


class PlayTable:
    """A game or match between policies and at most one person, whose seat is `kept.seat`.

    `make_policy` returns a policy for one seat of one game.
    """

    def __init__(self, kept: SavedPlay, make_policy: Callable[[], Policy], db: CardDatabase, page: Page) -> None:
        self.kept = kept
        self.seat = kept.seat
        self.play: Game | Match = kept.play
        self._make_policy = make_policy
        self._policies: list[Policy] = []
        self.db = db
        self.page = page
        self.story = PlayLog(self.seat)
        self.story.lines += kept.story
        self.story.news()
        self._past: list[tuple[Game | Match, int]] = []
        self._followed: Game | None = None
        self._turn = -1

    # --- the run ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game or match is over, the person leaves, or the input ends."""
        try:
            while self._go_on():
                pass
        except (LeftError, SaveError) as fault:
            self.page.line(str(fault))

    def _go_on(self) -> bool:
        """Do the next thing; return whether there is more to do."""
        play = self.play
        if isinstance(play, Match) and play.step in (SIDEBOARD, FIRST):
            self._tell()
            MatchBreak(self, play).settle()
            return True
        game = self.game
        if game is None or play.decision is None or game.decision is None:
            self._finish()
            return False
        self._follow(game)
        if game.decision.player == self.seat:
            self._ask(game)
        else:
            self._let_policy(game)
        return True

    @property
    def game(self) -> Game | None:
        """The game that is played."""
        return self.play.game if isinstance(self.play, Match) else self.play

    def _follow(self, game: Game) -> None:
        if game is not self._followed:
            # The log of a game that comes from a file was told to whoever saved it.
            self._play_on(game, tell=not (self.kept.loaded and self._followed is None))

    def _play_on(self, game: Game, *, tell: bool) -> None:
        """Listen to a game that is not followed yet, with a new policy for each seat."""
        self.story.follow(game, tell=tell)
        self._policies = [self._make_policy() for _ in game.state.players]
        self._followed = game

    def _let_policy(self, game: Game) -> None:
        assert game.decision is not None  # noqa: S101 - for the type checker: there is one where this is called
        player = game.decision.player
        self._answer(self._policies[player].answer(SeatView(game.state, player)))
        if self.seat is None and game.state.turn != self._turn:
            self._turn = game.state.turn
            self._tell()
            self.board()

    def _answer(self, indices: list[int]) -> None:
        self.play.answer(indices)

    def _finish(self) -> None:
        self._tell()
        if self.game is not None:
            self.board()
            if self.game.winner is not None:
                winners = self.game.view(self.seat)["winners"]
                self.page.line(f"The game is over. {self._who_wins(winners)} it.", "bold")
        if isinstance(self.play, Match):
            wins = " to ".join(str(count) for count in self.play.wins)
            who = "Nobody wins" if self.play.winner is None else self._who_wins([self.play.winner])
            self.page.line(f"The match is over, {wins} in games. {who} it.", "bold")

    def _who_wins(self, winners: list[int]) -> str:
        if self.seat in winners:
            return "You win"
        names = " and ".join(f"player {player + 1}" for player in winners)
        return f"{names[:1].upper()}{names[1:]} {'wins' if len(winners) == 1 else 'win'}"

    # --- what is shown ------------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        news = self.story.news()
        if news:
            self.page.line()
        for line in news:
            self.page.line(line, "bold" if line.startswith("---") else "", hang=4)

    def board(self) -> None:
        """Show the board as the person may see it."""
        game = self.game
        if game is None:
            self.page.line("No game is played yet.")
            return
        self.page.line()
        if self.kept.short_mark():
            self.page.line(self.kept.short_mark(), "yellow")
        for line in _whole_lines(describe_board(game.state, self.seat)):
            inner = line.startswith(" ")
            self.page.line(line.strip(), "" if inner else "bold", indent=(len(line) - len(line.lstrip())), hang=2)

    def _ask(self, game: Game) -> None:
        """Show what happened and the question, and take what is typed until it is answered."""
        self._tell()
        if game.state.turn != self._turn:
            self._turn = game.state.turn
            self.board()
        self._question(game)
        while True:
            typed = self.read()
            if self._command(typed):
                if self.game is not game or self.play.decision is None:
                    return
                continue
            try:
                chosen = read_answer(typed, game.view(self.seat)["decision"])
            except AnswerError as fault:
                self.page.line(str(fault))
                continue
            self._remember()
            self._answer(chosen)
            return

    def _question(self, game: Game) -> None:
        decision = game.view(self.seat)["decision"]
        default = default_of(decision)
        words = decision["words"].partition(": ")[2]
        self.page.line()
        self.page.line(f"{words[:1].upper()}{words[1:]}", "bold")
        for option in decision["options"]:
            marked = " (Enter)" if default == [option["index"]] else ""
            text = f"{option_words(option, decision['kind'], game.state.pool)}{marked}"
            self.page.line(f"{option['index'] + 1:2}) {text}", hang=4)
        if default == []:
            self.page.line("Enter: none of them")

    # --- what is typed ------------------------------------------------------------------------------------------------

    def read(self) -> str:
        """Return the next line that the person types.

        :raises LeftError: where there is no more.
        """
        terminal = sys.stdin is not None and sys.stdin.isatty()
        try:
            line = input(PROMPT) + "\n" if terminal else "" if sys.stdin is None else sys.stdin.readline()
        except EOFError:
            line = ""
        except KeyboardInterrupt:
            self._end_of_prompt(terminal=terminal)
            raise
        if not line:
            self._end_of_prompt(terminal=terminal)
            raise LeftError("There is no more input; the game was left.")
        return line

    def _end_of_prompt(self, *, terminal: bool) -> None:
        """Begin a new line where the prompt was left without Enter."""
        if terminal:
            self.page.line()

    def _command(self, typed: str) -> bool:
        """Do what was typed if it is a command; return whether it is one."""
        word, _, rest = typed.strip().partition(" ")
        command = COMMANDS.get(word.casefold())
        if command is None or (rest and word.casefold() not in WITH_MORE):
            return False
        command(self, rest.strip())
        return True

    def help(self, rest: str) -> None:
        """Print the commands that can be typed."""
        del rest
        self.page.line(HELP, hang=0)
        self.page.pairs(HELP_COMMANDS)

    def log(self, rest: str) -> None:
        """Show all that happened."""
        del rest
        for line in self.story.lines or ["Nothing has happened yet."]:
            self.page.line(line, hang=4)

    def card(self, rest: str) -> None:
        """Show a card."""
        for line in card_lines(rest, self.db, self.kept):
            self.page.line(line, hang=2)

    def save(self, rest: str) -> None:
        """Keep the game in a file."""
        self.page.line(self.kept.write(rest, self.play, self.story.lines))

    def quit(self, rest: str) -> None:
        """Leave the table.

        :raises LeftError: always, with what is said last.
        """
        del rest
        raise LeftError("The game was left.")

    def concede(self, rest: str) -> None:
        """Give the game up, or with `match` the match.

        :raises LeftError: if the game that is left was the only one, and others would play on.
        """
        play = self.play
        if self.seat is None or (rest and not (rest == "match" and isinstance(play, Match))):
            self.page.line("Type concede alone" + (", or concede match." if isinstance(play, Match) else "."))
            return
        try:
            if not isinstance(play, Match) or rest:
                play.concede(self.seat)
            else:
                play.concede_game(self.seat)
        except GameError as fault:
            self.page.line(f"{str(fault)[:1].upper()}{str(fault)[1:]}.")
            return
        if not isinstance(play, Match) and play.decision is not None:
            raise LeftError("You have left the game; the others would play on.")

    def undo(self, rest: str) -> None:
        """Take the last answer back."""
        del rest
        if not self._past:
            self.page.line("There is no answer of yours to take back.")
            return
        self.play, mark = self._past.pop()
        self.story.back_to(mark)
        self._followed = None
        if self.game is not None:
            self._play_on(self.game, tell=False)
        self._turn = -1
        self.page.line("Your last answer is taken back.")

    def _remember(self) -> None:
        self._past.append((self.play.clone(), self.story.mark()))
        del self._past[:-MOST_UNDONE]


def _whole_lines(lines: list[str]) -> list[str]:
    """Return the lines of a board as they were before they were broken at the engine's width."""
    whole: list[str] = []
    for line in lines:
        if whole and line.startswith(CONTINUED):
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line)
    return whole


COMMANDS: Final[dict[str, Callable[[PlayTable, str], None]]] = {
    "?": PlayTable.help,
    "help": PlayTable.help,
    "board": lambda table, _rest: table.board(),
    "log": PlayTable.log,
    "card": PlayTable.card,
    "undo": PlayTable.undo,
    "concede": PlayTable.concede,
    "save": PlayTable.save,
    "quit": PlayTable.quit,
}
WITH_MORE: Final = frozenset({"card", "save", "concede"})
