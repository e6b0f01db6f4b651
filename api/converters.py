"""The URL converters: the values that a path may hold."""

from __future__ import annotations

from werkzeug.routing import BaseConverter


class CardId(BaseConverter):
    """A printing id, which may have a slash in it. The routes beside it are no ids, whatever the method."""

    regex = r"(?!(?:named|search|autocomplete|collection)\Z)[^/].*?"
    part_isolating = False
    weight = 200
