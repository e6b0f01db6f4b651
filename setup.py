"""Builds the package. RIFTCHECK_COMPILE says whether mypyc compiles it; see "Compiling" in docs/engine.md."""

import sys
from functools import partial
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).parent
# A build in an environment of its own does not look for modules beside this one.
sys.path.insert(0, str(ROOT))

from compilation.commands import commands  # noqa: E402
from compilation.mode import CompilationError  # noqa: E402
from compilation.modules import riftcheck_group  # noqa: E402

try:
    made = commands(partial(riftcheck_group, ROOT))
except CompilationError as error:
    raise SystemExit(f"error: {error}") from None
setup(cmdclass=made)
