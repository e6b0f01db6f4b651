"""The settings of the server, all from environment variables and all optional."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from riftcheck.api.excerpt import clipped
from riftcheck.api.limits.networks import FORM, Network, networks_in, rate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_T = TypeVar("_T")
_LEVELS: Final = ("debug", "info", "warning", "error")
JSON: Final = "json"
TEXT: Final = "text"
_FILE: Final = "RIFTCHECK_SETTINGS"
_MOST_PROXIES: Final = 10
_HOST: Final = re.compile(r"(?:(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
RATE_LIGHT: Final = 600  # requests a minute
RATE_HEAVY: Final = 10
_REPLACED: Final = (
    "RIFTCHECK_RATE_LIMIT is no setting any more: RIFTCHECK_RATE_LIGHT and RIFTCHECK_RATE_HEAVY are the numbers of "
    "requests a minute, or none. Unset it."
)
REPORTS: Final = 1000  # some four megabytes of a worker
LEAST_SECRET: Final = 32  # characters
MOST_PLACES: Final = 6  # of the eight threads of a worker: two are always left for what is light


class SettingError(ValueError):
    """A setting that cannot be used; the message names it and says what would be right."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An environment variable: its name, what holds without it, and what it does."""

    name: str
    default: str
    meaning: str


SETTINGS: Final = (
    Setting(
        "RIFTCHECK_SETTINGS",
        "",
        "A file with more settings: one `NAME=VALUE` per line, without quotes. The environment overrides it.",
    ),
    Setting("RIFTCHECK_CARDS", "", "Folders of card YAML laid over the shipped data, separated as in PATH."),
    Setting(
        "RIFTCHECK_CACHE",
        "the user's cache folder",
        "The folder of compiled card data and of what a running server writes.",
    ),
    Setting(
        "RIFTCHECK_GAMES",
        "in the user's data folder",
        "Where games are stored: a file on a disk of this machine, or `postgresql://USER@HOST/DATABASE`.",
    ),
    Setting("RIFTCHECK_GAMES_MOST", "10000", "How many games are kept for all callers together."),
    Setting("RIFTCHECK_GAMES_EACH", "100", "How many games are kept for each caller."),
    Setting("RIFTCHECK_GAMES_HOURS", "48", "After how many hours without an answer a game ends and is removed."),
    Setting("RIFTCHECK_GAMES_ANSWERS", "10000", "How many answers a game may have before it ends."),
    Setting(
        "RIFTCHECK_JOBS",
        "in the user's data folder",
        "Where jobs of `/v1/goldfish` are kept: a file on a disk of this machine, or `postgresql://USER@HOST/DATABASE`.",
    ),
    Setting("RIFTCHECK_JOBS_EACH", "5", "How many jobs of each caller may wait or be played at a time."),
    Setting("RIFTCHECK_JOBS_MOST", "200", "How many jobs of all callers together may wait or be played at a time."),
    Setting("RIFTCHECK_JOBS_GAMES", "100000", "How many games a job may have, over all its lists."),
    Setting("RIFTCHECK_JOBS_SECONDS", "600", "For how many seconds a job is played; then it ends with what it has."),
    Setting("RIFTCHECK_JOBS_KEPT", "2000", "How many jobs that have ended are kept; the oldest go first."),
    Setting("RIFTCHECK_JOBS_HOURS", "48", "For how many hours a job that has ended is kept."),
    Setting(
        "RIFTCHECK_JOBS_GRACE",
        "8",
        "For how many seconds a process that plays jobs and is told to end waits for the games that are being played.",
    ),
    Setting("RIFTCHECK_JOBS_PROCESSES", "one a core", "How many processes play jobs; 0: none here, others do."),
    Setting("RIFTCHECK_CLUSTER", "", "The address of a Dask scheduler whose workers play jobs: `tcp://HOST:PORT`."),
    Setting(
        "RIFTCHECK_HEAVY_PLACES",
        "2",
        "How many requests that take long (batch, export, collection, goldfish and its games) each worker "
        "process works on at a time: 1 to 6.",
    ),
    Setting(
        "RIFTCHECK_REPORT_CACHE",
        "1000",
        "How many reports each worker process keeps for lists that come again; 0: none.",
    ),
    Setting("RIFTCHECK_LOG", "info", f"What is logged: {', '.join(_LEVELS)}. `info` logs one line a request."),
    Setting(
        "RIFTCHECK_LOG_FORMAT",
        "text on a terminal, else json",
        "The format of log lines: `text` for people or `json` for programs.",
    ),
    Setting("RIFTCHECK_PROXIES", "0", "How many proxies stand before the server and set X-Forwarded-For."),
    Setting(
        "RIFTCHECK_HOSTS",
        "",
        "The names that the server answers to, such as `cards.example.org, *.example.org, localhost:8000`. Empty: any.",
    ),
    Setting(
        "RIFTCHECK_KEYS",
        "in the user's data folder",
        "Where the keys are stored that `riftcheck keys` makes: a file, or `postgresql://USER@HOST/DATABASE`.",
    ),
    Setting("RIFTCHECK_RATE_LIGHT", "600", "How many requests a minute a caller may make; `none` for any number."),
    Setting(
        "RIFTCHECK_RATE_HEAVY",
        "10",
        "How many requests a minute a caller may make of the routes that take long; `none` for any number.",
    ),
    Setting("RIFTCHECK_RATE_NETWORKS", "", f"Networks with limits of their own, as in `{FORM}`."),
    Setting(
        "RIFTCHECK_RATE_STORAGE", "memory", "`memory`, or `redis://HOST:PORT/DB` to count for several servers together."
    ),
    Setting(
        "RIFTCHECK_SECRET",
        "drawn once, kept with the games",
        "A text of 32 characters or more from which tokens, card numbers and hashes of clients are derived; the same "
        "for all servers.",
    ),
    Setting("RIFTCHECK_WORKERS", "2", "The number of worker processes of `riftcheck serve`."),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one application. `rate_light` and `rate_heavy` are requests a minute, 0 for any number.

    They limit nothing here, only where settings come from an environment. `hosts` are names in small letters, empty
    where the server answers to any. `games`, `jobs` and `keys` are empty where they are kept in the user's data folder.
    `secret` is empty where that of the store of games holds. `proxies` is a count. `jobs_processes` is None for one a
    core.
    """

    rate_light: int = 0
    rate_heavy: int = 0
    rate_networks: tuple[Network, ...] = ()
    rate_storage: str = "memory"
    proxies: int = 0
    log_level: str = "info"
    log_format: str = JSON
    workers: int = 2
    keys: str = ""
    heavy_places: int = 2
    report_cache: int = REPORTS
    games: str = ""
    games_most: int = 10_000
    games_each: int = 100
    games_hours: int = 48
    games_answers: int = 10_000
    jobs: str = ""
    jobs_each: int = 5
    jobs_most: int = 200
    jobs_games: int = 100_000
    jobs_seconds: int = 600
    jobs_kept: int = 2000
    jobs_hours: int = 48
    jobs_grace: int = 8
    jobs_processes: int | None = None
    cluster: str = ""
    hosts: tuple[str, ...] = ()
    secret: str = field(default="", repr=False)

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None) -> Settings:
        """Return the settings in `env`.

        By default `env` is the environment of this process. The settings of the file in RIFTCHECK_SETTINGS are added to
        the environment first.

        :raises SettingError: if one cannot be used.
        """
        if env is None:
            env = os.environ
            added = _read_file(env.get(_FILE, "").strip())
            os.environ.update({name: value for name, value in added.items() if not env.get(name, "").strip()})
        level = env.get("RIFTCHECK_LOG", "info").strip().lower() or "info"
        if level not in _LEVELS:
            raise SettingError(f"RIFTCHECK_LOG is {level!r}; it can be {', '.join(_LEVELS)}.")
        if env.get("RIFTCHECK_RATE_LIMIT", "").strip():
            raise SettingError(_REPLACED)
        return cls(
            rate_light=_read(env, "RIFTCHECK_RATE_LIGHT", rate, str(RATE_LIGHT)),
            rate_heavy=_read(env, "RIFTCHECK_RATE_HEAVY", rate, str(RATE_HEAVY)),
            rate_networks=_read(env, "RIFTCHECK_RATE_NETWORKS", networks_in, ""),
            rate_storage=_storage(env.get("RIFTCHECK_RATE_STORAGE", "").strip() or "memory"),
            proxies=_whole(env, "RIFTCHECK_PROXIES", 0, 0, _MOST_PROXIES),
            log_level=level,
            log_format=_log_format(env.get("RIFTCHECK_LOG_FORMAT", "").strip().lower()),
            workers=_whole(env, "RIFTCHECK_WORKERS", 2, 1, 64),
            keys=env.get("RIFTCHECK_KEYS", "").strip(),
            heavy_places=_whole(env, "RIFTCHECK_HEAVY_PLACES", 2, 1, MOST_PLACES),
            report_cache=_whole(env, "RIFTCHECK_REPORT_CACHE", REPORTS, 0, 1_000_000),
            games=env.get("RIFTCHECK_GAMES", "").strip(),
            games_most=_whole(env, "RIFTCHECK_GAMES_MOST", 10_000, 1, 1_000_000),
            games_each=_whole(env, "RIFTCHECK_GAMES_EACH", 100, 1, 1_000_000),
            games_hours=_whole(env, "RIFTCHECK_GAMES_HOURS", 48, 1, 8760),
            games_answers=_whole(env, "RIFTCHECK_GAMES_ANSWERS", 10_000, 1, 100_000),
            jobs=env.get("RIFTCHECK_JOBS", "").strip(),
            jobs_each=_whole(env, "RIFTCHECK_JOBS_EACH", 5, 1, 100_000),
            jobs_most=_whole(env, "RIFTCHECK_JOBS_MOST", 200, 1, 100_000),
            jobs_games=_whole(env, "RIFTCHECK_JOBS_GAMES", 100_000, 1, 9_999_999),
            jobs_seconds=_whole(env, "RIFTCHECK_JOBS_SECONDS", 600, 1, 9_999_999),
            jobs_kept=_whole(env, "RIFTCHECK_JOBS_KEPT", 2000, 1, 1_000_000),
            jobs_hours=_whole(env, "RIFTCHECK_JOBS_HOURS", 48, 1, 8760),
            jobs_grace=_whole(env, "RIFTCHECK_JOBS_GRACE", 8, 1, 3600),
            jobs_processes=_processes(env),
            cluster=env.get("RIFTCHECK_CLUSTER", "").strip(),
            hosts=_hosts(env.get("RIFTCHECK_HOSTS", "")),
            secret=_secret(env.get("RIFTCHECK_SECRET", "").strip()),
        )


def _read_file(path: str) -> dict[str, str]:
    """Return the settings of a file. Blank lines and lines that begin with `#` are ignored.

    :raises SettingError: if the file cannot be read, or a line is not a setting.
    """
    found: dict[str, str] = {}
    if not path:
        return found
    known = {one.name for one in SETTINGS} - {_FILE}
    try:
        lines = Path(path).read_text("utf-8-sig").splitlines()  # Windows editors write the mark
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise SettingError(f"RIFTCHECK_SETTINGS: {path} cannot be read: {reason}.") from None
    for number, line in enumerate(lines, 1):
        name, has_value, value = map(str.strip, line.partition("="))
        if not name or name.startswith("#"):
            continue
        if not has_value or name not in known:  # the line may contain a secret, so only its name is shown
            wrong = f"{clipped(name, 60)!r} is not a setting" if has_value else "a line must be NAME=VALUE"
            raise SettingError(f"RIFTCHECK_SETTINGS: {path}:{number}: {wrong}.")
        found[name] = value
    return found


def _log_format(given: str) -> str:
    if given not in ("", TEXT, JSON):
        raise SettingError(f"RIFTCHECK_LOG_FORMAT is {given!r}; it can be {TEXT} or {JSON}.")
    return given or (TEXT if sys.stderr is not None and sys.stderr.isatty() else JSON)


def _whole(env: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = env.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 8 and least <= int(text) <= most):  # noqa: PLR2004
        raise SettingError(f"{name} is {text!r}; it must be a whole number from {least} to {most}.")
    return int(text)


def _processes(env: Mapping[str, str]) -> int | None:
    name = "RIFTCHECK_JOBS_PROCESSES"
    return _whole(env, name, 0, 0, 256) if env.get(name, "").strip() else None


def _hosts(text: str) -> tuple[str, ...]:
    found = tuple(text.lower().replace(",", " ").split())
    for name in found:
        if not _HOST.fullmatch(name):
            right = "a name such as cards.example.org, *.example.org, localhost:8000 or [::1]"
            raise SettingError(f"RIFTCHECK_HOSTS has {name!r}; each must be {right}, without scheme and path.")
    return found


def _secret(text: str) -> str:
    if 0 < len(text) < LEAST_SECRET:
        raise SettingError(f"RIFTCHECK_SECRET has {len(text)} characters; it must have {LEAST_SECRET} or more.")
    return text


def _read(env: Mapping[str, str], name: str, reader: Callable[[str], _T], default: str) -> _T:
    try:
        return reader(env.get(name, "").strip() or default)
    except ValueError as error:
        raise SettingError(f"{name}: {error}") from None


def _storage(text: str) -> str:
    if text == "memory" or text.startswith(("redis://", "rediss://", "redis+unix://")):
        return text
    raise SettingError(
        f"RIFTCHECK_RATE_STORAGE is {text.partition('@')[0]!r}; it can be memory or redis://HOST:PORT/DB."
    )
