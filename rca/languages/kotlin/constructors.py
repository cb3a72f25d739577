"""Kotlin constructors: primary with their properties, secondary, and default."""

from __future__ import annotations

import re
from typing import Final

from rca.languages.facts import NONE, Parameter
from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.properties import Properties
from rca.languages.kotlin.token_kinds import ASSIGN, AT, COLON, COMMA, LAST_NAME, LBRACE, LPAR, RBRACE, RPAR

_EDGE: Final = re.compile(b"[%c%c%c]" % (t.LBRACE, t.RBRACE, t.CONSTRUCTOR))


class Constructors(Properties):
    """Reads constructors."""

    def constructor_at(self) -> int:
        """Return the index of the parenthesis of a primary constructor that stands here, or -1."""
        kinds = self.kinds
        at = self.at
        if kinds[at] == LPAR:
            return at
        while True:
            if kinds[at] == t.MODIFIER:
                at += 1
            elif kinds[at] == AT:
                at = self.annotation_end(at)
            else:
                break
        return at + 1 if kinds[at] == t.CONSTRUCTOR and kinds[at + 1] == LPAR else -1

    def has_secondary(self) -> bool:
        """Return whether the class whose body may stand here has a constructor inside it."""
        kinds = self.kinds
        if kinds[self.at] != LBRACE or kinds.find(t.CONSTRUCTOR, self.at) < 0:
            return False
        depth = 0
        for found in _EDGE.finditer(kinds, self.at):
            at = found.start()
            kind = kinds[at]
            if kind == LBRACE:
                depth += 1
            elif kind == RBRACE:
                depth -= 1
                if depth == 0:
                    return False
            elif depth == 1 and kinds[at + 1] == LPAR and self._is_secondary(at):
                return True
        return False

    def _is_secondary(self, at: int) -> bool:
        """Return whether `constructor` at a token is no class's primary one, and no function's name."""
        kinds = self.kinds
        at -= 1
        while at > 0:
            kind = kinds[at]
            if kind == t.MODIFIER:
                at -= 1
            elif kind == RPAR or kind == t.GREATER:  # an annotation's arguments, or a class's type parameters
                opener, closer = (LPAR, RPAR) if kind == RPAR else (t.LESS, t.GREATER)
                depth = 0
                while at > 0:
                    depth += (kinds[at] == closer) - (kinds[at] == opener)
                    at -= 1
                    if depth == 0:
                        break
            elif kind <= LAST_NAME and kinds[at - 1] in (AT, t.DOT, COLON):
                at -= 2
            else:
                return kind not in (t.FUN, t.DOT) and not (kind <= LAST_NAME and kinds[at - 1] == t.CLASS)
        return True

    def implicit_constructor(self, first: int, named: int | None, name: str, parent: int) -> None:
        """Record the default constructor of a class without one."""
        place = self.span(first) if named is None else self.name_span(named)
        self.close(self.open(), place, "constructor", name, parent=parent, modifiers=("implicit",))

    def primary_constructor(self, opener: int, class_name: str, parent: int) -> None:
        """Read a primary constructor up to its closing parenthesis; what it declares is its class's."""
        kinds = self.kinds
        first = self.at
        index = self.open()
        words = self.modifiers() if first != opener else ()
        self.at = opener + 1
        parameters: list[Parameter] = []
        names: dict[str, int] = {}
        breaks, self.breaks = self.breaks, self.flat
        with self.inside(index, local=True):
            while True:
                at = self.at
                kind = kinds[at]
                if kind == RPAR:
                    self.at = at + 1
                    break
                if kind == COMMA:
                    self.at = at + 1
                    continue
                if not self._class_parameter(parameters, names, parent):
                    self.error(self.at)
                    if self.unknown_parameter():
                        break
        self.breaks = breaks
        self.close(
            index,
            self.span(first, opener - 1 if first != opener else None),
            "constructor",
            class_name,
            parent=parent,
            parameters=tuple(parameters),
            modifiers=words,
        )
        # Plain parameters are seen by initialisers of the class.
        for name, value in names.items():
            self.class_parameters.append((name, self.locals.get(name)))
            self.bind(name, value)

    def _class_parameter(self, found: list[Parameter], names: dict[str, int], parent: int) -> bool:
        """Read a parameter of a primary constructor, possibly a property; return whether there was one."""
        kinds = self.kinds
        first = self.at
        words = self.parameter_modifiers() if kinds[first] in (AT, t.MODIFIER) else ()
        member = kinds[self.at] == t.VAL or kinds[self.at] == t.VAR
        if member:
            self.at += 1
        named = self.at
        if kinds[named] > LAST_NAME:
            return False
        self.at = named + 1
        name = self.name(named)
        text: str | None = None
        if kinds[self.at] == COLON:
            self.at += 1
            text = self.type_text()
        default = kinds[self.at] == ASSIGN
        if default:
            self.at += 1
            self.expect_typed(text)
            self.expression()
        found.append(Parameter(name, text, default, "vararg" in words))
        if not member:
            names[name] = self.express("type", text, parent) if text else NONE
            self.note_value(named, names[name])
        else:
            index = self.open()
            self.close(
                index,
                self.span(first, named),
                "property",
                name,
                parent=parent,
                type_text=text,
                modifiers=words,
            )
        return kinds[self.at] == COMMA or kinds[self.at] == RPAR

    def secondary_constructor(self, first: int, words: tuple[str, ...]) -> None:
        """Read `constructor(…) : this(…) { … }`."""
        kinds = self.kinds
        parent = self.owner
        index = self.open()
        keyword = self.at
        self.at += 1
        parameters: tuple[Parameter, ...] = ()
        with self.inside(index, local=True):
            self.hide_class_parameters()
            if kinds[self.at] == LPAR:
                parameters = self.parameters()
            else:
                self.error(self.at)
            if kinds[self.at] == COLON:
                self.at += 1
                at = self.at
                if kinds[at] in (t.THIS, t.SUPER) and kinds[at + 1] == LPAR:
                    self.at = at + 1
                    values, labels = self.values()
                    names = self.class_names if kinds[at] == t.THIS else self.supertype_names
                    self.site(self.starts[at], names.get(parent, ""), "new", None, values, labels)
                else:
                    self.error(at)
            if kinds[self.at] == LBRACE:
                self.block()
        name = self.class_names.get(parent, "")
        self.close(
            index,
            self.span(first, keyword),
            "constructor",
            name,
            parent=parent,
            parameters=parameters,
            modifiers=words,
        )
