"""Databases for the tests of jobs: a file, and a PostgreSQL server of the tests' own where the system has one."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

if TYPE_CHECKING:
    from collections.abc import Iterator

PLACES = ("/usr/lib/postgresql", "/usr/local/pgsql")
USERS = ("postgres", "nobody")  # the server does not run as root


def program(name: str) -> str | None:
    """Return where a program of PostgreSQL's server is; Debian keeps them out of the path."""
    found = shutil.which(name)
    if found is not None:
        return found
    places = sorted(path for place in PLACES for path in Path(place).glob(f"**/bin/{name}"))
    return str(places[-1]) if places else None


@contextmanager
def server() -> Iterator[str]:
    """Give the address of a server that is alone with us, on a socket in a folder that is taken away."""
    # A short path: the name of a socket has about a hundred characters at the most.
    folder = Path(tempfile.mkdtemp(prefix="riftcheck-pg-"))
    user = None
    if os.geteuid() == 0:
        user = next(name for name in USERS if _is_user(name))
        shutil.chown(folder, user)
    data = str(folder / "data")
    quiet = subprocess.DEVNULL

    def run(name: str, *words: str) -> None:
        command = [program(name) or name, "-D", data, *words]
        subprocess.run(command, user=user, cwd=folder, check=True, stdout=quiet, stderr=quiet)

    try:
        run("initdb", "-A", "trust", "-U", "tests", "-N", "-E", "UTF8")
        options = f"-c listen_addresses='' -c fsync=off -k {folder}"
        run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
        yield f"postgresql://tests@/postgres?host={folder}"
        run("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _is_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def emptied(address: str) -> str:
    """Return an address whose database has no tables any more."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return address
