"""One request as it arrives: waitress's parser, stricter where servers and proxies could read the same bytes apart."""

from __future__ import annotations

from typing import Final

from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import RequestHeaderFieldsTooLarge

from riftcheck.api.server.refusals import LongRequestLine

LONGEST_LINE: Final = 8190  # bytes, of the request line and of each field
MOST_FIELDS: Final = 100
_VERSIONS: Final = frozenset({"1.0", "1.1"})


class RequestParser(HTTPRequestParser):
    """The parser of one request."""

    def received(self, data: bytes) -> int:
        """Take some bytes and return how many of them belong to this request."""
        taken = super().received(data)
        if self.error is not None:
            self.expect_continue = False  # an error is answered at once
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head of the request.

        :raises ParsingError: if it is none of HTTP/1.0 or 1.1.
        """
        line, *fields = header_plus.rstrip(b"\r\n").split(b"\r\n")
        if len(line) > LONGEST_LINE:
            self.error = LongRequestLine("")
        elif len(fields) > MOST_FIELDS or max(map(len, fields), default=0) > LONGEST_LINE:
            self.error = RequestHeaderFieldsTooLarge("")
        elif any(field.startswith((b" ", b"\t")) for field in fields):
            raise ParsingError("folded field")
        else:
            super().parse_header(header_plus)
            self._check()

    def _check(self) -> None:
        if self.version not in _VERSIONS:
            raise ParsingError("unknown version")
        if "," in self.headers.get("HOST", ""):  # two of them
            raise ParsingError("more than one Host")
        # With both, or in a version that does not know chunks, others could find another end of the body.
        if "TRANSFER_ENCODING" in self.headers or (self.chunked and "CONTENT_LENGTH" in self.headers):
            raise ParsingError("two lengths of the body")
