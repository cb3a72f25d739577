"""Message templates: error messages with their variable parts masked."""

from __future__ import annotations

import re

# Order matters: the longer shapes first, so that a path is one mask and not many numbers.
_MASKS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s'\"<>)\]]+", re.IGNORECASE), "<url>"),
    (re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE), "<uuid>"),
    (re.compile(r"(?<![\w.])(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}[\\/]?"), "<path>"),
    (re.compile(r"\b0x[0-9a-f]+\b|(?<=@)[0-9a-f]{5,16}\b", re.IGNORECASE), "<hex>"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?\b"), "<time>"),
    (re.compile(r"(?<![\w.])\d+(?:\.\d+){1,3}(?:-[\w.]+)?(?![\w.]*\w)"), "<version>"),
    (re.compile(r'"[^"\n]{0,300}"'), "<text>"),
)
_NUMBER = re.compile(r"(?<![\w$<])-?\d[\d_,]*(?!\w)")
_CODE = re.compile(
    r"(?:(?<!version )\bcode|\bstatus|\berrno|\berror|\bhttp|\bexit value|\bsignal)\W{1,3}$", re.IGNORECASE
)
"""What stands before a number that says what went wrong: `status code: 403`, `due to error -12`."""

_CODE_FIRST = re.compile(r"\s*(?::|$)")
_BEFORE_CODE, _LONGEST_CODE = 14, 6

_LEGIBLE: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"\b[a-z][a-z0-9+.-]{1,20}://(?:[^\s/@]{1,80}@)?([\w.-]{1,80})[^\s'\"<>)\]]*", re.IGNORECASE
        ),
        r"\1",
    ),
    (re.compile(r"(?<![\w.])(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){1,30}[\\/]([\w@+-][\w.@+-]{0,80})"), r"\1"),
    (re.compile(r'"([^"\n]{0,40})"'), r"'\1'"),
)
"""What is kept of an address, a path and a quoted text where a reader, not a template, needs it."""

_LONG_NUMBER = re.compile(r"(?<![\w$<.])-?\d[\d_,]{5,}(?!\w)")
_PREAMBLE = re.compile(
    r"""[\s>]*(?:
        Execution\ failed\ for\ task | A\ failure\ occurred\ while\ executing
      | Could\ not\ resolve\ all\ (?:files|artifacts|dependencies|task\ dependencies)\ for
      | Could\ not\ determine\ the\ dependencies\ of | A\ problem\ occurred\ (?:configuring|evaluating)
      | (?:Build|Settings)\ file\ ' | \*\ Where: | Required\ by: | Searched\ in\ the\ following
    )""",
    re.VERBOSE,
)
"""What Gradle says around every failure."""

_ELSEWHERE = re.compile(
    r"see (?:the )?(?:report|log|output)|check (?:the )?logs?|failing tests|non-zero exit", re.IGNORECASE
)
"""A build that only says where it is told what went wrong."""

_FAILED_TASK = re.compile(r"^> Task \S+ FAILED[ \t]*$", re.MULTILINE)
_NEXT_PART = re.compile(r"^(?:> Task |FAILURE: |\* What went wrong)", re.MULTILINE)
_PRINTED = 1_500

_BUILD_PATH = re.compile(r"(?<![\w:])(?::[\w.-]+)+")
_SPACE = re.compile(r"\s+")
_LONGEST = 2_000


def mask(message: str) -> str:
    """Replace what varies between occurrences: paths, addresses, quoted text, versions, numbers.

    Identifiers stay, also in single quotes: in a compiler's message they are the problem itself. Numbers that
    are codes stay too: a status, an errno, a number that is the whole message or precedes a colon. Linear in
    the first 2,000 characters; the rest is cut.
    """
    masked = message[:_LONGEST].strip()
    for pattern, name in _MASKS:
        masked = pattern.sub(name, masked)
    return _SPACE.sub(" ", _NUMBER.sub(_number, masked)).strip()


def legible(message: str) -> str:
    """Shorten variable parts for a reader.

    Of URLs the host stays, of paths the last name; short quoted texts and numbers stay. Linear in the first
    2,000 characters; the rest is cut.
    """
    kept = message[:_LONGEST]
    for pattern, part in _LEGIBLE:
        kept = pattern.sub(part, kept)
    for pattern, name in _MASKS:
        kept = kept if name == "<version>" else pattern.sub(name, kept)
    return _SPACE.sub(" ", _LONG_NUMBER.sub("<n>", kept)).strip()


def _number(found: re.Match[str]) -> str:
    message, start = found.string, found.start()
    if len(found.group()) > _LONGEST_CODE:
        return "<n>"
    first = start == 0 and _CODE_FIRST.match(message, found.end()) is not None
    before = message[max(0, start - _BEFORE_CODE) : start]
    return found.group() if first or _CODE.search(before) else "<n>"


def without_preamble(text: str) -> str:
    """Remove lines in which a build only says that something failed, and names of tasks and configurations.

    If nothing else remains, the text is unchanged.
    """
    kept = [line for line in text.splitlines() if not _PREAMBLE.match(line)]
    rest = _BUILD_PATH.sub(" ", "\n".join(kept))
    return rest if rest.strip() else text


def says_nothing(went_wrong: str) -> bool:
    """Return whether a build's explanation only says that something failed, or where to look."""
    kept = [line for line in went_wrong.splitlines() if line.strip() and not _PREAMBLE.match(line)]
    return all(map(elsewhere, kept))


def elsewhere(line: str) -> bool:
    """Return whether a line only refers to another place that says what went wrong."""
    return _ELSEWHERE.search(line) is not None


def printed_by_failed_task(log: str) -> str:
    """Return the output of a build log's first failed task, at most 1,500 characters; else empty."""
    match = _FAILED_TASK.search(log)
    if match is None:
        return ""
    return _NEXT_PART.split(log[match.end() : match.end() + _PRINTED], maxsplit=1)[0].strip()


def first_line(message: str) -> str:
    """Return the first meaningful line."""
    return next((line.strip() for line in message.splitlines() if line.strip()), "")


def simple_type(name: str) -> str:
    """Return the simple name of a type or error code: the part after the last dot."""
    return name.strip().rsplit(".", 1)[-1].rsplit("$", 1)[-1]
