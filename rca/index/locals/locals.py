"""What a name of a text means that only a part of it sees."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from rca.index.locals.bracketed import Bracketed
from rca.index.locals.java import JavaLocals
from rca.index.locals.kotlin import KotlinLocals
from rca.index.locals.local import Local
from rca.languages.facts import Facts
from rca.languages.tokens import Token


class Locals:
    """The locals of a text, found by its words and brackets: broken code is read as far as it goes."""

    def __init__(self, path: str, text: str, facts: Facts) -> None:
        self._path = path
        self._facts = facts
        self._text = text
        self._row = Bracketed(path, text, facts)
        self._starts = [token.start for token in self._row.tokens]
        self._declared = {row.name_start for row in facts.declarations}
        self._by_name: dict[str, list[Local]] = {}
        found = (JavaLocals if facts.language == "java" else KotlinLocals)(self._row).found()
        for local in (*found, *self._type_parameters()):
            if local.start not in self._declared and local.start - 1 not in self._declared:
                self._by_name.setdefault(local.name, []).append(local)

    def find(self, name: str, offset: int) -> Local | None:
        """Give the local that a name means at an offset: the innermost one, declared last."""
        fitting = [
            one
            for one in self._by_name.get(name, ())
            if one.start <= offset < one.end or one.since <= offset < one.until
        ]
        at_itself = [one for one in fitting if one.start <= offset < one.end]
        return max(at_itself or fitting, key=lambda one: (one.since, -one.until), default=None)

    def token_at(self, offset: int) -> int | None:
        """Give the index of the token that covers an offset."""
        place = bisect_left(self._starts, offset + 1) - 1
        if place >= 0 and self._row.tokens[place].start <= offset <= self._row.tokens[place].end:
            return place
        return None

    def call_around(self, offset: int) -> Token | None:
        """Give the word whose argument list an argument's name stands in (`f(name = 1)`)."""
        at = self.token_at(offset)
        if at is None or self._row.mark(at + 1) != "=" or self._row.mark(at - 1) not in ("(", ","):
            return None
        opening = self._row.around[at]
        if opening is None or self._row.mark(opening) != "(":
            return None
        before = opening - 1
        if self._row.mark(before) == ">":
            before = self._row.before_type_arguments(before)
        return self._row.tokens[before] if before >= 0 and self._row.tokens[before].is_word else None

    def words(self, name: str, since: int, until: int) -> Iterator[Token]:
        """Give the places of a word in a part of the text."""
        first = bisect_left(self._starts, since)
        for token in self._row.tokens[first:]:
            if token.start >= until:
                return
            if token.is_word and token.text == name:
                yield token

    def is_word(self, name: str, offset: int) -> bool:
        """Tell whether a word of the code, and no part of a comment or string, starts at an offset."""
        at = bisect_left(self._starts, offset)
        return self._starts[at : at + 1] == [offset] and self._row.tokens[at].text == name

    def _type_parameters(self) -> Iterator[Local]:
        for row in self._facts.declarations:
            for text in row.type_parameters:
                name = text.split(":", maxsplit=1)[0].split()[-1:] or [""]
                pattern = re.compile(
                    rf"[<,]\s*(?:@\w+\s+|reified\s+|in\s+|out\s+)*({re.escape(name[0])})(?!\w)"
                )
                match = pattern.search(self._text, row.start, row.header_end)
                if match is not None and name[0]:
                    yield Local(self._path, name[0], match.start(1), "type_parameter", row.start, row.end)
