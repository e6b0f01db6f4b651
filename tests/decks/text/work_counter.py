"""How much work a text is to read, as a number that does not depend on the machine."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, Final

from riftcheck import carddb, decks

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    import pytest

_READERS: Final = (f"{decks.__name__}.text", f"{carddb.__name__}.names")
_SEARCHES: Final = frozenset({"match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"})


class WorkCounter:
    """Counts the lines of Python that run, and the characters that methods of texts and patterns are given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *more: str) -> None:
        """Count in the readers of texts and in `more` modules."""
        self.count = 0
        for name, module in list(sys.modules.items()):
            if name.startswith((*_READERS, *more)):
                for key, value in list(vars(module).items()):
                    if isinstance(value, re.Pattern):
                        monkeypatch.setattr(module, key, _Counted(value, self))

    def of(self, read: Callable[[str], object], text: str) -> int:
        """Return the work of reading a text."""
        self.count = 0
        before = sys.gettrace(), sys.getprofile()
        sys.settrace(self._line)
        sys.setprofile(self._call)
        try:
            read(text)
        finally:
            sys.settrace(before[0])
            sys.setprofile(before[1])
        return self.count

    def _line(self, _frame: FrameType, _event: str, _arg: object) -> Callable[..., Any]:
        self.count += 1
        return self._line

    def _call(self, _frame: FrameType, event: str, function: Any) -> None:
        if event == "c_call":
            owner = getattr(function, "__self__", None)
            self.count += 1 + (len(owner) if isinstance(owner, str) else 0)


class _Counted:
    """A pattern that adds the characters that it is given to look at."""

    def __init__(self, pattern: re.Pattern[str], counter: WorkCounter) -> None:
        self._pattern = pattern
        self._counter = counter

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._pattern, name)
        if name not in _SEARCHES:
            return found

        def search(*args: Any, **more: Any) -> Any:
            text, *places = args[1:] if name.startswith("sub") else args
            self._counter.count += len(text) - (places[0] if places else 0)
            return found(*args, **more)

        return search
