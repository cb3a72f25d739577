"""XML elements with their positions, read by expat; broken XML yields what can be read.

A document that declares entities is read no further: nothing in an Android project needs them, and a
few lines of them can fill any memory.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.parsers import expat

from rca.text.line_index import ByteOffsets

_ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_START_TAG = re.compile(r"""<([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*/?>""")
_HEADER_END = re.compile(r"""(?:[^>"']|"[^"]*"|'[^']*')*>""")
_MOST_ELEMENTS = 100_000


@dataclass(slots=True)
class Element:
    """An element: `start` to `header_end` is its start tag, `end` lies behind its end tag."""

    tag: str
    attributes: dict[str, str]
    parent: int
    start: int
    header_end: int
    end: int
    text: str = ""

    def get(self, name: str) -> str | None:
        """Return an attribute by its name without prefix."""
        for key, value in self.attributes.items():
            if key.rpartition(":")[2] == name:
                return value
        return None


@dataclass
class Document:
    """The elements of a text in their order, and what is wrong with it."""

    elements: list[Element] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class _Unwanted(Exception):  # noqa: N818 - a finding about the text
    """The document declares entities, or exceeds the limits."""


def read_xml(text: str) -> Document:
    """Read the elements of a text. Never fails on broken text."""
    encoded = text.encode("utf-8", "replace")
    reader = _Reader(text, encoded)
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    reader.parser = parser
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.close
    parser.CharacterDataHandler = reader.words
    parser.EntityDeclHandler = _refuse
    document = reader.document
    try:
        parser.Parse(encoded, True)
    except _Unwanted as problem:
        document.problems.append(str(problem))
    except expat.ExpatError as problem:
        document.problems.append(f"line {problem.lineno}: {expat.errors.messages[problem.code]}")
        reader.read_on(reader.character(max(0, parser.ErrorByteIndex)))
    return document


def _refuse(*_: object) -> None:
    message = "declares entities, which are not read"
    raise _Unwanted(message)


class _Reader:
    """Takes expat's events."""

    parser: expat.XMLParserType

    def __init__(self, text: str, encoded: bytes) -> None:
        self.document = Document()
        self._text = text
        self._open: list[int] = []
        self.character = ByteOffsets(text, encoded).character

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Open an element."""
        elements = self.document.elements
        if len(elements) >= _MOST_ELEMENTS:
            message = f"has more than {_MOST_ELEMENTS} elements"
            raise _Unwanted(message)
        start = self.character(self.parser.CurrentByteIndex)
        header = _HEADER_END.match(self._text, start)
        header_end = header.end() if header else start
        parent = self._open[-1] if self._open else -1
        self._open.append(len(elements))
        elements.append(Element(tag, attributes, parent, start, header_end, header_end))

    def close(self, _tag: str) -> None:
        """Close the innermost element."""
        element = self.document.elements[self._open.pop()]
        at = self.character(self.parser.CurrentByteIndex)
        end = self._text.find(">", at) if at >= element.header_end else -1
        element.end = end + 1 if end >= 0 else element.header_end

    def words(self, data: str) -> None:
        """Add to the text of the innermost element."""
        if self._open:
            element = self.document.elements[self._open[-1]]
            element.text += data

    def read_on(self, start: int) -> None:
        """Read the start tags after an error; as their nesting is unknown, the root holds them."""
        for index in self._open:
            self.document.elements[index].end = len(self._text)
        for match in _START_TAG.finditer(self._text, start):
            attributes = {key: double or single for key, double, single in _ATTRIBUTE.findall(match[2])}
            root = 0 if self.document.elements else -1
            self.document.elements.append(
                Element(match[1], attributes, root, match.start(), match.end(), match.end())
            )
