"""The interpreter that plays a benchmark: which Python, how that was built, and whether riftcheck is compiled for it.

Figures of different builds stand beside each other in bench/results.json, each under the name of its build.
"""

from __future__ import annotations

import platform
import sysconfig
from typing import Any, Final

from riftcheck.build import COMPILED, INTERPRETED, checked_build

# What the name of a build ends with where CPython itself was built with its optimisations.
OPTIMISED: Final = "_on_optimised"
BUILDS: Final = tuple(f"{riftcheck}{python}" for python in ("", OPTIMISED) for riftcheck in (INTERPRETED, COMPILED))


def is_compiled() -> bool:
    """Return whether games are played by compiled modules."""
    return checked_build() == COMPILED


def optimisations() -> list[str] | None:
    """Return with which optimisations this Python was built, of "pgo" and "lto"; None where it does not say."""
    told = sysconfig.get_config_var("CONFIG_ARGS")
    if told is None:  # not built by `configure`: that of Windows
        return None
    flags = str(sysconfig.get_config_var("PY_CORE_CFLAGS"))
    # Debian builds by `make profile-opt`, which CONFIG_ARGS does not show, and strikes the flags of both
    # optimisations from what it installs; where they are merely not used, `configure` has left their names.
    struck = sysconfig.get_config_var("PGO_PROF_USE_FLAG") == ""
    found = {
        "pgo": struck or "--enable-optimizations" in told or "-fprofile-use" in flags,
        "lto": struck or "--with-lto" in told or "-flto" in flags,
    }
    return [name for name, is_there in found.items() if is_there]


def build() -> str:
    """Return the name of the build that runs here, one of `BUILDS`."""
    return checked_build() + (OPTIMISED if "pgo" in (optimisations() or ()) else "")


def described() -> dict[str, Any]:
    """Return the interpreter as results name it: implementation, version, optimisations, and how riftcheck runs."""
    return {
        "implementation": platform.python_implementation(),
        "version": platform.python_version(),
        "optimisations": optimisations(),
        "riftcheck": checked_build(),
    }
