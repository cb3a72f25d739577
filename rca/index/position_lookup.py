"""One text of the index, with lookup by offset."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rca.caching.cached_attribute import cached_attribute
from rca.languages.facts import NONE, CallSite, Facts, Trace
from rca.languages.locals.locals import Locals
from rca.languages.registry import trace

_NEW = re.compile(r"new\b(?:\s|@[\w.]+)*(?:[\w$]+\s*\.\s*)*([\w$]+)")
_OPERATOR = re.compile(r"!in\b|in\b|\+\+|--|[-+*/%]=|\.\.<?|[=!]=|[<>]=?|[-+*/%!\[]")
_LONGEST_SIGN = 3
_SIGN = re.compile(r"[^\W\d]\w*|[^\w\s]+")


class SourceFile:
    """A file's text and facts, which must belong together."""

    def __init__(self, path: str, text: str, facts: Facts) -> None:
        self.path, self.text, self.facts = path, text, facts

    @cached_attribute
    def sites(self) -> dict[int, list[int]]:
        """Indexes of the call sites whose name stands at each offset."""
        return _by_offset(self._named_span(site)[0] for site in self.facts.calls)

    @cached_attribute
    def declared(self) -> dict[int, list[int]]:
        """Indexes of the declarations whose name stands at each offset."""
        return _by_offset(row.name_start for row in self.facts.declarations)

    @cached_attribute
    def locals(self) -> Locals:
        """The text's locals."""
        return Locals(self.path, self.text, self.facts)

    @cached_attribute
    def trace(self) -> Trace:
        """What names of locals and signs of operators stand for; the text is read again for it."""
        return trace(self.path, self.text)

    @cached_attribute
    def _signs(self) -> dict[CallSite, int]:
        """Offset of the sign of each call site that an operator stands for."""
        calls = self.facts.calls
        return {
            calls[site]: sign
            for sign, sites in self.trace.signs.items()
            for site in sites
            if site < len(calls)
        }

    def sign_at(self, offset: int) -> tuple[int, int] | None:
        """Return where the operator lies that covers an offset, None where none does."""
        for start in range(offset, max(-1, offset - _LONGEST_SIGN), -1):
            if _OPERATOR.match(self.text, start) and start in self.trace.signs:
                end = self._end_of_sign(start)
                return (start, end) if offset < end else None
        return None

    def _end_of_sign(self, start: int) -> int:
        match = _OPERATOR.match(self.text, start)
        return start + 1 if match is None else match.end()

    def owner(self, offset: int) -> int:
        """Return the smallest declaration around an offset, or NONE."""
        found, size = NONE, len(self.text) + 1
        for index, row in enumerate(self.facts.declarations):
            if row.start <= offset < row.end and row.end - row.start < size:
                found, size = index, row.end - row.start
        return found

    def span(self, site: CallSite) -> tuple[int, int]:
        """Return where a call's name, or the sign for it, lies; empty where text and index differ."""
        if site.form == "operator" and (sign := self._signs.get(site)) is not None:
            return sign, self._end_of_sign(sign)
        return self._named_span(site)

    def _named_span(self, site: CallSite) -> tuple[int, int]:
        """Return where a call's name lies, or the first word of what an operator works on."""
        start, name = site.start, site.name
        if name and self.text.startswith(name, start):
            return start, start + len(name)
        if name and self.text.startswith(f"`{name}`", start):
            return start + 1, start + 1 + len(name)
        if site.form == "new" and (made := _NEW.match(self.text, start)) is not None:
            return made.span(1)
        sign = _SIGN.match(self.text, start) if site.form in ("operator", "delegate", "new") else None
        return (start, start) if sign is None else sign.span()


def _by_offset(offsets: Iterable[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for index, offset in enumerate(offsets):
        found.setdefault(offset, []).append(index)
    return found
