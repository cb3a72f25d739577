"""Score a parser of error texts against the cases in `evaluation/error_texts/`.

A case is a text and a JSON file beside it. The JSON's `expect` names only what a careful person
says is right, in the words of the wire format; each named value is one field. Beyond the wire's
own names it may say:

- `exceptionCount`, `errorCount`, `nativeFrameCount`, `othersCount`: lengths, errors being the
  diagnostics of that severity; `othersKinds`, `othersIncludeTypes`: the kinds of the other errors
  in order, and exception types that must be among them;
- `firstError`: the first diagnostic of severity `error`, part by part;
- `messageStart` in place of `message`, `whatWentWrongStart`, `whatWentWrongHas`;
- `{"anyOf": […]}` where more than one answer is right.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "error_texts"
DEV_SHARE = 6
"""Tenths of the cases that may be looked at while the parser is tuned."""

Parser = Callable[[str, tuple[str, ...]], dict[str, Any]]
"""Text and app packages to the wire form of a report."""


@dataclass(frozen=True)
class Case:
    """One text with what is right about it."""

    slug: str
    split: str
    text: str
    app_packages: tuple[str, ...]
    expect: dict[str, Any]


@dataclass(frozen=True)
class Miss:
    """One expected value that the parser did not give."""

    field: str
    expected: object
    actual: object


@dataclass
class Score:
    """The result of one case or the sum over many."""

    expected: int = 0
    misses: list[tuple[str, Miss]] = field(default_factory=list)
    app_frames: int = 0
    app_frame_misses: list[str] = field(default_factory=list)
    frames: int = 0
    invented: list[tuple[str, str]] = field(default_factory=list)

    @property
    def field_accuracy(self) -> float:
        """Fields right over fields expected."""
        return 1 - len(self.misses) / self.expected if self.expected else 1.0

    @property
    def app_frame_accuracy(self) -> float:
        """Cases with the right culprit over cases that know their app's packages and name one."""
        return 1 - len(self.app_frame_misses) / self.app_frames if self.app_frames else 1.0

    def add(self, other: Score) -> None:
        """Add another score to this one."""
        self.expected += other.expected
        self.misses += other.misses
        self.app_frames += other.app_frames
        self.app_frame_misses += other.app_frame_misses
        self.frames += other.frames
        self.invented += other.invented


def split_of(slug: str) -> str:
    """Return the split of a case from its name alone, so that adding cases moves none."""
    number = int(hashlib.sha256(slug.encode()).hexdigest()[:8], 16)
    return "dev" if number % 10 < DEV_SHARE else "held_out"


def load_cases(folder: Path = CASES) -> list[Case]:
    """Read every case, in the order of their names. Texts keep their carriage returns."""
    cases = []
    for path in sorted(folder.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        text = path.with_suffix(".txt").read_bytes().decode("utf-8", "surrogateescape")
        cases.append(Case(path.stem, data["split"], text, tuple(data["appPackages"]), data["expect"]))
    return cases


def score(case: Case, parse: Parser) -> Score:
    """Run the parser on one case and compare."""
    report = parse(case.text, case.app_packages)
    result = Score()
    for name, expected in case.expect.items():
        for miss in _compare(name, expected, report):
            result.expected += 1
            if miss is not None:
                result.misses.append((case.slug, miss))
    if case.app_packages and "culprit" in case.expect:
        result.app_frames = 1
        if any(miss.field.startswith("culprit") for _, miss in result.misses):
            result.app_frame_misses.append(case.slug)
    source = Source(case.text)
    for frame in frames_of(report):
        result.frames += 1
        if not source.has(frame):
            result.invented.append((case.slug, str(frame["text"])))
    return result


def frames_of(report: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Return every JVM and native frame of a report and of its further errors."""
    for exception in report["exceptions"]:
        yield from exception["frames"]
    yield from report["nativeFrames"]
    if report["culprit"] is not None:
        yield report["culprit"]
    for other in report["others"]:
        yield from frames_of(other)


# --- comparing -------------------------------------------------------------------------------


def _compare(name: str, expected: Any, report: dict[str, Any]) -> Iterator[Miss | None]:
    errors = [d for d in report["diagnostics"] if d["severity"] == "error"]
    if name in ("exceptions", "diagnostics", "nativeFrames"):
        for index, part in enumerate(expected):
            actual = report[name][index] if index < len(report[name]) else {}
            yield from _parts(f"{name}[{index}]", part, actual)
    elif name == "firstError":
        yield from _parts(name, expected, errors[0] if errors else {})
    elif name == "culprit" and expected is not None:
        yield from _parts(name, expected, report["culprit"] or {})
    elif name == "whatWentWrongHas":
        text = _plain(report["whatWentWrong"])
        yield None if all(_plain(part) in text for part in expected) else Miss(name, expected, text)
    elif name == "othersIncludeTypes":
        types = {e["type"] for other in report["others"] for e in other["exceptions"]}
        yield None if types.issuperset(expected) else Miss(name, expected, sorted(types))
    else:
        yield _value(name, expected, _derived(name, report, errors))


def _derived(name: str, report: dict[str, Any], errors: list[Any]) -> object:
    lengths = {
        "exceptionCount": report["exceptions"],
        "errorCount": errors,
        "nativeFrameCount": report["nativeFrames"],
        "othersCount": report["others"],
    }
    if name in lengths:
        return len(lengths[name])
    if name == "othersKinds":
        return [other["kind"] for other in report["others"]]
    return report[name.removesuffix("Start")]


def _parts(name: str, expected: dict[str, Any], actual: dict[str, Any]) -> Iterator[Miss | None]:
    for key, value in expected.items():
        yield _value(f"{name}.{key}", value, actual.get(key.removesuffix("Start"), "(absent)"))


def _value(name: str, expected: Any, actual: object) -> Miss | None:
    if isinstance(expected, dict) and "anyOf" in expected:
        right = actual in expected["anyOf"]
    elif name.endswith("Start"):
        right = _plain(actual).startswith(_plain(expected))
    elif isinstance(expected, str) and isinstance(actual, str):
        right = _plain(actual) == _plain(expected)
    else:
        right = actual == expected
    return None if right else Miss(name, expected, actual)


def _plain(text: object) -> str:
    """Fold runs of blanks: where a message was wrapped or indented is no matter of right or wrong."""
    return " ".join(text.replace("\xa0", " ").split()) if isinstance(text, str) else ""


# --- invented frames -------------------------------------------------------------------------

_ANSI = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|\x1b[@-_]?")
"""Control sequences, command strings and two-character escapes of ECMA-48."""

_LINK = re.compile(r"\[(?P<name>[\w.]+)\]\(https?://(?P=name)/?\)")
"""A package that some program took for a host and made a link of."""

_BLANK = re.compile(r"\s+|<br\s*/?>|^[ \t]*>+", re.MULTILINE)


class Source:
    """The input in every reading that a log may need: as it is, unescaped from HTML, from JSON."""

    def __init__(self, text: str) -> None:
        plain = _LINK.sub(r"\g<name>", _ANSI.sub("", text))
        readings = [plain, html.unescape(plain), _unescape(plain), _unescape(_unescape(plain))]
        self._readings = [_squeeze(reading) for reading in readings]

    def has(self, frame: dict[str, Any]) -> bool:
        """Return whether the frame stands in the input and its parts in the frame.

        A short frame (`at CartTest.kt:12`) has no class of its own: there the class and method may
        come from the line above it, so the whole input is asked.
        """
        text = _squeeze(str(frame["text"]))
        if not text or not self._holds(text):
            return False
        short = "(" not in text
        return all(
            part in text or (short and self._holds(part)) for part in map(_squeeze, _parts_of_frame(frame))
        )

    def _holds(self, part: str) -> bool:
        return any(part in reading for reading in self._readings)


def _squeeze(text: str) -> str:
    """Drop what a parser may drop too: blanks, line breaks, quote marks, characters that nobody sees."""
    return "".join(filter(str.isprintable, _BLANK.sub("", text)))


def _parts_of_frame(frame: dict[str, Any]) -> Iterable[str]:
    for key in ("className", "method", "file", "line", "library", "function", "buildId", "pc"):
        value = frame.get(key)
        if value is not None:
            yield str(value)


def _unescape(text: str) -> str:
    return re.sub(
        r'\\(u[0-9a-fA-F]{4}|[ntr"/\\])',
        lambda m: {"n": "\n", "t": "\t", "r": "\r"}.get(
            m[1], chr(int(m[1][1:], 16)) if m[1][0] == "u" else m[1]
        ),
        text,
    )
