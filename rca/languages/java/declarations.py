"""Java classes, records, enums and their members."""

from __future__ import annotations

from rca.languages.facts import NONE, Parameter
from rca.languages.java import token_kinds as t
from rca.languages.java.signatures import CLASSES, Signatures
from rca.languages.java.token_kinds import ASSIGN, COMMA, LPAR, NAME, SEMICOLON


class Declarations(Signatures):
    """Reads declarations."""

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
            supertypes = self.supertypes()
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
            self.span(first, named, self.starts[header]),
            "class" if kind == "record" else kind,
            name,
            parent=parent,
            type_parameters=own,
            supertypes=supertypes,
            modifiers=words,
            lambdas=lambdas,
        )

    def _implicit_constructor(self, owner: int, named: int, name: str) -> None:
        place = self.name_span(named)
        self.close(self.open(), place, "constructor", name, parent=owner, modifiers=("implicit",))

    def _components(self, owner: int, named: int, name: str) -> None:
        """Record the constructor and the accessors of a record."""
        written = self.open()
        with self.inside(written, local=True):
            components = self.parameters()
        place = self.name_span(named)
        self.close(written, place, "constructor", name, parent=owner, parameters=components)
        for one in components:
            self.close(self.open(), place, "function", one.name, parent=owner, type_text=one.type)

    def members(self, owner: int, kind: str) -> bool:
        """Read the members of a class up to its brace; return whether a constructor was among them."""
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
        """Read a member; return whether it is a constructor."""
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
        """Skip invalid code: to the end of its statement, or of the block it opens."""
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
            if (t.MODIFIERS[kind] or kind in CLASSES) and self.line_at(self.starts[self.at]) > line:
                return

    def _initializer(self, first: int) -> None:
        parent = self.owner
        index = self.open()
        with self.inside(index, local=True):
            self.block()
        self.close(index, self.span(first), "initializer", "init", parent=parent)

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
            self.span(first, named, None if header is None else self.starts[header]),
            "constructor" if result is None else "function",
            self.name(named),
            parent=parent,
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
                self.span(named, named),
                "property",
                self.name(named),
                parent=parent,
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
            self.close(index, self.span(named, named), "enum_entry", self.name(named), parent=owner)
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
        self.close(
            index,
            self.span(start),
            "anonymous",
            "",
            parent=parent,
            supertypes=(text,),
            lambdas=lambdas,
        )
        return self.express("object", "", index)

    def creation_type_end(self, first: int) -> int:
        """Return the index after the type that `new` makes, without brackets; -1 where none stands."""
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
