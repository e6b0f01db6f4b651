"""Reading JSON that comes from outside: whatever is wrong with it is a sentence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from riftcheck.carddb.errors import CatalogueError


def read(body: bytes, what: str, error: type[CatalogueError]) -> Any:
    """Return the value of some JSON in UTF-8; `what` names it in a sentence, such as `the answer`.

    :raises CatalogueError: of the class `error`, if it is not JSON, nested too deep, or has a number that is none.
    """
    try:
        return json.loads(body.decode("utf-8-sig"), parse_constant=_no_number)
    except RecursionError:
        raise error(f"{what} is JSON nested far too deep") from None
    except UnicodeDecodeError as problem:
        raise error(f"{what} is not UTF-8 at byte {problem.start}") from None
    except json.JSONDecodeError as problem:
        raise error(f"{what} is not JSON at line {problem.lineno}, column {problem.colno}") from None
    except ValueError:
        raise error(f"{what} is not JSON: it holds a number that is none, or is far too long") from None


def _no_number(name: str) -> Any:
    raise ValueError(name)
