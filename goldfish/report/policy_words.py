"""Who played a run and what they leave out, in words: for a terminal, and for a page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def policy_lines(told: Mapping[str, Any]) -> list[str]:
    """Return who played, by which version, by the rules of which day, and what each never does, as sentences.

    `told` is the document of a result or a sweep, or a list of a comparison. One without policies has no sentences.
    """
    players = [told[key] for key in ("policy", "opponent_policy") if key in told]
    if not players:
        return []
    named = " against ".join(f"{one['name']} (version {one['version']})" for one in players)
    judged = f", by the rules and bans of {told['date']}" if told.get("date") else ""
    lines = [f"Played by {named}{judged}."]
    never = {one["name"]: one["never"] for one in players if one["never"]}
    return lines + [f"{name} never {_together(omitted)}." for name, omitted in never.items()]


def policy_paragraphs(told: Mapping[str, Any]) -> list[str]:
    """Return the same as paragraphs of HTML."""
    return [f"<p>{escape(line)}</p>" for line in policy_lines(told)]


def _together(omitted: list[str]) -> str:
    return "; never ".join(omitted)
