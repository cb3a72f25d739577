"""Java declaration headers: modifiers, type parameters, parameters, supertypes."""

from __future__ import annotations

from typing import Final

from rca.languages.facts import Parameter
from rca.languages.java import token_kinds as t
from rca.languages.java.statements import Statements
from rca.languages.java.token_kinds import COMMA, LPAR, NAME, RPAR, SEMICOLON

CLASSES: Final = {t.CLASS: "class", t.INTERFACE: "interface", t.ENUM: "enum"}


class Signatures(Statements):
    """Reads the parts of a declaration's head."""

    def modifiers(self) -> tuple[str, ...]:
        """Read modifiers and annotations; the latter are given without arguments."""
        kinds = self.kinds
        words: list[str] = []
        while True:
            at = self.at
            kind = kinds[at]
            if kind == t.AT and kinds[at + 1] == NAME:
                self.at = self.annotation_end(at)
                words.append(self.between(at, self.at).split("(", maxsplit=1)[0].rstrip())
            elif kind == NAME and self.name(at) == "sealed" and kinds[at + 1] != LPAR:
                if not self._leads_to_class(at + 1):
                    return tuple(words)
                words.append("sealed")
                self.at = at + 1
            elif kind == NAME and self.name(at) == "non" and kinds[at + 1] == t.MINUS:
                words.append("non-sealed")
                self.at = at + 3
            elif kind == t.AT and kinds[at + 1] != t.INTERFACE:
                self.error(at)
                self.at = at + 1
            elif kind != t.AT and t.MODIFIERS[kind]:
                words.append(self.name(at))
                self.at = at + 1
            else:
                return tuple(words)

    def _leads_to_class(self, at: int) -> bool:
        while t.MODIFIERS[self.kinds[at]]:
            at = self.annotation_end(at) if self.kinds[at] == t.AT and self.kinds[at + 1] == NAME else at + 1
        return self.kinds[at] in CLASSES

    def class_kind(self) -> str | None:
        """Return the kind of class whose keyword is the next token, None where it is something else."""
        kinds, at = self.kinds, self.at
        if kinds[at] in CLASSES:
            return CLASSES[kinds[at]] if kinds[at + 1] == NAME else None
        if kinds[at] == t.AT and kinds[at + 1] == t.INTERFACE:
            return "annotation"
        if kinds[at] == NAME and kinds[at + 1] == NAME and kinds[at + 2] in (LPAR, t.LESS):
            return "record" if self.name(at) == "record" else None
        return None

    def type_parameters(self) -> tuple[str, ...]:
        """Read type parameters; return each as `T` or `T : Bound`."""
        kinds = self.kinds
        if kinds[self.at] != t.LESS:
            return ()
        end = self.type_arguments_end(self.at)
        if end < 0:
            self.error(self.at)
            self.at += 1
            return ()
        found: list[str] = []
        at = self.at + 1
        while at < end - 1:
            if kinds[at] == t.AT:
                at = self.annotation_end(at)
            elif kinds[at] != NAME:
                at += 1
            else:
                name = self.name(at)
                at += 1
                if kinds[at] == t.EXTENDS:
                    bound = self.type_end(at + 1)
                    if bound < 0:
                        break
                    name = f"{name} : {self.plain_type(at + 1, bound)}"
                    at = bound
                    while kinds[at] == t.AMPERSAND and (bound := self.type_end(at + 1)) > 0:
                        at = bound
                found.append(name)
        self.at = end
        return tuple(found)

    def parameters(self) -> tuple[Parameter, ...]:
        """Read value parameters and bind their names."""
        kinds = self.kinds
        found: list[Parameter] = []
        self.at += 1
        while kinds[self.at] not in (RPAR, t.LBRACE, t.RBRACE, SEMICOLON, t.END):
            at = self.at
            if kinds[at] == COMMA:
                self.at = at + 1
                continue
            while t.MODIFIERS[kinds[at]]:
                at = self.annotation_end(at) if kinds[at] == t.AT else at + 1
            end = self.type_end(at)
            if end < 0:
                self.error(at)
                self.at = at + 1
                continue
            text = self.between(at, end)
            while kinds[end] == t.AT:
                end = self.annotation_end(end)
            vararg = kinds[end] == t.ELLIPSIS
            end += vararg
            if kinds[end] == t.THIS or kinds[end] != NAME:  # the receiver, or a name not typed yet
                self.at = end + (kinds[end] == t.THIS)
                if kinds[end] not in (t.THIS, COMMA, RPAR):
                    self.error(end)
                    self.at = end + 1
                continue
            self.at = end + 1
            while kinds[self.at] == t.LBRACKET and kinds[self.at + 1] == t.RBRACKET:
                text += "[]"
                self.at += 2
            name = self.name(end)
            found.append(Parameter(name, text, False, vararg))
            self.declare_local(end, self.type_of(f"{text}[]" if vararg else text))
        self.expect(RPAR)
        return tuple(found)

    def supertypes(self) -> tuple[str, ...]:
        """Read `extends`, `implements` and `permits`; return the types of the first two."""
        kinds = self.kinds
        found: list[str] = []
        while True:
            kind = kinds[self.at]
            permits = kind == NAME and self.name(self.at) == "permits"
            if kind not in (t.EXTENDS, t.IMPLEMENTS) and not permits:
                return tuple(found)
            self.at += 1
            if self.type_end(self.at) < 0:
                self.error(self.at)
            while (end := self.type_end(self.at)) > 0:
                if not permits:
                    found.append(self.plain_type(self.at, end))
                self.at = end
                if kinds[end] != COMMA:
                    break
                self.at = end + 1
