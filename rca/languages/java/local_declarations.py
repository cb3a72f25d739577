"""Java declarations among statements: local variables, and whether a local class begins."""

from __future__ import annotations

from typing import Final

from rca.languages.facts import NONE
from rca.languages.java import token_kinds as t
from rca.languages.java.expressions import Expressions
from rca.languages.java.token_kinds import ASSIGN, COMMA, LPAR, NAME, SEMICOLON
from rca.languages.token_tables import kinds_in

_DECLARED: Final = kinds_in((ASSIGN, SEMICOLON, COMMA, t.LBRACKET, t.COLON))
LOCAL_CLASSES: Final = kinds_in((t.CLASS, t.INTERFACE, t.ENUM))


class LocalDeclarations(Expressions):
    """Reads local variables."""

    def is_local_class(self, at: int) -> bool:
        """Return whether modifiers lead to a class, record, interface or enum."""
        kinds = self.kinds
        while True:
            kind = kinds[at]
            if kind == t.AT and kinds[at + 1] != t.INTERFACE:
                at = self.annotation_end(at)
            elif LOCAL_CLASSES[kind]:
                return True
            elif t.MODIFIERS[kind]:
                at += 1
            elif kind == NAME and self.name(at) == "record":
                return kinds[at + 1] == NAME and kinds[at + 2] in (LPAR, t.LESS)
            elif kind == NAME and self.name(at) == "sealed":
                at += 1
            elif kind == NAME and self.name(at) == "non" and kinds[at + 1] == t.MINUS:
                at += 3
            else:
                return False

    def declared_local(self) -> bool:
        """Read local variables, if some are declared here; `at` ends before the semicolon."""
        kinds = self.kinds
        first = self.at
        while t.MODIFIERS[kinds[first]]:
            first = self.annotation_end(first) if kinds[first] == t.AT else first + 1
        end = self.type_end(first)
        if end < 0 or kinds[end] != NAME or not _DECLARED[kinds[end + 1]]:
            return False
        text = self.between(first, end)
        at = end
        while kinds[at] == NAME:
            place = at
            at += 1
            dimensions = ""
            while kinds[at] == t.LBRACKET and kinds[at + 1] == t.RBRACKET:
                dimensions += "[]"
                at += 2
            value = NONE
            self.at = at
            if kinds[at] == ASSIGN:
                self.at = at + 1
                value = self.initial_value(text)
            held = value if text == "var" else self.type_of(f"{text}{dimensions}")
            self.declare_local(place, held)
            at = self.at
            if kinds[at] != COMMA:
                break
            at += 1
            self.at = at
        return True

    def initial_value(self, text: str = "") -> int:
        """Read what a variable of a type starts with: an expression or `{ a, b }`."""
        if self.kinds[self.at] != t.LBRACE:
            return self.typed_expression(text)
        self.at += 1
        self.depth += 1
        if not self.too_deep():
            while self.kinds[self.at] not in (t.RBRACE, t.END):
                before = self.at
                self.initial_value()
                if self.kinds[self.at] == COMMA:
                    self.at += 1
                elif self.at == before or self.kinds[self.at] != t.RBRACE:
                    break
        self.depth -= 1
        self.expect(t.RBRACE)
        return NONE
