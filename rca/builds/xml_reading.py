"""XML reader for build reports: expat in bounded memory, with repair of invalid characters.

A failure message is whatever a program said: control characters, half of a surrogate pair, bytes of another
encoding. Several tools write these as they are or as character references (`&#27;`), and a single one makes a
whole file not well-formed.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Protocol, TypeVar
from xml.parsers import expat

from rca.scheduling.deadline import Deadline

_CHUNK = 1 << 20

_FIRST_STAND_IN = 0xFDD0
"""U+FDD0 to U+FDEF are 32 noncharacters that XML allows: each stands in for one control character."""
_REPLACEMENT = "\ufffd"

_FORBIDDEN = r"\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff"
# It begins with a set of characters, by which the matcher skips most of a text: ten times as fast.
_TOKEN = re.compile(
    rf"[<\]&{_FORBIDDEN}](?:(?<=<)!\[CDATA\[|(?<=\])\]>|(?<=[{_FORBIDDEN}])"
    r"|(?<=&)(?:#(?:\d{1,7}|[xX][0-9a-fA-F]{1,6});(?:&#(?:\d{1,7}|[xX][0-9a-fA-F]{1,6});)*"
    r"|(?!(?:amp|lt|gt|quot|apos);)))"
)
_REFERENCE = re.compile(r"&#(?:(\d+)|[xX]([0-9a-fA-F]+));")
_UNFINISHED = re.compile(
    r"(?:(?:&#[xX]?[0-9a-fA-F]{1,7};)+(?:&[#\w]{0,9})?|&[#\w]{0,9}|<[!\[CDAT]{0,7}|\]{1,2})\Z"
)
_LONGEST_UNFINISHED = 200
_DECLARED = re.compile(rb"""\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})""")
_STAND_INS = {_FIRST_STAND_IN + code: code for code in range(32)}


class EntitiesError(Exception):
    """The file declares entities, whose expansion can be unbounded."""


class XmlReader(Protocol):
    """Event handlers for a parser of one file."""

    parser: expat.XMLParserType


ReaderT = TypeVar("ReaderT", bound=XmlReader)


def make_parser() -> expat.XMLParserType:
    """Return a parser that accepts a document type, but neither loads it nor accepts entities.

    Its `Parse` raises EntitiesError if the file declares an entity.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.EntityDeclHandler = _refuse_entities
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    return parser


def read_strictly(path: Path, reader: XmlReader, deadline: Deadline) -> None:
    """Read a file that has to be well-formed.

    Raises:
        expat.ExpatError: it is not.
        ValueError, LookupError: its encoding is unknown.
        EntitiesError: see there.
        OSError: it cannot be read.
        Cancelled: the caller no longer wants it.
    """
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            deadline.check_cancelled()
            reader.parser.Parse(chunk, False)
        reader.parser.Parse(b"", True)


def read_leniently(path: Path, make: Callable[[], ReaderT], deadline: Deadline) -> tuple[ReaderT, str | None]:
    """Read a file as far as possible.

    A well-formed file is read as it is; any other is read again with invalid characters replaced.

    Returns:
        The reader, and what is wrong with the file as the end of a sentence ("is empty"), or None. After
            an error the reader holds what precedes it.

    Raises:
        Cancelled: the caller no longer wants it.
    """
    reader = make()
    try:
        read_strictly(path, reader, deadline)
    except EntitiesError:
        return reader, "declares XML entities, which are not expanded, and was not read"
    except OSError as problem:
        return reader, f"could not be read ({problem.strerror or problem})"
    except (expat.ExpatError, ValueError, LookupError):
        reader = make()
        return reader, _read_repaired(path, reader, deadline)
    return reader, None


def restore_controls(text: str) -> str:
    """Return text of a repaired file with its original control characters."""
    return text.translate(_STAND_INS)


def mark_controls(text: str) -> str:
    """Return text of a repaired file with U+FFFD for each control character, as names require."""
    return text.translate(dict.fromkeys(_STAND_INS, _REPLACEMENT))


def _refuse_entities(*_declaration: object) -> None:
    raise EntitiesError


def _read_repaired(path: Path, reader: XmlReader, deadline: Deadline) -> str:
    parser, repair, is_empty = reader.parser, _Repair(), True
    try:
        with path.open("rb") as file:
            for text in _decoded(file):
                deadline.check_cancelled()
                is_empty = is_empty and not text.strip()
                parser.Parse(repair.next(text), False)
            parser.Parse(repair.last(), True)
    except EntitiesError:
        return "declares XML entities, which are not expanded, and was not read"
    except OSError as problem:
        return f"could not be read to its end ({problem.strerror or problem})"
    except expat.ExpatError as problem:
        if is_empty:
            return "is empty"
        if problem.code in _CUT_SHORT:
            return f"is cut short in line {problem.lineno}"
        return f"is no well-formed XML from line {problem.lineno} on ({expat.ErrorString(problem.code)})"
    return "holds characters that XML does not allow; it was read with these replaced"


_CUT_SHORT = frozenset(
    expat.errors.codes[message]
    for message in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
    )
)


def _decoded(file: BinaryIO) -> Iterator[str]:
    """Decode a file by its byte order mark or declaration; invalid bytes become U+FFFD."""
    chunk = file.read(_CHUNK)
    decoder = codecs.getincrementaldecoder(_encoding_of(chunk))(errors="replace")
    while chunk:
        yield decoder.decode(chunk)
        chunk = file.read(_CHUNK)
    yield decoder.decode(b"", final=True)


def _encoding_of(head: bytes) -> str:
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if head.startswith(mark):
            return name
    declared = _DECLARED.match(head)
    if declared is None:
        return "utf-8"
    try:
        name = codecs.lookup(declared[1].decode("ascii")).name
        # The declaration itself was read byte by byte: it is in no wider encoding, whatever it says.
        return name if b"<?xml".decode(name) == "<?xml" else "utf-8"
    except (LookupError, UnicodeError):
        return "utf-8"


class _Repair:
    """Replaces characters that XML forbids in streamed text; `&` in CDATA sections stays."""

    def __init__(self) -> None:
        self._rest = ""
        self._in_cdata = False

    def next(self, text: str) -> str:
        """Return the next piece, held back where its end may continue in the following one."""
        text = self._rest + text
        unfinished = _UNFINISHED.search(text, max(0, len(text) - _LONGEST_UNFINISHED))
        end = len(text) if unfinished is None else unfinished.start()
        self._rest = text[end:]
        return _TOKEN.sub(self._replace, text[:end])

    def last(self) -> str:
        """Return the rest."""
        return _TOKEN.sub(self._replace, self._rest)

    def _replace(self, found: re.Match[str]) -> str:
        text = found[0]
        if text == "]]>":
            self._in_cdata, was_open = False, self._in_cdata
            return text if was_open else "]]&gt;"
        if text[0] not in "<&":
            return _allowed(text)
        if self._in_cdata:
            return text
        if text[0] == "<":
            self._in_cdata = True
            return text
        return "&amp;" if text == "&" else _references(text)


def _references(text: str) -> str:
    """Return character references that XML allows; surrogate pairs become one."""
    codes = [
        int(decimal) if decimal else int(hexadecimal, 16) for decimal, hexadecimal in _REFERENCE.findall(text)
    ]
    characters = "".join(chr(code) if code <= 0x10FFFF else _REPLACEMENT for code in codes)
    joined = characters.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    # A reference keeps line breaks in attributes, which would become spaces.
    return "".join(f"&#{ord(_allowed(character))};" for character in joined)


def _allowed(character: str) -> str:
    code = ord(character)
    if code in {0x9, 0xA, 0xD} or 0x20 <= code < 0xFFFE or code > 0xFFFF:
        return character
    return chr(_FIRST_STAND_IN + code) if code < 0x20 else _REPLACEMENT
