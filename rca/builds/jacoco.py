"""Reader of JaCoCo XML reports (Kover and the Android plugin write them too): lines, methods, classes.

Source: JaCoCo's report.dtd 1.1 (`nr` line, `mi`/`ci` missed and covered instructions, `mb`/`cb` branches).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from rca.builds.xml_reading import EntitiesError, make_parser, read_strictly
from rca.scheduling.deadline import Deadline

LARGEST_REPORT = 200_000_000
"""Bytes of one report; a larger one is not read."""


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
        """Merge another report on the same file: the better count of each line wins."""
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


class AnotherFormatError(Exception):
    """The file is XML of another kind: its root is not `report`."""


class UnreadableReportError(Exception):
    """A possible report that was not read; the message continues a sentence that begins with its name."""


def read(path: Path, deadline: Deadline) -> Iterable[SourceCoverage]:
    """Read a report in one pass.

    A damaged report is refused as a whole: with lines missing, each percentage would be wrong.

    Raises:
        AnotherFormatError: it is no JaCoCo report.
        UnreadableReportError: it is damaged or cannot be read.
        Cancelled: the caller no longer wants it.
    """
    reader = _Reader()
    try:
        if path.stat().st_size > LARGEST_REPORT:
            raise UnreadableReportError(f"is larger than {LARGEST_REPORT // 1_000_000} MB and was not read")
        read_strictly(path, reader, deadline)
    except FileNotFoundError as problem:
        raise UnreadableReportError("vanished while reports were read") from problem
    except OSError as problem:
        raise UnreadableReportError(f"could not be read ({problem.strerror or problem})") from problem
    except EntitiesError as problem:
        raise UnreadableReportError(
            "declares XML entities, which are not expanded, and was not read"
        ) from problem
    except expat.ExpatError as problem:
        where = f"is no well-formed XML from line {problem.lineno} on, and was not read"
        raise UnreadableReportError(
            where if reader.began else "is empty or no XML, and was not read"
        ) from problem
    except (
        KeyError,
        ValueError,
        LookupError,
    ) as problem:  # a count that is missing or no number; its encoding
        raise UnreadableReportError(
            f"is no report as JaCoCo writes it ({problem!r}), and was not read"
        ) from problem
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
        self.began = False
        self.parser = make_parser()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if self._depth == 0 and tag != "report":
            raise AnotherFormatError
        self.began = True
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
