"""One exception for whoever calls the library, with a sentence as its message."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from riftcheck.carddb.errors import CardDataError, RiftcheckError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager


@contextmanager
def as_sentences(*refusals: type[Exception], before: str = "") -> Iterator[None]:
    """Turn exceptions of these classes into a `RiftcheckError` whose message is a sentence; the cause stays beside it.

    `before` is put before the message, for those that are only a part of a sentence.

    :raises RiftcheckError: where one of them was raised.
    """
    try:
        yield
    except refusals as error:
        raise RiftcheckError(sentence(f"{before}{error}")) from error


def data_as_sentence() -> AbstractContextManager[None]:
    """Return a context in which card data that cannot be used is a `RiftcheckError` with every fault."""
    return as_sentences(CardDataError, before="The card data cannot be used.\n")


def sentence(text: str) -> str:
    """Return a message with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"
