"""`riftcheck serve`: gunicorn with threads, configured here and started from Python."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import TYPE_CHECKING, Any, Final

from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from api.settings import Settings

if TYPE_CHECKING:
    from flask import Flask

THREADS: Final = 8  # of each worker
_KEEP_ALIVE: Final = 30  # seconds for which a quiet connection is kept
_TIMEOUT: Final = 30  # seconds after which a worker that does not answer is replaced
_METRICS: Final = "PROMETHEUS_MULTIPROC_DIR"


class _Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn with our configuration; the application is built once and shared by all workers."""

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options
        super().__init__(prog="riftcheck serve")

    def load_config(self) -> None:
        """Take over the options; files and arguments are not looked at."""
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Return the application."""
        from api.app import create_app  # noqa: PLC0415 - only after the folder of the metrics is set

        return create_app()


def serve(host: str = "127.0.0.1", port: int = 8000, workers: int | None = None) -> None:
    """Serve until the process is told to stop. `workers` is the number of processes, by default of the settings.

    :raises SettingError: if a setting cannot be used.
    """
    settings = Settings.from_env()
    folder = tempfile.mkdtemp(prefix="riftcheck-metrics-")
    # Before prometheus_client is imported: it looks once.
    os.environ[_METRICS] = folder
    owner = os.getpid()
    try:
        _Server(_options(host, port, workers or settings.workers, settings.log_level)).run()
    finally:
        if os.getpid() == owner:  # a worker that ends comes by here too
            os.environ.pop(_METRICS, None)
            shutil.rmtree(folder, ignore_errors=True)


def _options(host: str, port: int, workers: int, level: str) -> dict[str, Any]:
    return {
        "bind": [f"[{host}]:{port}" if ":" in host else f"{host}:{port}"],
        "workers": workers,
        "worker_class": "api.worker.Worker",
        "threads": THREADS,
        "preload_app": True,
        "keepalive": _KEEP_ALIVE,
        "timeout": _TIMEOUT,
        "graceful_timeout": 20,
        "backlog": 1024,
        "limit_request_line": 8190,
        "worker_tmp_dir": tempfile.gettempdir(),
        "control_socket_disable": True,
        "loglevel": level,
        "logconfig_dict": _log_config(level),
        "child_exit": _forget,
        "forwarded_allow_ips": "",
    }


def _log_config(level: str) -> dict[str, Any]:
    from api.logs import FORMAT  # noqa: PLC0415

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
        "handlers": {"error": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
        "formatters": {"json": {"class": "pythonjsonlogger.json.JsonFormatter", "format": FORMAT}},
    }


def _forget(_server: Any, worker: Any) -> None:
    """Take the numbers of a worker that ended out of those that only count while it lives."""
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
