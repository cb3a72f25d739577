"""Lossless decoding and encoding: every byte survives the round trip, in any encoding."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from rca.text.decoding import Newline, NotText, decode

_MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
}


class Unencodable(Exception):  # noqa: N818 - a finding about the text, not a defect
    """The text contains characters that cannot be encoded, as the file's encoding is not known."""


@dataclass(frozen=True, slots=True)
class LosslessText:
    """A file's text without byte order mark; invalid UTF-8 bytes are lone surrogates."""

    text: str
    encoding: str
    mark: bytes
    newline: Newline

    def encoded(self, edited: str, added: str) -> bytes:
        """Return the bytes of an edited text; `added` is the part written by the caller.

        Raises:
            Unencodable: the file is not UTF-8, and what was added is not ASCII.
        """
        if self.encoding != "utf-8":
            return self.mark + edited.encode(self.encoding, "surrogatepass")
        if not added.isascii() and any("\udc80" <= character <= "\udcff" for character in self.text):
            raise Unencodable
        return self.mark + edited.encode("utf-8", "surrogateescape")


def text_of(data: bytes) -> LosslessText:
    """Decode a file's bytes losslessly.

    Raises:
        NotText: they are no text, or damaged UTF-16.
    """
    known = decode(data)
    mark = _MARKS[known.encoding] if known.bom else b""
    errors = "surrogateescape" if known.encoding == "utf-8" else "surrogatepass"
    try:
        text = data[len(mark) :].decode(known.encoding, errors)
    except UnicodeDecodeError:
        raise NotText from None
    return LosslessText(text, known.encoding, mark, known.newline)
