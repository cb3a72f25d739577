"""Kotlin classes, interfaces, objects and enums, with their supertypes and members."""

from __future__ import annotations

from rca.languages.facts import NONE
from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.constructors import Constructors
from rca.languages.kotlin.token_kinds import (
    AT,
    COLON,
    COMMA,
    END,
    LAST_NAME,
    LBRACE,
    LPAR,
    RBRACE,
    SEMICOLON,
)


class Classes(Constructors):
    """Reads classes and their members."""

    def declaration_at(self, index: int) -> int:
        """Return the index of the keyword of the declaration that starts at a token, or -1."""
        kinds = self.kinds
        if index < self.undeclared:
            return -1
        at = index
        companion = False
        while True:
            kind = kinds[at]
            if kind == t.MODIFIER or kind == t.COMPANION:
                companion = companion or kind == t.COMPANION
                at += 1
            elif kind == AT:
                at = self.annotation_end(at)
            elif kind == t.CONTEXT and kinds[at + 1] == LPAR:
                end = self.closing(at + 1)
                if end < 0:
                    return -1
                at = end
            else:
                break
        if not t.DECLARES[kind]:
            self.undeclared = at  # a long row of modifiers is looked at once
            return -1
        if kind == t.FUN and kinds[at + 1] == LPAR:
            end = self.closing(at + 1)  # `fun (A.() -> B).name()` has a receiver, `fun () {}` no name
            return at if end > 0 and kinds[end] in (t.DOT, t.SAFE) else -1
        if kind == t.OBJECT and not companion and kinds[at + 1] > LAST_NAME:
            return -1
        return at

    def declare(self, start: int) -> None:
        """Read the declaration that starts at a token."""
        words = self.modifiers()
        kind = self.kinds[self.at]
        self.depth += 1
        if not self.too_deep():
            if kind == t.FUN:
                if self.kinds[self.at + 1] == t.INTERFACE:
                    self.at += 1
                    self.class_(start, (*words, "fun"))
                else:
                    self.function(start, words)
            elif kind == t.VAL or kind == t.VAR:
                self.property_(start, words)
            elif kind == t.OBJECT:
                companion = self.kinds.find(t.COMPANION, start, self.at) >= 0
                self.object_(start, words, "companion" if companion else "object")
            elif kind == t.TYPEALIAS:
                self.type_alias(start)
            else:
                self.class_(start, words)
        self.depth -= 1

    def class_(self, first: int, words: tuple[str, ...]) -> None:
        """Read a class, interface, enum or annotation class from its keyword on."""
        kinds = self.kinds
        kind = "interface" if kinds[self.at] == t.INTERFACE else "class"
        if "enum" in words:
            kind = "enum"
            words = tuple(word for word in words if word != "enum")
        elif "annotation" in words:
            kind = "annotation"
        self.at += 1
        named: int | None = None
        if kinds[self.at] <= LAST_NAME and not (
            kinds[self.at] == t.CONSTRUCTOR and kinds[self.at + 1] == LPAR
        ):
            named = self.at
            self.at += 1
        else:
            self.error(self.at)
        own = self.type_parameters() if kinds[self.at] == t.LESS else ()
        name = "" if named is None else self.name(named)
        self._class(first, kind, name, named, words, own)

    def object_(self, first: int, words: tuple[str, ...], kind: str) -> None:
        """Read an object or a companion object from its keyword on."""
        self.at += 1
        named: int | None = None
        at = self.at
        if self.kinds[at] <= LAST_NAME and not (self.lines[at] and kind == "companion"):
            named = at
            self.at = at + 1
        name = self.name(named) if named is not None else "Companion" if kind == "companion" else ""
        self._class(first, kind, name, named, words, ())

    def object_literal(self) -> int:
        """Read `object : Type { … }`."""
        first = self.at
        self.at += 1
        self.depth += 1
        if self.too_deep():
            self.depth -= 1
            return NONE
        breaks, self.breaks = self.breaks, self.lines
        index = self._class(first, "anonymous", "", None, (), ())
        self.breaks = breaks
        self.depth -= 1
        return self.express("object", "", index)

    def _class(  # noqa: PLR0913, PLR0917 - the parts of a header
        self,
        first: int,
        kind: str,
        name: str,
        named: int | None,
        words: tuple[str, ...],
        own: tuple[str, ...],
    ) -> int:
        kinds = self.kinds
        parent, lambdas, was_local = self.owner, self.lambdas, self.local
        index = self.open()
        self.class_names[index] = name
        supertypes: list[str] = []
        header: int | None = None
        with self.inside(index, local=False):
            if kind != "anonymous" and not was_local:
                self.hide_class_parameters()
            constructor = self.constructor_at()
            if constructor >= 0 and kind != "anonymous":
                self.primary_constructor(constructor, name, index)
            if kinds[self.at] == COLON:
                self.at += 1
                self._supertypes(supertypes, index)
            if kinds[self.at] == t.WHERE:
                own = self.constraints(own)
            if constructor < 0 and kind in ("class", "enum") and not self.has_secondary():
                self.implicit_constructor(first, named, name, index)
            if kinds[self.at] == LBRACE and (kind != "anonymous" or not self.lines[self.at] or supertypes):
                header = self.at
                self._body(kind, index)
        self.close(
            index,
            self.span(first, named, None if header is None else self.starts[header]),
            kind,
            name,
            parent=parent,
            type_parameters=own,
            supertypes=tuple(supertypes),
            modifiers=words,
            lambdas=lambdas,
        )
        return index

    def _supertypes(self, found: list[str], index: int) -> None:
        """Read the supertypes of a class: constructor calls, interfaces, delegates."""
        kinds = self.kinds
        while True:
            while kinds[self.at] == AT:
                self.at = self.annotation_end(self.at)
            at = self.at
            end = self.type_end(at)
            if end == at:
                self.error(at)
                return
            self.at = end
            text = self.between(self.type_start(at), end)
            if not found:
                self.supertype_names[index] = simple(text)
            found.append(text)
            kind = kinds[end]
            if kind == LPAR:
                values, labels = self.values()
                self.site(self.starts[at], simple(text), "new", None, values, labels)
            elif kind == t.BY:
                self.at = end + 1
                by_class, self.by_class = self.by_class, True
                self.expression(t.INFIX_RANK + 1)
                self.by_class = by_class
            if kinds[self.at] != COMMA:
                return
            self.at += 1

    def _body(self, kind: str, index: int) -> None:
        """Read a class's members."""
        kinds = self.kinds
        opener = self.at
        breaks, self.breaks = self.breaks, self.lines
        by_class, self.by_class = self.by_class, False
        self.at += 1
        if kind == "enum":
            self._entries(index)
        while True:
            at = self.at
            if self.unbalanced and self.ends_block(opener):
                break
            if at != self.at:
                continue
            if kinds[at] == RBRACE or kinds[at] == END:
                break
            if kinds[at] == SEMICOLON:
                self.at = at + 1
                continue
            self.member()
            if self.at == at:
                self.error(at)
                self.at = at + 1
        self.close_brace()
        self.breaks, self.by_class = breaks, by_class

    def member(self) -> None:
        """Read a member of a class."""
        start = self.at
        kinds = self.kinds
        if self.declaration_at(start) >= 0:
            self.declare(start)
            return
        if kinds[start] == t.INIT and kinds[start + 1] == LBRACE:
            self.initializer()
            return
        words = self.modifiers()
        kind = kinds[self.at]
        if kind == t.CONSTRUCTOR and kinds[self.at + 1] == LPAR:
            self.secondary_constructor(start, words)
        elif kind == t.INIT and kinds[self.at + 1] == LBRACE:
            self.initializer()
        elif kind == t.OBJECT:
            self.declare(start)
        else:
            self.error(self.at)
            if kind == RBRACE or kind == END:
                return
            at = self.at = start if words and kind > LAST_NAME else self.at
            self.statement()
            if self.at == at:
                self.at = at + 1

    def _entries(self, enum: int) -> None:
        """Read an enum's constants; each one's constructor call and body belong to it."""
        kinds = self.kinds
        while True:
            first = self.at
            at = first
            while kinds[at] == AT:
                at = self.annotation_end(at)
            if kinds[at] == COMMA:  # an entry whose name is yet to come
                self.error(at)
                self.at = at + 1
                continue
            if kinds[at] > LAST_NAME or (
                kinds[at + 1] not in (COMMA, SEMICOLON, RBRACE, LPAR, LBRACE) and not self.lines[at + 1]
            ):
                return
            if kinds[at] in (t.INIT, t.COMPANION) and kinds[at + 1] not in (COMMA, LPAR, SEMICOLON, RBRACE):
                return
            index = self.open()
            self.at = at + 1
            name = self.name(at)
            self.class_names[index] = name
            header: int | None = None
            lambdas = self.lambdas
            with self.inside(index, local=False):
                values, labels = self.values() if kinds[self.at] == LPAR else ((), ())
                self.site(self.starts[first], self.class_names.get(enum, ""), "new", None, values, labels)
                if kinds[self.at] == LBRACE:
                    header = self.at
                    self._body("enum_entry", index)
            self.close(
                index,
                self.span(first, at, None if header is None else self.starts[header]),
                "enum_entry",
                name,
                parent=enum,
                lambdas=lambdas,
            )
            at = self.at
            if kinds[at] == COMMA:
                self.at = at + 1
            elif kinds[at] in (SEMICOLON, RBRACE, END) or self.declaration_at(at) >= 0:
                return
            else:
                self.error(at)


def simple(text: str) -> str:
    """Return the simple name of a type."""
    return text.split("<", maxsplit=1)[0].rsplit(".", maxsplit=1)[-1].strip("` ")
