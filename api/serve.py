"""`riftcheck serve`: gunicorn with threads, configured here and started from Python."""

from __future__ import annotations

import contextlib
import fcntl
import gc
import os
import shutil
import sys
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]

from riftcheck import __version__, carddb
from riftcheck.api import logs
from riftcheck.api.logs import LOGGER
from riftcheck.api.server.worker import give_memory_back
from riftcheck.api.settings import TEXT, SettingError, Settings
from riftcheck.build import checked_build
from riftcheck.carddb import CardDataError
from riftcheck.carddb.snapshot import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from flask import Flask

THREADS: Final = 8  # of each worker
_KEEP_ALIVE: Final = 30  # seconds for which a quiet connection is kept
_TIMEOUT: Final = 30  # seconds after which a worker that does not answer is replaced
_UNLOOKED: Final = 10_000  # objects that are made before cycles are looked for: those of some lists, which have none
_METRICS: Final = "PROMETHEUS_MULTIPROC_DIR"
_SETTING: Final = "RIFTCHECK_"
_PREFIX: Final = "riftcheck-serve-"  # of a server's own folder


class _Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn with our configuration; the application is built once and shared by all workers.

    `given` has the settings of the environment, without those of the file in RIFTCHECK_SETTINGS. `options_of` returns
    gunicorn's options for some settings.
    """

    callable: Flask | None

    def __init__(
        self, settings: Settings, given: Mapping[str, str], options_of: Callable[[Settings], dict[str, Any]]
    ) -> None:
        self._settings = settings
        self._given = given
        self._options_of = options_of
        super().__init__(prog="riftcheck serve")

    def load_config(self) -> None:
        """Take over the options; files and arguments are not looked at."""
        for name, value in self._options_of(self._settings).items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Return the application."""
        from riftcheck.api.app import create_app  # noqa: PLC0415 - only after the folder of the metrics is set
        from riftcheck.api.preload import preload  # noqa: PLC0415 - as above

        logs.catch_all(self._settings)
        app = create_app(None, self._settings)
        with contextlib.suppress(CardDataError):  # endpoints that need card data return 503
            preload(app)
        _freeze()
        return app

    def renew(self) -> None:
        """Read the cards and settings again and build the application from them. If that fails, nothing changes.

        :raises SettingError: if a setting cannot be used.
        :raises CardDataError: if the card data or the ability of a card cannot be used.
        """
        from riftcheck.api.app import create_app  # noqa: PLC0415 - as above
        from riftcheck.api.preload import preload  # noqa: PLC0415 - as above

        before = _set_environment(self._given)
        try:
            settings = replace(Settings.from_env(), log_format=self._settings.log_format)
            app = create_app(carddb.load_default(), settings)
            preload(app)
        except BaseException:
            _set_environment(before)
            raise
        if self.callable is not None:
            _retire(self.callable, app)
        self._settings, self.callable = settings, app
        gc.unfreeze()  # so that the old cards can be freed
        _freeze()

    def run(self) -> None:
        """Serve until the process receives a signal to stop."""
        try:
            _Master(self).run()
        except RuntimeError as error:
            raise SystemExit(f"Error: {error}") from None


class _Master(Arbiter):  # type: ignore[misc]
    """Gunicorn's process that starts the workers. SIGHUP replaces them if the cards and settings can be used."""

    def reload(self) -> None:
        """Replace the workers by new ones with the current cards and settings. If that fails, log why."""
        try:
            self.app.renew()
        except (SettingError, CardDataError) as error:
            LOGGER.error("the new cards or settings cannot be used, so the server keeps the old ones: %s", error)
        except Exception:  # noqa: BLE001 - after any error the old workers continue
            LOGGER.exception("the new cards or settings cannot be used, so the server keeps the old ones")
        else:
            LOGGER.info("cards and settings were read again; new workers replace the old ones")
            super().reload()


def _freeze() -> None:
    """Exclude the objects that all workers share from their garbage collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_UNLOOKED)


def _retire(old: Flask, new: Flask) -> None:
    """Remove the cards of the old version from the metrics, if the new application serves another version."""
    before, now = (app.extensions["riftcheck"] for app in (old, new))
    if before.data_version != now.data_version:
        before.metrics.retire()


def _set_environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Replace the settings in the environment, and return the previous ones."""
    before = {name: value for name, value in os.environ.items() if name.startswith(_SETTING)}
    for name in before:
        del os.environ[name]
    os.environ.update(settings)
    return before


def serve(host: str = "127.0.0.1", port: int = 8000, workers: int | None = None) -> None:
    """Serve until the process is told to stop. `workers` is the number of processes, by default of the settings.

    :raises SettingError: if a setting cannot be used, or nothing can be written.
    :raises StaleBuildError: if compiled modules are not of the sources beside them.
    """
    checked_build()
    given = {name: value for name, value in os.environ.items() if name.startswith(_SETTING)}
    settings = Settings.from_env()
    with _own_folder() as folder:
        # Before prometheus_client is imported: it looks once.
        os.environ[_METRICS] = str(folder)
        give_memory_back()
        _Server(settings, given, partial(_options, host, port, workers, folder)).run()


@contextlib.contextmanager
def _own_folder() -> Iterator[Path]:
    """Make a folder for what lasts as long as the server: in the cache, or where that is read-only, the system's."""
    places = (cache_folder(), Path(tempfile.gettempdir()))
    folder = next(filter(None, map(_claimed, places)), None)
    if folder is None:
        raise SettingError(f"The server can write neither to {places[0]} nor to {places[1]}; set RIFTCHECK_CACHE.")
    owner = os.getpid()
    try:
        yield folder
    finally:
        if os.getpid() == owner:  # a worker that ends comes by here too
            os.environ.pop(_METRICS, None)
            shutil.rmtree(folder, ignore_errors=True)


def _claimed(place: Path) -> Path | None:
    """Return a new folder in a place, locked while a process of this server lives, or None if that cannot be.

    Folders of servers that were killed are taken away. A new one has its name only once it is locked, so that no other
    server that starts takes it for one of those.
    """
    try:
        place.mkdir(parents=True, exist_ok=True)
        for left in place.glob(f"{_PREFIX}*"):
            _remove_if_left(left)
        made = Path(tempfile.mkdtemp(prefix=f".{_PREFIX}", dir=place))
    except OSError:
        return None
    try:
        _lock(made)  # never unlocked: the workers that are forked hold it too
    except OSError:
        made.rmdir()
        return None
    return made.rename(made.with_name(made.name.removeprefix(".")))


def _remove_if_left(folder: Path) -> None:
    with contextlib.suppress(OSError):
        lock = _lock(folder)
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _lock(folder: Path) -> int:
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


def _options(host: str, port: int, workers: int | None, folder: Path, settings: Settings) -> dict[str, Any]:
    # A text log has two lines about the server. They replace gunicorn's messages about its processes.
    level = "warning" if settings.log_format == TEXT and settings.log_level == "info" else settings.log_level
    hooks: dict[str, Any] = {"when_ready": _print_ready, "on_exit": _print_end} if settings.log_format == TEXT else {}
    if settings.jobs_processes != 0:
        hooks["post_worker_init"] = partial(_keep_jobs, settings, folder)
    return {
        **hooks,
        "bind": [f"[{host}]:{port}" if ":" in host else f"{host}:{port}"],
        "workers": workers or settings.workers,
        "worker_tmp_dir": str(folder),
        "worker_class": "riftcheck.api.server.worker.WebWorker",
        "threads": THREADS,
        "preload_app": True,
        "keepalive": _KEEP_ALIVE,
        "timeout": _TIMEOUT,
        "graceful_timeout": 20,
        "backlog": 1024,
        "limit_request_line": 8190,
        "control_socket_disable": True,
        "loglevel": level,
        "logconfig_dict": _log_config(level, settings.log_format),
        "child_exit": _forget,
        "forwarded_allow_ips": "",
    }


def _print_ready(arbiter: Any) -> None:
    """Print the address of a server that accepts connections, and whether its games are compiled."""
    host, port = arbiter.LISTENERS[0].getsockname()[:2]
    place = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    print(  # noqa: T201
        f"riftcheck {__version__} is ready at http://{place}:{port} (games are {checked_build()}). "
        "Press Ctrl-C to stop.",
        file=sys.stderr,
        flush=True,
    )


def _print_end(_arbiter: Any) -> None:
    print("riftcheck has stopped.", file=sys.stderr, flush=True)  # noqa: T201


def _log_config(level: str, form: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "root": {"level": "WARNING", "handlers": ["error"]},
        "loggers": {
            "gunicorn.error": {
                "level": level.upper(),
                "handlers": ["error"],
                "propagate": False,
                "qualname": "gunicorn.error",
            }
        },
        "handlers": {"error": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}},
        "formatters": {"line": {"()": "riftcheck.api.logs.formatter", "form": form}},
    }


def _keep_jobs(settings: Settings, folder: Path, _worker: Any) -> None:
    """Have a worker see to it that jobs are played, once it can answer."""
    from riftcheck.api.jobs.supervisor import start  # noqa: PLC0415

    start(settings, folder)


def _forget(_server: Any, worker: Any) -> None:
    """Take the numbers of a worker that ended out of those that only count while it lives."""
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 - only after the folder is set

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
