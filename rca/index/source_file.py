"""One text of the index, with what is looked up in it by offset."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rca.index.locals.locals import Locals
from rca.languages.facts import NONE, CallSite, Facts, Trace
from rca.languages.registry import trace
from rca.lazy import lazy

_NEW = re.compile(r"new\b(?:\s|@[\w.]+)*(?:[\w$]+\s*\.\s*)*([\w$]+)")
_SIGN = re.compile(r"[^\W\d]\w*|[^\w\s]+")


class SourceFile:
    """A file's text and facts, which must belong together."""

    def __init__(self, path: str, text: str, facts: Facts) -> None:
        self.path, self.text, self.facts = path, text, facts

    @lazy
    def sites(self) -> dict[int, list[int]]:
        """Indexes of the call sites whose name stands at each offset."""
        return _by_offset(self.span(site)[0] for site in self.facts.calls)

    @lazy
    def declared(self) -> dict[int, list[int]]:
        """Indexes of the declarations whose name stands at each offset."""
        return _by_offset(row.name_start for row in self.facts.declarations)

    @lazy
    def locals(self) -> Locals:
        """The text's locals."""
        return Locals(self.path, self.text, self.facts)

    @lazy
    def trace(self) -> Trace:
        """What names of locals and signs of operators stand for; the text is read again for it."""
        return trace(self.path, self.text)

    @lazy
    def signs(self) -> dict[int, int]:
        """Offset of the sign of each call site that an operator stands for, by the site's index."""
        return {site: sign for sign, sites in self.trace.signs.items() for site in sites}

    def owner(self, offset: int) -> int:
        """Give the smallest declaration around an offset, or NONE."""
        found, size = NONE, len(self.text) + 1
        for index, row in enumerate(self.facts.declarations):
            if row.start <= offset < row.end and row.end - row.start < size:
                found, size = index, row.end - row.start
        return found

    def span(self, site: CallSite) -> tuple[int, int]:
        """Give where a call's name, or the sign for it, lies; empty where text and index differ."""
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
