"""Conditions on a field's value beside its type, each in one wording."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marshmallow import validate

if TYPE_CHECKING:
    from collections.abc import Iterable


def one_of(choices: Iterable[str]) -> validate.OneOf:
    """Return the check that a text is one of some words."""
    known = tuple(choices)
    return validate.OneOf(known, error=f"must be one of {', '.join(known)}")


def characters(least: int, most: int) -> validate.Length:
    """Return the check of a text's length."""
    return validate.Length(least, most, error=f"must have {least} to {most} characters")


def entries(least: int, most: int, of: str) -> validate.Length:
    """Return the check of a list's length; `of` names its entries."""
    several = f"{least} to {most}" if least < most else f"{most}"
    return validate.Length(least, most, error=f"must be a list of {several} {of}")


def not_empty() -> validate.Length:
    """Return the check that a list has an entry."""
    return validate.Length(1, error="must not be empty")


def spelt(pattern: str, meant: str) -> validate.Regexp:
    """Return the check that a text has a form; `meant` names the form and gives an example."""
    return validate.Regexp(rf"(?:{pattern})\Z", error=f"must be {meant}")
