"""Kotlin `if` and `when`, and the smart casts of their conditions."""

from __future__ import annotations

from rca.languages.facts import NONE
from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.statements import Statements
from rca.languages.kotlin.token_kinds import (
    ARROW,
    ASSIGN,
    AT,
    ELSE,
    END,
    IF,
    LAST_NAME,
    LBRACE,
    LPAR,
    RBRACE,
    RPAR,
    SEMICOLON,
)


class Conditionals(Statements):
    """Reads what is taken under a condition."""

    def condition(self) -> tuple[dict[str, int], dict[str, int]]:
        """Read `(condition)`; return the types that hold where it is true, and where it is false."""
        if not self.expect(LPAR):
            return {}, {}
        breaks, by_class = self.breaks, self.by_class
        self.breaks, self.by_class = self.flat, False
        start = self.at
        self.expression()
        found = self.casts_of(start, self.at)
        self.breaks, self.by_class = breaks, by_class
        self.expect(RPAR)
        return found

    def if_(self) -> int:
        """Read `if`: a checked type holds in the branch, and after it where the other branch leaves."""
        kinds = self.kinds
        ladder: list[int | None] = []
        mark = len(self.undo)
        fails: dict[str, int] = {}
        others = False
        while True:
            self.at += 1
            holds, fails = self.condition()
            value = NONE if kinds[self.at] == ELSE else self.branch(holds)
            leaves = self.leaves()
            ladder.append(None if leaves else value)
            if kinds[self.at] == SEMICOLON and kinds[self.at + 1] == ELSE:
                self.at += 1
            if kinds[self.at] != ELSE:
                break
            self.at += 1
            if kinds[self.at] == ARROW:  # the `else` of a `when` around an `if` without one
                self.at -= 1
                break
            for name, cast in fails.items():
                self.bind(name, cast)
            if kinds[self.at] == IF:
                continue
            value = self.branch({})
            ladder.append(None if self.leaves() else value)
            others = True
            break
        self.forget(mark)
        if not others:
            if len(ladder) == 1 and fails and leaves:
                for name, cast in fails.items():
                    self.bind(name, cast)
            ladder[-1] = NONE
        result: int | None = ladder.pop()
        while ladder:
            result = self.either([one for one in (ladder.pop(), result) if one is not None])
        return NONE if result is None else result

    def when_(self) -> int:
        """Read `when`: in each branch the subject has the type that the branch checks."""
        kinds = self.kinds
        self.at += 1
        mark = len(self.undo)
        subject, bound = "", NONE
        if kinds[self.at] == LPAR:
            subject, bound = self._subject()
        values: list[int] = []
        opener = self.at
        if not self.expect(LBRACE):
            self.forget(mark)
            return NONE
        breaks, by_class = self.breaks, self.by_class
        self.breaks, self.by_class = self.lines, False
        self.depth += 1
        if not self.too_deep():
            while kinds[self.at] != RBRACE and kinds[self.at] != END:
                at = self.at
                if self.unbalanced and self.ends_block(opener):
                    break
                if kinds[self.at] == SEMICOLON:
                    self.at += 1
                    continue
                value = self._entry(subject, bound)
                if value is not None:
                    values.append(value)
                if self.at == at:
                    self.error(at)
                    self.at += 1
        self.depth -= 1
        self.close_brace()
        self.breaks, self.by_class = breaks, by_class
        self.forget(mark)
        self.last = NONE
        return self.either(values)

    def _subject(self) -> tuple[str, int]:
        kinds = self.kinds
        breaks, by_class = self.breaks, self.by_class
        self.breaks, self.by_class = self.flat, False
        self.at += 1
        while kinds[self.at] == AT:
            self.at = self.annotation_end(self.at)
        subject, declared = "", NONE
        if kinds[self.at] == t.VAL:
            declared = self.at + 1
            subject = self.name(declared)
            self.at += 2
            if kinds[self.at] == t.COLON:
                self.at += 1
                self.type_text()
            self.expect(ASSIGN)
        start = self.at
        bound = self.expression()
        if declared != NONE:
            self.declare_local(declared, bound)
        elif self.at == start + 1 and kinds[start] <= LAST_NAME:
            subject = self.name(start)
        self.breaks, self.by_class = breaks, by_class
        self.expect(RPAR)
        return subject, bound

    def _entry(self, subject: str, bound: int) -> int | None:
        """Read a branch of `when`; return its value, None where it leaves."""
        kinds = self.kinds
        casts: dict[str, int] = {}
        conditions = 0
        if kinds[self.at] == ELSE:
            self.at += 1
        else:
            while True:
                found = self._when_condition(subject, bound)
                conditions += 1
                casts = found if conditions == 1 else {}
                if kinds[self.at] != t.COMMA:
                    break
                self.at += 1
                if kinds[self.at] == ARROW:
                    break
        mark = len(self.undo)
        for name, value in casts.items():
            self.bind(name, value)
        casts = {}
        if kinds[self.at] == IF:  # a guard
            self.at += 1
            start = self.at
            self.expression()
            casts = self.casts_of(start, self.at)[0]
        if not self.expect(ARROW):
            self.forget(mark)
            if kinds[self.at] == LBRACE:  # the arrow is yet to come
                self.branch({})
            return None
        result = self.branch(casts)
        self.forget(mark)
        return None if self.leaves() else result

    def _when_condition(self, subject: str, bound: int) -> dict[str, int]:
        """Read one condition of a branch; return the types that names have where it holds."""
        at = self.at
        kind = self.kinds[at]
        if kind == t.IS or kind == t.NOT_IS:
            self.at = at + 1
            text = self.type_text()
            return {subject: self.seen_as(text, bound)} if subject and text and kind == t.IS else {}
        if kind == t.IN or kind == t.NOT_IN:
            self.at = at + 1
            held = self.expression()
            self.note_sign(at, self.site(self.starts[at], "contains", "operator", held, (bound,)))
            return {}
        self.expression()
        return self.casts_of(at, self.at)[0]
