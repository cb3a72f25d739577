"""Java classes, records, enums and their members."""

from __future__ import annotations

from typing import Final

from rca.languages.facts import NONE, Parameter
from rca.languages.java import tokens as t
from rca.languages.java.statements import Statements
from rca.languages.java.tokens import ASSIGN, COMMA, LPAR, NAME, RPAR, SEMICOLON

_CLASSES: Final = {t.CLASS: "class", t.INTERFACE: "interface", t.ENUM: "enum"}


class Declarations(Statements):
    """Reads declarations."""

    def modifiers(self) -> tuple[str, ...]:
        """Read modifiers and annotations; the latter are given without arguments."""
        kinds = self.kinds
        words: list[str] = []
        while True:
            at = self.at
            kind = kinds[at]
            if kind == t.AT and kinds[at + 1] == NAME:
                self.at = self.annotation_end(at)
                words.append(self.between(at, self.at).split("(", maxsplit=1)[0])
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
        return self.kinds[at] in _CLASSES

    def class_kind(self) -> str | None:
        """Give the kind of class whose keyword is the next token, None where it is something else."""
        kinds, at = self.kinds, self.at
        if kinds[at] in _CLASSES:
            return _CLASSES[kinds[at]] if kinds[at + 1] == NAME else None
        if kinds[at] == t.AT and kinds[at + 1] == t.INTERFACE:
            return "annotation"
        if kinds[at] == NAME and kinds[at + 1] == NAME and kinds[at + 2] in (LPAR, t.LESS):
            return "record" if self.name(at) == "record" else None
        return None

    def local_class(self) -> None:
        """Read a class inside a function."""
        first = self.at
        words = self.modifiers()
        kind = self.class_kind()
        if kind is not None:
            self.class_(first, kind, words)

    def class_(self, first: int, kind: str, words: tuple[str, ...]) -> None:
        """Read a class, record, interface, enum or annotation type from its keyword on."""
        kinds = self.kinds
        parent, lambdas = self.owner, self.lambdas
        index = self.open()
        named = self.at = self.at + (2 if kind == "annotation" else 1)
        name = self.name(named) if kinds[named] == NAME else ""
        self.at += bool(name)
        self.class_names[index] = name
        own = self.type_parameters()
        with self.inside(index, local=False):
            if kind == "record" and kinds[self.at] == LPAR:
                self._components(index, named, name)
            supertypes = self._supertypes()
            if supertypes:
                self.supertype_names[index] = supertypes[0].split("<")[0].rsplit(".", maxsplit=1)[-1]
            header = self.at
            constructed = False
            if kinds[header] == t.LBRACE:
                self.at = header + 1
                constructed = self.members(index, kind)
                self.expect(t.RBRACE)
            else:
                self.error(header)
            if name and kind in ("class", "enum") and not constructed:
                self._implicit_constructor(index, named, name)
        self.close(
            index,
            first,
            "class" if kind == "record" else kind,
            name,
            parent=parent,
            named=named,
            header_end=self.starts[header],
            type_parameters=own,
            supertypes=supertypes,
            modifiers=words,
            lambdas=lambdas,
        )

    def _at_name(self, index: int, named: int, kind: str, name: str, parent: int, **row: object) -> None:
        """Complete a declaration that the source does not write: it stands at its class's name."""
        after, self.at = self.at, named + 1
        self.close(index, named, kind, name, parent=parent, **row)  # type: ignore[arg-type]  # as `close` has it
        self.at = after

    def _implicit_constructor(self, owner: int, named: int, name: str) -> None:
        self._at_name(self.open(), named, "constructor", name, owner, modifiers=("implicit",))

    def _components(self, owner: int, named: int, name: str) -> None:
        """Record the constructor and the accessors of a record."""
        written = self.open()
        with self.inside(written, local=True):
            components = self.parameters()
        self._at_name(written, named, "constructor", name, owner, parameters=components)
        for one in components:
            self._at_name(self.open(), named, "function", one.name, owner, type_text=one.type)

    def _supertypes(self) -> tuple[str, ...]:
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

    def type_parameters(self) -> tuple[str, ...]:
        """Read type parameters; gives each as `T` or `T : Bound`."""
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

    def members(self, owner: int, kind: str) -> bool:
        """Read the members of a class up to its brace; tells whether a constructor was among them."""
        kinds = self.kinds
        constructed = False
        if kind == "enum":
            self._constants(owner)
        self.depth += 1
        if not self.too_deep():
            while kinds[self.at] not in (t.RBRACE, t.END):
                before = self.at
                if kinds[before] == SEMICOLON:
                    self.at = before + 1
                    continue
                constructed = self.member(owner) or constructed
                if self.at == before:
                    self.error(before)
                    self.at = before + 1
        self.depth -= 1
        return constructed

    def member(self, owner: int) -> bool:
        """Read a member; tells whether it is a constructor."""
        kinds = self.kinds
        first = self.at
        words = self.modifiers()
        kind = self.class_kind()
        if kind is not None:
            self.class_(first, kind, words)
            return False
        if kinds[self.at] == t.LBRACE:
            self._initializer(first)
            return False
        own = self.type_parameters()
        start = self.at
        if (
            kinds[start] == NAME
            and kinds[start + 1] == LPAR
            and self.name(start) == self.class_names.get(owner)
        ):
            self._function(first, start, words, own, None)
            return True
        if (
            kinds[start] == NAME
            and kinds[start + 1] == t.LBRACE
            and self.name(start) == self.class_names.get(owner)
        ):
            self._function(first, start, words, own, None)  # a record's compact constructor
            return True
        end = self.type_end(start)
        if end < 0 or kinds[end] != NAME:
            self._skip_member(start)
            return False
        text = self.plain_type(start, end)
        if kinds[end + 1] == LPAR:
            self._function(first, end, words, own, text)
        else:
            self.at = end
            self._fields(words, text)
        return False

    def _skip_member(self, start: int) -> None:
        """Go on after what is no member: to the end of its line's statement, or of the block it opens."""
        kinds = self.kinds
        self.error(start)
        line = self.line_at(self.starts[start])
        while kinds[self.at] not in (SEMICOLON, t.RBRACE, t.END):
            if kinds[self.at] in (LPAR, t.LBRACKET, t.LBRACE):
                block = kinds[self.at] == t.LBRACE
                self.at = self.closing(self.at)
                if block:
                    return
            else:
                self.at += 1
            kind = kinds[self.at]
            if (t.MODIFIERS[kind] or kind in _CLASSES) and self.line_at(self.starts[self.at]) > line:
                return

    def _initializer(self, first: int) -> None:
        parent = self.owner
        index = self.open()
        with self.inside(index, local=True):
            self.block()
        self.close(index, first, "initializer", "init", parent=parent)

    def _function(
        self, first: int, named: int, words: tuple[str, ...], own: tuple[str, ...], result: str | None
    ) -> None:
        """Read a method or constructor from its name on."""
        kinds = self.kinds
        parent, lambdas = self.owner, self.lambdas
        index = self.open()
        parameters: tuple[Parameter, ...] = ()
        header: int | None = None
        with self.inside(index, local=True):
            self.at = named + 1
            if kinds[self.at] == LPAR:
                parameters = self.parameters()
            while kinds[self.at] == t.LBRACKET and kinds[self.at + 1] == t.RBRACKET:
                self.at += 2
            if kinds[self.at] == t.THROWS:
                self.at += 1
                while (end := self.type_end(self.at)) > 0:
                    self.at = end + (kinds[end] == COMMA)
                    if kinds[end] != COMMA:
                        break
            if kinds[self.at] == t.DEFAULT:
                self.at += 1
                self._element_value()
            if kinds[self.at] == t.LBRACE:
                header = self.at
                around, self.result = self.result, result or ""
                self.block()
                self.result = around
            elif kinds[self.at] == SEMICOLON:
                self.at += 1
            else:
                self.error(self.at)
        self.close(
            index,
            first,
            "constructor" if result is None else "function",
            self.name(named),
            parent=parent,
            named=named,
            header_end=None if header is None else self.starts[header],
            type_text=result,
            parameters=parameters,
            type_parameters=own,
            modifiers=words,
            lambdas=lambdas,
        )

    def _element_value(self) -> None:
        if self.kinds[self.at] == t.AT:
            self.at = self.annotation_end(self.at)
        else:
            self.initial_value()

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
            self.bind(name, self.type_of(f"{text}[]" if vararg else text))
        self.expect(RPAR)
        return tuple(found)

    def _fields(self, words: tuple[str, ...], text: str) -> None:
        """Read the names and values of a field's declaration."""
        kinds = self.kinds
        parent = self.owner
        while kinds[self.at] == NAME:
            named = self.at
            index = self.open()
            self.at = named + 1
            dimensions = ""
            while kinds[self.at] == t.LBRACKET and kinds[self.at + 1] == t.RBRACKET:
                dimensions += "[]"
                self.at += 2
            value = NONE
            if kinds[self.at] == ASSIGN:
                self.at += 1
                with self.inside(index, local=True):
                    value = self.initial_value(text)
            self.close(
                index,
                named,
                "property",
                self.name(named),
                parent=parent,
                named=named,
                type_text=f"{text}{dimensions}",
                modifiers=words,
                value=value,
            )
            if kinds[self.at] != COMMA:
                break
            self.at += 1
        if kinds[self.at] == SEMICOLON:
            self.at += 1
        else:
            self.error(self.at)

    def _constants(self, owner: int) -> None:
        """Read an enum's constants with their constructor calls and bodies."""
        kinds = self.kinds
        while kinds[self.at] in (NAME, t.AT, COMMA):
            if kinds[self.at] == COMMA:
                self.at += 1
                continue
            if kinds[self.at] == t.AT:
                if kinds[self.at + 1] != NAME:
                    return
                self.at = self.annotation_end(self.at)
                continue
            named = self.at
            if kinds[named + 1] not in (LPAR, t.LBRACE, COMMA, SEMICOLON, t.RBRACE, t.END):
                return
            index = self.open()
            self.at = named + 1
            with self.inside(index, local=False):
                values = self.arguments(NONE) if kinds[self.at] == LPAR else []
                self.site(self.starts[named], self.class_names.get(owner, ""), "new", None, tuple(values))
                if kinds[self.at] == t.LBRACE:
                    self.at += 1
                    self.members(index, "class")
                    self.expect(t.RBRACE)
            self.close(index, named, "enum_entry", self.name(named), parent=owner, named=named)
        if kinds[self.at] == SEMICOLON:
            self.at += 1

    def creation(self, start: int, keyword: int) -> int:
        """Read `new A(…) { … }` or `new A[n]`; `start` is the first token of the whole."""
        kinds = self.kinds
        first = keyword + 1
        if kinds[first] == t.LESS:
            end = self.type_arguments_end(first)
            first = end if end > 0 else first
        while kinds[first] == t.AT:
            first = self.annotation_end(first)
        end = self.creation_type_end(first)
        if end < 0:
            self.error(first)
            self.at = first
            return NONE
        text = self.between(first, end)
        self.at = end
        if kinds[end] == t.LBRACKET:
            return self._array(text)
        if kinds[end] != LPAR:
            self.error(end)
            return self.type_of(text)
        values = self.arguments(NONE)
        simple = text.split("<")[0].rsplit(".", maxsplit=1)[-1].strip()
        self.site(self.starts[start], simple, "new", self.type_of(text), tuple(values))
        if kinds[self.at] != t.LBRACE:
            return self.type_of(text)
        parent, lambdas = self.owner, self.lambdas
        index = self.open()
        with self.inside(index, local=False):
            self.at += 1
            self.members(index, "class")
            self.expect(t.RBRACE)
        self.close(index, start, "anonymous", "", parent=parent, supertypes=(text,), lambdas=lambdas)
        return self.express("object", "", index)

    def creation_type_end(self, first: int) -> int:
        """Give the index after the type that `new` makes, without brackets; -1 where none stands."""
        end = self.type_end(first)
        while end > first and self.kinds[end - 1] == t.RBRACKET:
            end -= 2
        return end

    def _array(self, text: str) -> int:
        dimensions = ""
        while self.kinds[self.at] == t.LBRACKET:
            self.at += 1
            if self.kinds[self.at] != t.RBRACKET:
                self.expression()
            if not self.expect(t.RBRACKET):
                break
            dimensions += "[]"
        if self.kinds[self.at] == t.LBRACE:
            self.initial_value()
        return self.type_of(f"{text}{dimensions}")
