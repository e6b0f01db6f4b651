"""One request as it arrives: waitress's parser, stricter where servers and proxies could read the same bytes apart."""

from __future__ import annotations

import re
from typing import Final

from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import BadRequest, RequestEntityTooLarge, RequestHeaderFieldsTooLarge

from riftcheck.api.server.refusals import LongRequestLine

LONGEST_LINE: Final = 8190  # bytes, of the request line and of each field
MOST_FIELDS: Final = 100
_FREE_CHUNKS: Final = 16 * 1024  # bytes of a body in chunks that may be sizes and trailers and nothing else
_MOST_CHUNKS: Final = 2  # bytes for each byte of the body: chunks of a few bytes hold the loop up
_CHUNKED: Final = (b"transfer-encoding", b"chunked")
_CONTROL: Final = re.compile(rb"[\x00-\x1f\x7f]")
_VERSIONS: Final = frozenset({"1.0", "1.1"})


class RequestParser(HTTPRequestParser):
    """The parser of one request."""

    path = ""  # for the log, also where no head was read

    def received(self, data: bytes) -> int:
        """Take some bytes and return how many of them belong to this request."""
        taken = super().received(data)
        if self.chunked and self.error is None:
            self._check_chunks()
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
        elif _CONTROL.search(line):  # urllib would remove some of them and so change the address
            raise ParsingError("control character in the request line")
        elif any(field.startswith((b" ", b"\t")) for field in fields):
            raise ParsingError("folded field")
        else:
            try:
                super().parse_header(header_plus)
            except ValueError as error:  # of an address such as `http://[`, or a length of 5,000 digits
                raise ParsingError(str(error)) from None
            self._check(fields)

    def _check(self, fields: list[bytes]) -> None:
        if self.version not in _VERSIONS:
            raise ParsingError("unknown version")
        if "," in self.headers.get("HOST", ""):  # two of them
            raise ParsingError("more than one Host")
        if self.version == "1.1" and "HOST" not in self.headers:  # RFC 9112 3.2
            raise ParsingError("no Host")
        # With both, or in a version that does not know chunks, others could find another end of the body.
        if "TRANSFER_ENCODING" in self.headers or (self.chunked and "CONTENT_LENGTH" in self.headers):
            raise ParsingError("two lengths of the body")
        # An empty one is overlooked by some and refused by others, and so is one that says it twice.
        codings = [one for one in map(_name_and_value, fields) if one[0] == _CHUNKED[0]]
        if codings not in ([], [_CHUNKED]):
            raise ParsingError("transfer encoding")

    def _check_chunks(self) -> None:
        """Refuse a body that is mostly sizes of chunks, or a chunk that will be too large once all of it is there."""
        received = self.body_bytes_received
        most = self.adj.max_request_body_size
        if len(self.body_rcv) + self.body_rcv.chunk_remainder >= most:
            self.error = RequestEntityTooLarge(f"exceeds max_body of {most}")
            self.completed = True
        elif received > _FREE_CHUNKS and received > _MOST_CHUNKS * len(self.body_rcv):
            self.error = BadRequest("too small chunks")
            self.completed = True


def _name_and_value(field: bytes) -> tuple[bytes, bytes]:
    name, _, value = field.partition(b":")
    return name.lower(), value.strip(b" \t").lower()
