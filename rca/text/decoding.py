"""Decoding of source files: byte order marks, encodings, line ends, binary content."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import Literal

Encoding = Literal["utf-8", "utf-16", "ascii"]
Newline = Literal["\n", "\r\n", "\r"]

_PROBE_BYTES = 8192
_REPLACEMENT = "\ufffd"
_MOST_LETTERS, _SHOWN_BYTES = 10, 4
_BOMS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\r\f\x0b\x1b\x08")


class NotText(Exception):  # noqa: N818 - a finding about the bytes, not a defect
    """The bytes are no text in the requested encoding."""


@dataclass(frozen=True)
class Decoded:
    """The text of a file, without byte order mark; line ends are unchanged."""

    text: str
    encoding: str
    bom: bool
    newline: Newline
    damage: str | None = None
    """What of the bytes is not in the text as it was, as a sentence; None where all of it is."""


def decode(data: bytes, encoding: Encoding = "utf-8") -> Decoded:
    """Decode the bytes of a file.

    A byte order mark wins over `encoding`. UTF-16 without a mark is recognised by its zero bytes. An invalid
    byte becomes U+FFFD, and `damage` says how many did, so that a debugger can show the rest.

    Raises:
        NotText: the bytes hold NULs or mostly control characters.
    """
    for mark, name in _BOMS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], name, bom=True)
    probe = data[:_PROBE_BYTES]
    guess = _utf16_without_mark(data) if b"\0" in probe else None
    if encoding == "utf-16" or guess:
        name = guess or "utf-16-le"
        decoded = _decoded(data, name, bom=False)
        if _mostly_controls(decoded.text[:_PROBE_BYTES].encode("utf-8", "replace")):
            raise NotText
        return decoded
    if b"\0" in probe or _mostly_controls(probe):
        raise NotText
    return _decoded(data, encoding, bom=False)


def _decoded(data: bytes, encoding: str, *, bom: bool) -> Decoded:
    damage: str | None = None
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as problem:
        text = data.decode(encoding, "replace")
        damage = _damage(data, text, problem)
    newline: Newline = "\r\n" if "\r\n" in text else "\r" if "\r" in text and "\n" not in text else "\n"
    return Decoded(text, encoding, bom, newline, damage)


def _damage(data: bytes, text: str, problem: UnicodeDecodeError) -> str:
    """Return how many places of a text are invalid in its encoding, and where."""
    encoding = problem.encoding
    line = data[: problem.start].decode(encoding, "replace").count("\n") + 1
    letters = _letters(data) if encoding == "ascii" else []
    if letters:
        different = sorted(set(letters))
        shown = " ".join(different[:_MOST_LETTERS]) + (" …" if len(different) > _MOST_LETTERS else "")
        return (
            f"characters that ASCII does not have ({shown}) stand as U+FFFD, {len(letters)} in all, the first"
            f" in line {line}: encoding 'utf-8' shows them"
        )
    count = text.count(_REPLACEMENT) - data.decode(encoding, "ignore").count(_REPLACEMENT)
    places = "1 place" if count == 1 else f"{count} places"
    first = data[problem.start : problem.start + _SHOWN_BYTES].hex(" ")
    where = f"{places}, the first in line {line} ({first})"
    return f"bytes that are no {encoding.upper()} stand as U+FFFD in {where}"


def _letters(data: bytes) -> list[str]:
    """Return the non-ASCII characters of a UTF-8 text; empty if it is not UTF-8."""
    try:
        return [one for one in data.decode("utf-8") if not one.isascii()]
    except UnicodeDecodeError:
        return []


def _utf16_without_mark(data: bytes) -> str | None:
    probe = data[:_PROBE_BYTES]
    if len(probe) < 4 or len(data) % 2:
        return None
    half = len(probe) // 2
    even, odd = probe[0::2].count(0), probe[1::2].count(0)
    if odd > half * 0.6 and even < half * 0.05:
        return "utf-16-le"
    if even > half * 0.6 and odd < half * 0.05:
        return "utf-16-be"
    return None


def _mostly_controls(probe: bytes) -> bool:
    controls = len(probe) - len(probe.translate(None, _CONTROLS))
    return controls > len(probe) * 0.1
