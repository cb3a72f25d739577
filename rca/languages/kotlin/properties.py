"""Kotlin properties, local variables and type aliases."""

from __future__ import annotations

from rca.languages.facts import NONE
from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.functions import Functions
from rca.languages.kotlin.token_kinds import ASSIGN, COLON, LAST_NAME, LBRACE, LPAR, RPAR


class Properties(Functions):
    """Reads properties."""

    def property_(self, first: int, words: tuple[str, ...]) -> None:
        """Read a property or a local variable from its keyword on."""
        if self.local:
            self._local()
            return
        kinds = self.kinds
        parent, lambdas = self.owner, self.lambdas
        index = self.open()
        keyword = self.at
        self.at += 1
        own: tuple[str, ...] = ()
        receiver: str | None = None
        named: int | None = None
        text: str | None = None
        with self.inside(index, local=True):
            if first != keyword:
                self.bind_contexts(first, keyword)
            if kinds[self.at] == t.LESS:
                own = self.type_parameters()
            destructured = self.at if self._is_destructured(self.at) else NONE
            if destructured != NONE:
                self.skip_destructured()
            else:
                receiver, named = self.receiver()
                if named is None:
                    self.error(self.at)
                else:
                    self.at = named + 1
            if kinds[self.at] == COLON:
                self.at += 1
                text = self.type_text()
            if kinds[self.at] == t.WHERE:
                own = self.constraints(own)
            value = self._initial(text, changes=kinds[keyword] == t.VAR)
            if destructured != NONE:
                end, self.at = self.at, destructured
                self.destructure(value)
                self.at = end
            if kinds[self.at] == t.WHERE:
                own = self.constraints(own)
            header = self.at
            self.hide_class_parameters()
            held = self.type_of(text) if text else value
            value = self._accessors(value, held)
        self.close(
            index,
            self.span(first, named, self.end_of(header - 1) if self.at > header else None),
            "property",
            "" if named is None else self.name(named),
            parent=parent,
            receiver=receiver,
            type_text=text,
            type_parameters=own,
            modifiers=words,
            value=value,
            lambdas=lambdas,
        )

    def _is_destructured(self, at: int) -> bool:
        """Return whether `(a, b)` or `[a, b]` stands at a token, and not the type of a receiver."""
        if self.kinds[at] != LPAR:
            return self.kinds[at] == t.LBRACKET
        end = self.closing(at)
        return end < 0 or self.kinds[end] not in (t.DOT, t.SAFE)

    def _initial(self, text: str | None, *, changes: bool) -> int:
        """Read `= value` or `by delegate`; return the value.

        `text` is the property's type, `changes` tells a `var` from a `val`.
        """
        kinds = self.kinds
        at = self.at
        if kinds[at] == ASSIGN:
            self.at = at + 1
            self.expect_typed(text)
            return self.expression()
        if kinds[at] == t.BY:
            self.at = at + 1
            value = self.expression()
            self.site(self.starts[at], "provideDelegate", "delegate", value)
            self.site(self.starts[at], "getValue", "delegate", value)
            if changes:
                self.site(self.starts[at], "setValue", "delegate", value)
            return self.express("delegate", "", NONE, (value,))
        return NONE

    def _accessors(self, value: int, held: int) -> int:
        """Read the getter and setter after a property, which holds `held`; return the property's value."""
        if (
            self.name(self.at) == "field"
            and self.kinds[self.at + 1] in (ASSIGN, COLON)
            and self.lines[self.at]
        ):
            self._backing_field()
        while (at := self._accessor_at(self.at)) >= 0:
            self.at = at + 1
            self.untyped = held if self.kinds[at] == t.SET else NONE
            got = self._accessor()
            self.untyped = NONE
            if self.kinds[at] == t.GET and value == NONE:
                value = got
        return value

    def _backing_field(self) -> None:
        """Read `field = value` below a property."""
        self.at += 1
        text: str | None = None
        if self.kinds[self.at] == COLON:
            self.at += 1
            text = self.type_text()
        self._initial(text, changes=False)

    def _accessor_at(self, at: int) -> int:
        """Return the index of `get` or `set` where an accessor stands at a token, or -1."""
        kinds = self.kinds
        if kinds[at] == t.SEMICOLON:
            at += 1
        modified = False
        while True:
            kind = kinds[at]
            if kind == t.MODIFIER:
                at += 1
            elif kind == t.AT:
                at = self.annotation_end(at)
            else:
                break
            modified = True
        if kind != t.GET and kind != t.SET:
            return -1
        after = kinds[at + 1]
        if after == LPAR:
            end = self.closing(at + 1)
            if end < 0 or (kind == t.GET and end != at + 3):
                return -1
            return at if modified or kinds[end] in (ASSIGN, LBRACE, COLON) else -1
        ended = self.lines[at + 1] or after in (t.SEMICOLON, t.RBRACE, t.GET, t.SET)
        return at if ended and (modified or not self.local) else -1

    def _accessor(self) -> int:
        kinds = self.kinds
        mark = len(self.undo)
        value = NONE
        if kinds[self.at] == LPAR and not self.lines[self.at]:
            self.parameters()
            self.untyped = NONE
            if kinds[self.at] == COLON:
                self.at += 1
                self.type_text()
            if kinds[self.at] == ASSIGN or kinds[self.at] == LBRACE:
                value = self.body()
        self.forget(mark)
        return value

    def _local(self) -> None:
        kinds = self.kinds
        changes = kinds[self.at] == t.VAR
        self.at += 1
        if kinds[self.at] == t.LESS:
            self.type_parameters()
        start = self.at
        text: str | None = None
        named: int | None = None
        if kinds[start] == LPAR or kinds[start] == t.LBRACKET:
            self.skip_destructured()
        else:
            _, named = self.receiver()
            if named is None:
                self.error(self.at)
                if kinds[self.at] == RPAR:
                    return
            else:
                self.at = named + 1
        if kinds[self.at] == COLON:
            self.at += 1
            text = self.type_text()
        value = self._initial(text, changes=changes)
        if named is not None:
            self.declare_local(named, self.type_of(text) if text else value)
        elif kinds[start] == LPAR or kinds[start] == t.LBRACKET:
            end, self.at = self.at, start
            self.destructure(value)
            self.at = end
        if kinds[self.at] in (t.GET, t.SET):
            self._accessors(value, NONE)

    def type_alias(self, first: int) -> None:
        """Read `typealias A<T> = B<T>`."""
        kinds = self.kinds
        index = self.open()
        self.at += 1
        named = self.at if kinds[self.at] <= LAST_NAME else None
        own: tuple[str, ...] = ()
        target: str | None = None
        if named is None:
            self.error(self.at)
        else:
            self.at += 1
        if kinds[self.at] == t.LESS:
            own = self.type_parameters()
        if kinds[self.at] == ASSIGN:
            self.at += 1
            target = self.type_text()
        self.close(
            index,
            self.span(first, named),
            "typealias",
            "" if named is None else self.name(named),
            parent=self.owner,
            type_text=target,
            type_parameters=own,
        )
