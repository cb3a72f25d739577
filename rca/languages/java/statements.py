"""Java statements."""

from __future__ import annotations

from typing import Final

from rca.languages.facts import NONE
from rca.languages.java import token_kinds as t
from rca.languages.java.local_declarations import LOCAL_CLASSES, LocalDeclarations
from rca.languages.java.token_kinds import COMMA, LPAR, NAME, RPAR, SEMICOLON
from rca.languages.token_cursor import DEEPEST

_TYPE_WORDS: Final = frozenset(("record", "sealed", "non"))


class Statements(LocalDeclarations):
    """Reads statements."""

    def block(self) -> int:
        """Read `{ … }`, its locals its own; it has no value."""
        mark = len(self.undo)
        self.at += 1
        self.depth += 1
        if self.depth <= DEEPEST or not self.too_deep():
            self.statements()
        self.depth -= 1
        self.forget(mark)
        self.expect(t.RBRACE)
        return NONE

    def statements(self) -> None:
        """Read statements up to the brace that ends their block."""
        kinds = self.kinds
        while True:
            at = self.at
            kind = kinds[at]
            if kind == t.RBRACE or kind == t.END or kind == t.CASE:
                return
            if kind == t.DEFAULT and kinds[at + 1] in (t.COLON, t.ARROW):
                return
            if self.unclosed and kind == t.MODIFIER and self.name(at) in ("public", "private", "protected"):
                return  # a member: the brace of the block is missing
            self.statement()
            if self.at == at:
                self.error(at)
                self.at = at + 1

    def statement(self) -> None:
        """Read one statement or local declaration."""
        kinds = self.kinds
        at = self.at
        kind = kinds[at]
        if kind == NAME:
            after = kinds[at + 1]
            if after == t.COLON:
                self.at = at + 2
                return
            if after == NAME and self.name(at) == "yield":
                self.at = at + 1
            elif after == NAME and self.name(at) in _TYPE_WORDS and self.is_local_class(at):
                self.local_class()
                return
            elif after != LPAR and self.declared_local():
                self._end()
                return
            self.expression()
            self._end()
        elif kind == SEMICOLON:
            self.at = at + 1
        elif kind == t.LBRACE:
            self.block()
        elif kind in _READERS:
            self.at = at + 1
            self.depth += 1
            if self.depth <= DEEPEST or not self.too_deep():
                _READERS[kind](self)
            self.depth -= 1
        elif t.MODIFIERS[kind] or LOCAL_CLASSES[kind]:
            if self.is_local_class(at):
                self.local_class()
            elif self.declared_local():
                self._end()
            elif kind == t.AT:
                self.at = self.annotation_end(at)
        elif kind == t.PRIMITIVE and self.declared_local():
            self._end()
        else:
            self.expression()
            self._end()

    def _end(self) -> None:
        if self.kinds[self.at] == SEMICOLON:
            self.at += 1
        elif self.kinds[self.at] not in (t.RBRACE, t.END):
            self.error(self.at)

    def condition(self) -> None:
        """Read `(a)`."""
        if self.expect(LPAR):
            self.expression()
            self.expect(RPAR)

    def body(self) -> None:
        """Read the one statement that a loop or branch has, its locals its own."""
        mark = len(self.undo)
        self.statement()
        self.forget(mark)

    def if_(self) -> None:
        """Read `if (a) b else c`; a name bound by `instanceof` stays bound, as it may be after a jump."""
        self.condition()
        self.body()
        while self.kinds[self.at] == t.ELSE:
            self.at += 1
            last = self.kinds[self.at] != t.IF
            if not last:
                self.at += 1
                self.condition()
            self.body()
            if last:
                return

    def for_(self) -> None:
        """Read both forms of `for`."""
        kinds = self.kinds
        mark = len(self.undo)
        if self.expect(LPAR):
            if not self._each():
                while kinds[self.at] not in (RPAR, t.RBRACE, t.END):
                    before = self.at
                    if kinds[before] in (SEMICOLON, COMMA):
                        self.at = before + 1
                    elif not self.declared_local():
                        self.expression()
                    if self.at == before:
                        self.error(before)
                        self.at = before + 1
            self.expect(RPAR)
        self.body()
        self.forget(mark)

    def _each(self) -> bool:
        kinds = self.kinds
        first = self.at
        while t.MODIFIERS[kinds[first]]:
            first = self.annotation_end(first) if kinds[first] == t.AT else first + 1
        end = self.type_end(first)
        if end < 0 or kinds[end] != NAME or kinds[end + 1] != t.COLON:
            return False
        text = self.between(first, end)
        self.at = end + 2
        value = self.expression()
        element = self.express("element", "", NONE, (value,)) if text == "var" else self.type_of(text)
        self.declare_local(end, element)
        return True

    def while_(self) -> None:
        """Read `while (a) b`."""
        self.condition()
        self.body()

    def do_(self) -> None:
        """Read `do a while (b);`."""
        self.body()
        if self.expect(t.WHILE):
            self.condition()
            self._end()

    def try_(self) -> None:
        """Read `try (resources) { … } catch … finally …`."""
        kinds = self.kinds
        mark = len(self.undo)
        if kinds[self.at] == LPAR:
            self.at += 1
            while kinds[self.at] not in (RPAR, t.RBRACE, t.END):
                before = self.at
                if kinds[before] == SEMICOLON:
                    self.at = before + 1
                elif not self.declared_local():
                    self.expression()
                if self.at == before:
                    self.error(before)
                    self.at = before + 1
            self.expect(RPAR)
        if kinds[self.at] == t.LBRACE:
            self.block()
        self.forget(mark)
        while kinds[self.at] == t.CATCH:
            self.at += 1
            self._catch()
        if kinds[self.at] == t.FINALLY:
            self.at += 1
            if kinds[self.at] == t.LBRACE:
                self.block()

    def _catch(self) -> None:
        kinds = self.kinds
        mark = len(self.undo)
        if self.expect(LPAR):
            while t.MODIFIERS[kinds[self.at]]:
                self.at = self.annotation_end(self.at) if kinds[self.at] == t.AT else self.at + 1
            first = self.at
            end = self.type_end(first)
            after = end
            while after > 0 and kinds[after] == t.BAR:
                after = self.type_end(after + 1)
            if end > 0 and after > 0 and kinds[after] == NAME:
                self.declare_local(after, self.type_of(self.between(first, end)))
                self.at = after + 1
            self.expect(RPAR)
        if kinds[self.at] == t.LBRACE:
            self.block()
        self.forget(mark)

    def switch(self) -> int:
        """Read `switch (a) { case b: … }` or `case b -> …`, as a statement or for its value."""
        kinds = self.kinds
        self.at += kinds[self.at] == t.SWITCH
        self.condition()
        mark = len(self.undo)
        if not self.expect(t.LBRACE):
            return NONE
        self.depth += 1
        values: list[int] = []
        if not self.too_deep():
            while kinds[self.at] not in (t.RBRACE, t.END):
                before = self.at
                if kinds[before] in (t.CASE, t.DEFAULT):
                    self.at = before + 1
                    value = self._case()
                    if value != NONE:
                        values.append(value)
                else:
                    self.statements()
                if self.at == before:
                    self.error(before)
                    self.at = before + 1
        self.depth -= 1
        self.forget(mark)
        self.expect(t.RBRACE)
        return self.either(values)

    def _case(self) -> int:
        """Read a label, and what a `->` leads to."""
        kinds = self.kinds
        while kinds[self.at] not in (t.COLON, t.ARROW, t.RBRACE, t.END):
            before = self.at
            if kinds[before] == COMMA or kinds[before] == t.DEFAULT:
                self.at = before + 1
            elif self._is_pattern(before):
                self.pattern()
                if kinds[self.at] == NAME and self.name(self.at) == "when":
                    self.at += 1
                    self.binary(self.operand(), 1)
            elif kinds[before] == NAME and kinds[before + 1] == t.ARROW:
                name = self.name(before)
                self.read_name(before, name)
                self.at = before + 1
            else:
                self.binary(self.operand(), 1)
            if self.at == before:
                self.error(before)
                self.at = before + 1
        if kinds[self.at] == t.COLON:
            self.at += 1
            return NONE
        self.expect(t.ARROW)
        if kinds[self.at] == t.LBRACE:
            return self.block()
        if kinds[self.at] == t.THROW:
            self.statement()
            return NONE
        value = self.expression()
        self._end()
        return value

    def _is_pattern(self, at: int) -> bool:
        kinds = self.kinds
        if kinds[at] in (t.MODIFIER, t.AT):
            return True
        end = self.type_end(at)
        if end < 0:
            return False
        return kinds[end] == NAME or (kinds[end] == LPAR and kinds[at] == NAME)

    def jump(self) -> None:
        """Read `return a;`, `throw a;`, `assert a : b;`."""
        if self.kinds[self.at] not in (SEMICOLON, t.RBRACE):
            self.typed_expression(self.result)
            if self.kinds[self.at] == t.COLON:
                self.at += 1
                self.expression()
        self._end()

    def leave(self) -> None:
        """Read `break label;`, `continue;`."""
        if self.kinds[self.at] == NAME:
            self.at += 1
        self._end()

    def synchronized(self) -> None:
        """Read `synchronized (a) { … }`."""
        self.condition()
        if self.kinds[self.at] == t.LBRACE:
            self.block()

    def switch_statement(self) -> None:
        """Read a `switch` whose value is not used."""
        self.switch()

    def local_class(self) -> None:
        """Read a class inside a function."""
        raise NotImplementedError


_READERS: Final = {
    t.IF: Statements.if_,
    t.FOR: Statements.for_,
    t.WHILE: Statements.while_,
    t.DO: Statements.do_,
    t.TRY: Statements.try_,
    t.SWITCH: Statements.switch_statement,
    t.RETURN: Statements.jump,
    t.THROW: Statements.jump,
    t.ASSERT: Statements.jump,
    t.JUMP: Statements.leave,
    t.SYNCHRONIZED: Statements.synchronized,
}
