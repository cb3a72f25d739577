"""Lookup of locals: what a name means inside the scopes of one text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from rca.languages.facts import Facts
from rca.languages.locals.java_locals import JavaLocals
from rca.languages.locals.kotlin_locals import KotlinLocals
from rca.languages.locals.local import Local
from rca.languages.locals.token_scopes import TokenScopes
from rca.languages.word_scanner import Token, words

LABELLED = words("return break continue this super")
"""Keywords that a label may follow."""


class Locals:
    """The locals of a text, found by words and brackets; tolerates broken code."""

    def __init__(self, path: str, text: str, facts: Facts) -> None:
        self._path = path
        self._facts = facts
        self._text = text
        self._row = TokenScopes(path, text, facts)
        self._starts = [token.start for token in self._row.tokens]
        self._declared = {row.name_start for row in facts.declarations}
        self._by_name: dict[str, list[Local]] = {}
        found = (JavaLocals if facts.language == "java" else KotlinLocals)(self._row).found()
        for local in (*found, *self._type_parameters()):
            ticked = text.startswith("`", local.start - 1) and local.start - 1 in self._declared
            if local.start not in self._declared and not ticked:
                self._by_name.setdefault(local.name, []).append(local)

    @property
    def tokens(self) -> Sequence[Token]:
        """Words and punctuation of the text, in order."""
        return self._row.tokens

    def find(self, name: str, offset: int) -> Local | None:
        """Return the local that a name means at an offset: the innermost, last declared one."""
        fitting = [
            one
            for one in self._by_name.get(name, ())
            if one.start <= offset < one.end or one.since <= offset < one.until
        ]
        at_itself = [one for one in fitting if one.start <= offset < one.end]
        return max(at_itself or fitting, key=lambda one: (one.since, -one.until), default=None)

    def token_at(self, offset: int) -> int | None:
        """Return the index of the token that covers an offset."""
        place = bisect_left(self._starts, offset + 1) - 1
        if place >= 0 and self._row.tokens[place].start <= offset <= self._row.tokens[place].end:
            return place
        return None

    def label(self, name: str, offset: int) -> Local | None:
        """Return the label `name@` that a place declares or jumps to, the innermost; None for no label."""
        row = self._row
        found: Local | None = None
        here = bisect_left(self._starts, offset)
        if name in LABELLED or "@" not in (row.mark(here + 1), row.mark(here - 1)):
            return None
        if f"{name}@" not in self._text:  # an annotation, or the label of a call
            return None
        for token in self.words(name, 0, len(self._text)):
            at = bisect_left(self._starts, token.start)
            if row.mark(at + 1) != "@" or row.tokens[at + 1].start != token.end or row.mark(at - 1) == "@":
                continue
            until = self._end_of_labelled(at + 2)
            if token.start <= offset < until and (found is None or token.start > found.start):
                found = Local(self._path, name, token.start, "label", token.end, until)
        place = self.token_at(offset)
        if found is None or place is None:
            return None
        return found if found.start == offset or self.label_keyword(offset) else None

    def end_of_block(self, offset: int) -> int:
        """Return where the block ends whose brace stands at an offset."""
        at = bisect_left(self._starts, offset)
        return self._row.end_of(at) if self._row.mark(at) == "{" else len(self._text)

    def _end_of_labelled(self, at: int) -> int:
        """Return the end of the lambda or loop that has a label."""
        row = self._row
        if row.mark(at) == "{":
            return row.end_of(at)
        opening = next((one for one in range(at, min(at + 3, len(row.tokens))) if row.mark(one) == "("), None)
        if row.word(at) in ("for", "while") and opening is not None:
            return row.end_of_statement(opening)
        if row.word(at) == "do" and row.mark(at + 1) == "{":
            return row.end_of(at + 1)
        return row.end_of_statement(at)

    def label_keyword(self, offset: int) -> str:
        """Return the keyword before the `@` before a name (`return@name`); "" where there is none."""
        at = bisect_left(self._starts, offset)
        if self._starts[at : at + 1] != [offset] or self._row.mark(at - 1) != "@":
            return ""
        row, before = self._row, at - 2
        if row.mark(before) == ">" and row.word(row.before_type_arguments(before)) == "super":
            return "super"
        sign = row.tokens[at - 1]
        touches = sign.end == offset and before >= 0 and row.tokens[before].end == sign.start
        return row.word(before) if touches else ""

    def called_around(self, name: str, offset: int) -> Local | None:
        """Return the innermost call of a name whose lambda contains an offset, as a label."""
        row = self._row
        place = self.token_at(offset)
        opening = row.around[place] if place is not None else None
        while opening is not None:
            if row.mark(opening) == "{":
                before = opening - 1
                if row.mark(before) == ")":
                    before = row.pairs.get(before, 0) - 1
                if row.mark(before) == ">":
                    before = row.before_type_arguments(before)
                if row.word(before) == name:
                    token = row.tokens[before]
                    return Local(self._path, name, token.start, "label", token.start, row.end_of(opening))
            elif row.mark(opening) == "(" and row.word(opening - 1) == name:
                token = row.tokens[opening - 1]
                return Local(self._path, name, token.start, "label", token.start, row.end_of(opening))
            opening = row.around[opening]
        return None

    def call_around(self, offset: int) -> Token | None:
        """Return the callee of the argument list that contains a named argument (`f(name = 1)`)."""
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
        """Return the places of a word in a part of the text."""
        first = bisect_left(self._starts, since)
        for token in self._row.tokens[first:]:
            if token.start >= until:
                return
            if token.is_word and token.text == name:
                yield token

    def is_word(self, name: str, offset: int) -> bool:
        """Return whether a word of the code, and no part of a comment or string, starts at an offset."""
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
