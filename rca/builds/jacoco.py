"""JaCoCo's XML report, which Kover and the Android plugin write too: lines, methods and classes.

Source: JaCoCo's report.dtd 1.1 (`nr` line, `mi`/`ci` missed and covered instructions, `mb`/`cb` branches).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from rca.cancellation import Watch

LARGEST_REPORT = 200_000_000
"""Bytes of one report; a larger one is not read."""

_CHUNK = 1 << 20


@dataclass(slots=True)
class Line:
    """Missed and covered instructions and branches of a line."""

    missed: int
    covered: int
    missed_branches: int
    covered_branches: int


@dataclass(slots=True)
class ClassCount:
    """Missed and covered methods of a class, by its binary name with slashes."""

    missed: int = 0
    covered: int = 0


@dataclass
class SourceCoverage:
    """One source file of one package: `name` is `pack/age/File.kt`."""

    name: str
    lines: dict[int, Line] = field(default_factory=dict)
    classes: dict[str, ClassCount] = field(default_factory=dict)

    def add(self, other: SourceCoverage) -> None:
        """Take over what another report tells of the same file: a line counts by the better of both."""
        for number, line in other.lines.items():
            known = self.lines.get(number)
            if known is None or (line.covered, line.covered_branches) > (
                known.covered,
                known.covered_branches,
            ):
                self.lines[number] = line
        for name, count in other.classes.items():
            held = self.classes.get(name)
            if held is None or count.covered > held.covered:
                self.classes[name] = count


class NotAReportError(Exception):
    """The file is no such report: another root, broken, too large, or it declares entities."""


def read(path: Path, watch: Watch) -> Iterable[SourceCoverage]:
    """Read a report of any size in one pass.

    Raises:
        NotAReportError: see there.
        Cancelled: the caller no longer wants it.
    """
    reader = _Reader()
    try:
        if path.stat().st_size > LARGEST_REPORT:
            raise NotAReportError
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                watch.check_cancelled()
                reader.parser.Parse(chunk, False)
            reader.parser.Parse(b"", True)
    except (OSError, expat.ExpatError, ValueError) as problem:
        raise NotAReportError from problem
    return reader.sources.values()


class _Reader:
    def __init__(self) -> None:
        self.sources: dict[str, SourceCoverage] = {}
        self._package = ""
        self._class = ""
        self._source: SourceCoverage | None = None
        self._methods: ClassCount | None = None
        self._depth = 0
        self._in_method = False
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        # The report's own document type is empty; entities could grow without bound.
        self.parser.EntityDeclHandler = self._refuse
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def _refuse(self, *_declaration: object) -> None:
        raise NotAReportError

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if self._depth == 0 and tag != "report":
            raise NotAReportError
        self._depth += 1
        match tag:
            case "package":
                self._package = attributes.get("name", "")
            case "class":
                source = attributes.get("sourcefilename")
                self._methods = ClassCount()
                if source:
                    self._of(source).classes[attributes.get("name", "")] = self._methods
            case "method":
                self._in_method = True
            case "counter" if attributes.get("type") == "METHOD":
                if self._methods is not None and not self._in_method:
                    self._methods.missed = int(attributes["missed"])
                    self._methods.covered = int(attributes["covered"])
            case "sourcefile":
                self._source = self._of(attributes.get("name", ""))
            case "line" if self._source is not None:
                self._source.lines[int(attributes["nr"])] = Line(
                    *(int(attributes.get(name, "0")) for name in ("mi", "ci", "mb", "cb"))
                )

    def _end(self, tag: str) -> None:
        self._depth -= 1
        match tag:
            case "class":
                self._methods = None
            case "method":
                self._in_method = False
            case "sourcefile":
                self._source = None

    def _of(self, file: str) -> SourceCoverage:
        name = f"{self._package}/{file}" if self._package else file
        return self.sources.setdefault(name, SourceCoverage(name))
