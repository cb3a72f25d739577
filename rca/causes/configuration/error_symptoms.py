"""What an error says that configuration may be about: types, messages, classes, modules, paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from models.code import ProjectFrame
from models.error_report import ErrorReport, Frame, ReportedException
from rca.caching.cached_attribute import cached_attribute
from rca.error_text.logcat import split
from rca.error_text.normalization import clean

_TYPE = re.compile(r"\b(?:[a-z_]\w*\.)*[A-Z]\w*(?:\$\w+)*(?:Exception|Error)\b")
_DOTTED = re.compile(r"(?<![\w./$@-])((?:[a-zA-Z_]\w*\.){1,12}[A-Z]\w*(?:\$\w+)*)(?![\w/])")
_SLASHED = re.compile(r"(?<![\w.$-])L?((?:[a-zA-Z_]\w*/){1,12}[A-Z]\w*(?:\$\w+)*)(?:;|(?=[\s\"'.)\]]|$))")
_PROJECT = re.compile(r"\b(?:project|task|configuration) '?\"?(:[\w:.-]*)'?\"?")
_PATH = re.compile(r"(?<![\w.])((?:[\w.-]+/)+[\w.-]+\.(?:kts?|java|xml|gradle|toml|properties|pro))\b")
_MOST_TEXT = 200_000
_MOST_FLAT, _LONGEST_WORD = 30_000, 300
"""Patterns with several unbounded parts take time in the square of what they look at."""
_FRAME = re.compile(r"(?m)^[\s|>]*at\s+[^\n]*\n?")


@dataclass
class ErrorSymptoms:
    """One error, in the forms that the searches look at.

    Args:
        report: the parsed error.
        text: the text that it was read from.
        frames: its frames and messages as found in the workspace.
    """

    report: ErrorReport
    text: str
    frames: Sequence[ProjectFrame]

    @cached_attribute
    def flat(self) -> str:
        """The text without stack frames and logcat's prefixes, each run of white space as one blank.

        Messages are wrapped: what they say is looked for across their lines.
        """
        lines = clean(self.text[:_MOST_TEXT]).split("\n")
        plain = "\n".join(line for stream in split(lines) for line in stream.lines)
        return _bounded(_FRAME.sub("", plain))

    @cached_attribute
    def exceptions(self) -> tuple[ReportedException, ...]:
        """All exceptions, the deepest cause first."""
        reported = [*self.report.exceptions]
        for other in self.report.others[:3]:
            reported.extend(other.exceptions)
        return tuple(reversed(reported))

    @cached_attribute
    def types(self) -> frozenset[str]:
        """Simple names of the exception types that the text names."""
        named = {one.type for one in self.exceptions} | set(_TYPE.findall(self.flat))
        return frozenset(re.split(r"[.$]", name)[-1] for name in named)

    @cached_attribute
    def stack(self) -> tuple[Frame, ...]:
        """Frames of the deepest cause that has some, the innermost first."""
        return next((one.frames for one in self.exceptions if one.frames), ())

    @cached_attribute
    def named_classes(self) -> tuple[str, ...]:
        """Classes that the messages name, with dots, in the order of the text, exception types left out."""
        return tuple(
            name
            for name in class_names(self.flat)
            if not name.endswith(("Exception", "Error", "Throwable")) or f"'{name}'" in self.flat
        )

    @cached_attribute
    def projects(self) -> tuple[str, ...]:
        """Gradle paths that the text names, those of failed tasks among them."""
        named = [match[1].rstrip(":.") for match in _PROJECT.finditer(self.flat)]
        return tuple(dict.fromkeys([*self.report.failed_tasks, *named]))

    @cached_attribute
    def paths(self) -> tuple[str, ...]:
        """Paths of files that the text names."""
        return tuple(dict.fromkeys(match[1] for match in _PATH.finditer(self.flat)))

    def has_type(self, *names: str) -> bool:
        """Return whether the text names an exception of one of these simple names."""
        return not self.types.isdisjoint(names)


def class_names(text: str) -> tuple[str, ...]:
    """Return the classes with a package that a text names, with dots, each once, in its order."""
    text = _bounded(text)
    found: dict[int, str] = {}
    for match in _DOTTED.finditer(text):
        found[match.start()] = match[1]
    for match in _SLASHED.finditer(text):
        found[match.start()] = match[1].replace("/", ".")
    return tuple(dict.fromkeys(name for _, name in sorted(found.items())))


def _bounded(text: str) -> str:
    """Return a text on one line, no longer than patterns can take."""
    return " ".join(word[:_LONGEST_WORD] for word in text.split())[:_MOST_FLAT]


def package_of(class_name: str) -> str:
    """Return the package of a class name: its parts before the first that begins with a capital."""
    return ".".join(_until_capital(class_name.split(".")))


def _until_capital(parts: Iterable[str]) -> Iterable[str]:
    for part in parts:
        if part[:1].isupper():
            return
        yield part
