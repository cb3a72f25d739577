"""Glob patterns → linear-time regular expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from models.error_codes import ErrorCode
from rca.files import regex_engine
from rca.tool_failure import Failure

_LONGEST = 1000
_MOST_BRACES = 64


def matcher(pattern: str) -> Callable[[str], bool]:
    """Return a predicate on paths (relative, with `/`) for a glob.

    `*` and `?` stay inside one name, `**` crosses folders, `[a-z]` and `[!a-z]` are character sets,
    `{kt,java}` alternatives. A pattern without `/` matches names at any depth; one that ends in `/`
    everything in such a folder. A backslash escapes the next character.

    Raises:
        Failure: INVALID_PATTERN; INVALID_PATH if it leads out of the folder.
    """
    compiled = _compiled(pattern)
    return lambda path: compiled.fullmatch(path.encode()) is not None


def chosen(pattern: str, paths: Iterable[str], lead: int) -> Iterable[str]:
    """Return those of some paths that match a glob, the first `lead` characters of each ignored.

    All paths are matched in one pass over one text.

    Raises:
        Failure: as `matcher`.
    """
    if not isinstance(paths, Sequence):
        fits = matcher(pattern)
        return (path for path in paths if fits(path[lead:]))
    compiled = _compiled(pattern, whole_lines=True)
    joined = "\n".join([path[lead:] for path in paths] if lead else paths).encode()
    if joined.count(b"\n") != len(paths) - 1:  # a name may hold a line end
        return list(chosen(pattern, iter(paths), lead))
    before = paths[0][:lead]
    found = []
    at = 0
    while (match := compiled.search(joined, at)) is not None:
        found.append(before + joined[match.start() : match.end()].decode())
        at = match.end() + 1
        if at > len(joined):
            break
    return found


def _compiled(pattern: str, *, whole_lines: bool = False) -> regex_engine.Pattern:
    text = pattern.removeprefix("./")
    if not text or len(text) > _LONGEST:
        raise _invalid(pattern, f"it must have from 1 to {_LONGEST} characters")
    if text.startswith("/") or re.match(r"[A-Za-z]:", text) or ".." in text.split("/"):
        raise Failure(
            ErrorCode.INVALID_PATH,
            f"The pattern '{pattern}' leads out of the folder that is searched",
            "Give a pattern relative to that folder, as 'src/**/*.kt'.",
        )
    if text.endswith("/"):
        text += "**"
    expression = _Translation(pattern, text).expression()
    if "/" not in text:
        expression = f"(?:.*/)?{expression}"
    try:
        return regex_engine.compiled(f"^(?:{expression})$" if whole_lines else expression)
    except regex_engine.Invalid as problem:
        raise _invalid(pattern, str(problem)) from None


class _Translation:
    """One pass over a glob."""

    def __init__(self, pattern: str, text: str) -> None:
        self._pattern = pattern
        self._text = text
        self._at = 0
        self._depth = 0

    def expression(self) -> str:
        """Return the regular expression."""
        parts: list[str] = []
        while self._at < len(self._text):
            parts.append(self._next())
        if self._depth:
            raise _invalid(self._pattern, "'{' is not closed")
        return "".join(parts)

    def _next(self) -> str:
        character = self._text[self._at]
        self._at += 1
        special = {"*": self._stars, "[": self._set, "\\": self._quoted, "{": self._open}.get(character)
        if special is not None:
            return special()
        if self._depth and character in "},":
            self._depth -= character == "}"
            return ")" if character == "}" else "|"
        return "[^/]" if character == "?" else re.escape(character)

    def _open(self) -> str:
        self._depth += 1
        if self._depth > _MOST_BRACES:
            raise _invalid(self._pattern, "its alternatives are nested too deep")
        return "(?:"

    def _quoted(self) -> str:
        if self._at == len(self._text):
            raise _invalid(self._pattern, "it ends in a backslash")
        self._at += 1
        return re.escape(self._text[self._at - 1])

    def _stars(self) -> str:
        text, start = self._text, self._at - 1
        while self._at < len(text) and text[self._at] == "*":
            self._at += 1
        whole = self._at - start > 1 and (start == 0 or text[start - 1] in "/{,")
        if whole and self._at < len(text) and text[self._at] == "/":
            self._at += 1
            return "(?:[^/]+/)*"
        return ".*" if whole else "[^/]*"

    def _set(self) -> str:
        text = self._text
        negated = text[self._at : self._at + 1] in {"!", "^"}
        start = self._at + negated
        end = text.find("]", start + 1)  # a bracket that comes first is one of the set
        if end < 0:
            raise _invalid(self._pattern, "'[' is not closed")
        self._at = end + 1
        inside = re.sub(r"([\\\[\]^&~|])", r"\\\1", text[start:end])
        return f"[^/{inside}]" if negated else f"[{inside}]"


def _invalid(pattern: str, reason: str) -> Failure:
    return Failure(
        ErrorCode.INVALID_PATTERN,
        f"Invalid glob pattern '{pattern[:100]}': {reason}",
        "Use *, **, ?, [a-z] and {a,b}, as in 'src/**/*.{kt,java}'.",
    )
