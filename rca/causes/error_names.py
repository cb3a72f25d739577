"""The names that an error mentions: of methods, classes and values, each with a weight."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from models.error_report import ErrorReport, Frame
from rca.navigation.jvm_names import LAMBDA_BODY_METHODS

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_COMPOUND = re.compile(r"[a-z0-9][A-Z]|_|\d")
"""What tells an identifier from a word of English: a hump, an underscore, a digit."""
_QUALIFIED = re.compile(r"\b[a-z]\w*(?:[./][a-z]\w*)+[./]([A-Z]\w*(?:\$\w+)*)")
_CALLED = re.compile(r"\b([a-z]\w*)\s*\(|\b(?:[a-z]\w*[./])+[A-Z]\w*(?:[.#]|::)([a-z]\w*)")
_QUOTED = re.compile(r"""["'`]([^"'`\n]{3,80})["'`]""")
_FRAMES_READ = 40
_NOT_NAMES = frozenset(
    [
        "at",
        "by",
        "caused",
        "java",
        "javax",
        "android",
        "androidx",
        "kotlin",
        "kotlinx",
        "com",
        "org",
        "net",
        "io",
        "main",
        "thread",
        "process",
        "pid",
        "exception",
        "error",
        "null",
        "object",
        "reference",
        "method",
        "class",
        "interface",
        "virtual",
        "attempt",
        "invoke",
        "on",
        "fatal",
    ]
)
_UNSPECIFIC_METHODS = LAMBDA_BODY_METHODS | {
    *("doWork", "execute", "handleMessage", "onReceive", "main", "access", "<init>", "<clinit>", "lambda"),
}
"""Methods of library frames that any program runs through."""


@dataclass
class ErrorNames:
    """Names by weight: 1 for what the message or the innermost frame says, less further out."""

    methods: dict[str, float] = field(default_factory=dict)
    """Methods of library frames, and names that messages call."""
    classes: dict[str, float] = field(default_factory=dict)
    """Simple names of classes of library frames and messages."""
    words: dict[str, float] = field(default_factory=dict)
    """Other identifiers of messages."""
    literals: tuple[str, ...] = ()
    """Texts that messages quote, and what looks like a value: they may stand in the code."""
    thrown: set[str] = field(default_factory=set)
    """Simple names of the exceptions' types."""

    def add(self, group: dict[str, float], name: str, weight: float) -> None:
        """Note a name with the largest weight that it was seen with."""
        if len(name) > 2 and name.lower() not in _NOT_NAMES:
            group[name] = max(weight, group.get(name, 0.0))


def names_in_error(report: ErrorReport, text: str) -> ErrorNames:
    """Return the names of an error's messages and of its frames that are not the app's."""
    names = ErrorNames()
    literals: list[str] = []
    for number, exception in enumerate(reversed(report.exceptions)):
        share = 0.8**number
        _read_message(names, exception.message or "", share, literals)
        names.add(names.classes, exception.type.rpartition(".")[2], 0.3 * share)
        names.thrown.add(exception.type.rpartition(".")[2])
        for depth, frame in enumerate(exception.frames[:_FRAMES_READ]):
            _read_frame(names, frame, share * 0.9**depth)
    for diagnostic in report.diagnostics:
        if diagnostic.severity == "error":
            _read_message(names, diagnostic.message, 1.0, literals)
    _read_message(names, report.what_went_wrong or "", 0.7, literals)
    if not report.exceptions and not report.diagnostics:
        _read_message(names, text[:4000], 0.7, literals)
    names.literals = tuple(dict.fromkeys(literals))[:20]
    return names


def _read_message(names: ErrorNames, message: str, weight: float, literals: list[str]) -> None:
    message = message[:4000]
    literals.extend(match[1] for match in _QUOTED.finditer(message) if not match[1].isdigit())
    for match in _QUALIFIED.finditer(message):
        for part in match[1].split("$"):
            names.add(names.classes, part, weight)
    for match in _CALLED.finditer(message):
        names.add(names.methods, match[1] or match[2], weight)
    for match in _IDENTIFIER.finditer(message):
        word = match[0]
        if word in names.methods or word in names.classes:
            continue
        if _COMPOUND.search(word):
            group = names.classes if word[0].isupper() and not word.isupper() else names.words
            names.add(group, word, weight)


def _read_frame(names: ErrorNames, frame: Frame, weight: float) -> None:
    if frame.origin == "app":
        return
    for part in (frame.class_name or "").rpartition(".")[2].split("$"):
        if part and not part.isdigit() and part[0].isupper() and "Lambda" not in part:
            names.add(names.classes, part, 0.5 * weight)
    method = (frame.method or "").split("$")[0].split("-")[0]
    if method and method not in _UNSPECIFIC_METHODS:
        names.add(names.methods, method, weight)
