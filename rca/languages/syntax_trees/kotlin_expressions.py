"""Reads Kotlin expressions into syntax trees. Never fails: what is not understood becomes `other`."""

from __future__ import annotations

from typing import Final

from rca.languages.kotlin import token_kinds as t
from rca.languages.syntax_trees.kotlin_tokens import KotlinTokens
from rca.languages.syntax_trees.node import Node
from rca.languages.token_tables import kinds_in

_DEEPEST: Final = 60
_BINARY: Final = {t.OR: "or", t.AND: "and", t.ELVIS: "elvis"}
_JUMPS: Final = {t.RETURN: "return", t.THROW: "throw", t.BREAK: "break", t.CONTINUE: "continue"}
_PREFIX: Final = kinds_in((t.PLUS, t.MINUS, t.NOT, t.NOT_NULL, t.STEP))


class KotlinExpressions(KotlinTokens):
    """Reads expressions."""

    def __init__(self, text: str, start: int, end: int, *, by_class: bool = False) -> None:
        super().__init__(text, start, end)
        self.by_class = by_class
        """Whether a brace opens a class's body here, and no lambda."""
        self.depth = 0

    def expression(self, least: int = 2) -> Node:
        """Read an expression whose operators bind at least as strongly as `least`."""
        self.depth += 1
        is_deep = self.depth > _DEEPEST
        found = self.other() if is_deep else self._operators(self._operand(), least)
        self.depth -= 1
        return found

    def other(self) -> Node:
        """Skip a token, and what it opens."""
        first = self.at
        self.skip_balanced()
        return Node("other", self.offset(first), self.last_end())

    def _operators(self, left: Node, least: int) -> Node:
        while True:
            kind = self.kinds[self.at]
            rank = t.RANKS[kind]
            if rank < least or (self.breaks_here() and not t.CONTINUES[kind]):
                return left
            if kind == t.AS:
                left = self._cast(left)
            elif kind in (t.IS, t.NOT_IS):
                self.at += 1
                written = self.read_type()
                left = self._node("is", left, [left], name=written, negated=kind == t.NOT_IS)
            elif kind <= t.LAST_NAME:
                if self.breaks[self.at + 1] and not self.flat:
                    return left
                at = self.at
                self.at += 1
                right = self.expression(rank + 1)
                call = self._node("call", left, [left, right], name=self.name_at(at), at=self.offset(at))
                call.received, call.labels = True, [None]
                left = call
            else:
                word = self.word(self.at)
                at = self.offset(self.at)
                self.at += 1
                right = self.expression(rank + 1)
                form = "in" if kind in (t.IN, t.NOT_IN) else _BINARY.get(kind, "binary")
                left = self._node(form, left, [left, right], name=word, at=at, negated=kind == t.NOT_IN)

    def _cast(self, left: Node) -> Node:
        self.at += 1
        safe = self.take(t.QUESTION)
        written = self.read_type()
        return self._node("cast", left, [left], name=written, safe=safe)

    def _node(
        self,
        kind: str,
        first: Node | int,
        parts: list[Node],
        *,
        name: str = "",
        at: int = -1,
        safe: bool = False,
        negated: bool = False,
    ) -> Node:
        """Return a node that ends before the next token; `first` is its first part or token."""
        start = first.start if isinstance(first, Node) else self.offset(first)
        return Node(kind, start, max(start, self.last_end()), name, at, parts, safe=safe, negated=negated)

    def _operand(self) -> Node:
        first = self.at
        kind = self.kinds[first]
        if _PREFIX[kind]:
            return self._prefixed(kind)
        if kind == t.AT:
            self.skip_annotation()
            return self._operand()
        if kind <= t.LAST_NAME and self.kinds[first + 1] == t.AT and self._touches(first):
            self.at += 2  # a label
            found = self._operand()
            if found.kind == "lambda":
                found.name = self.name_at(first)
            return found
        return self._postfix(self._primary(kind), first)

    def _prefixed(self, kind: int) -> Node:
        first = self.at
        self.at += 1
        self.depth += 1
        operand = self._operand() if self.depth <= _DEEPEST else self.other()
        self.depth -= 1
        form = "not" if kind == t.NOT else "step" if kind == t.STEP else "binary"
        if kind == t.NOT_NULL:  # two negations
            form = "binary"
        return self._node(form, first, [operand], name=self.word(first))

    def _primary(self, kind: int) -> Node:
        first = self.at
        if kind <= t.LAST_NAME:
            return self._name()
        if t.INT <= kind <= t.BOOLEAN:
            self.at += 1
            word = {t.STRING: "string", t.BOOLEAN: self.word(first)}.get(kind, "value")
            return self._node("literal", first, [], name=word)
        if kind == t.NULL:
            self.at += 1
            return self._node("literal", first, [], name="null")
        if kind == t.TEXT_OPEN:
            return self._template()
        if kind in (t.THIS, t.SUPER):
            return self._instance(kind)
        if kind == t.LPAR:
            return self._parenthesized()
        if kind in _JUMPS:
            return self._jump(kind)
        if kind == t.LBRACE:
            return self.lambda_()
        if kind == t.LBRACKET:
            items, labels, _ = self.arguments(t.RBRACKET)
            found = self._node("other", first, items)
            found.labels = labels
            return found
        if kind == t.COLONCOLON:
            return self._reference(None)
        return self.construct(kind)

    def _name(self) -> Node:
        first = self.at
        name = self.name_at(first)
        self.at += 1
        return self._called(first, first, None, name, safe=False)

    def _called(self, first: int, named: int, receiver: Node | None, name: str, *, safe: bool) -> Node:
        """Read what follows a name: the arguments of a call, or nothing."""
        start: Node | int = first if receiver is None else receiver
        before = [] if receiver is None else [receiver]
        at = self.offset(named)
        end = self.call_types_end() if self.kinds[self.at] == t.LESS and not self.breaks_here() else -1
        if end > 0:
            self.at = end
        opens = self.kinds[self.at] == t.LPAR and not (self.breaks[self.at] and not self.flat)
        if not opens and not self._lambda_follows():
            kind = "name" if receiver is None else "member"
            found = self._node(kind, start, before, name=name, at=at, safe=safe)
            found.received = receiver is not None
            return found
        arguments, labels, trailing = self.call_arguments()
        found = self._node("call", start, [*before, *arguments], name=name, at=at, safe=safe)
        found.received, found.labels, found.trailing = receiver is not None, labels, trailing
        return found

    def call_arguments(self) -> tuple[list[Node], list[str | None], bool]:
        """Read arguments in parentheses, if there are, and a trailing lambda."""
        arguments: list[Node] = []
        labels: list[str | None] = []
        if self.kinds[self.at] == t.LPAR:
            arguments, labels, _ = self.arguments(t.RPAR)
        trailing = self._lambda_follows()
        if trailing:
            arguments.append(self._operand_lambda())
            labels.append(None)
        return arguments, labels, trailing

    def _lambda_follows(self) -> bool:
        if self.by_class or (self.breaks[self.at] and not self.flat):
            return False
        kind = self.kinds[self.at]
        if kind == t.LBRACE:
            return True
        return (
            kind <= t.LAST_NAME
            and self.kinds[self.at + 1] == t.AT
            and self._touches(self.at)
            and self.kinds[self.at + 2] == t.LBRACE
        )

    def _operand_lambda(self) -> Node:
        label = ""
        if self.kinds[self.at] != t.LBRACE:
            label = self.name_at(self.at)
            self.at += 2
        found = self.lambda_()
        found.name = label
        return found

    def arguments(self, closer: int) -> tuple[list[Node], list[str | None], bool]:
        """Read arguments up to a closing bracket, from the opening one."""
        self.at += 1
        self.flat += 1
        by_class, self.by_class = self.by_class, False
        items: list[Node] = []
        labels: list[str | None] = []
        while self.kinds[self.at] not in (closer, t.END, t.RBRACE):
            before = self.at
            label = None
            if self.kinds[before] <= t.LAST_NAME and self.kinds[before + 1] == t.ASSIGN:
                label = self.name_at(before)
                self.at += 2
            if self.kinds[self.at] == t.TIMES:
                self.at += 1
            items.append(self.expression())
            labels.append(label)
            if not self.take(t.COMMA) and self.kinds[self.at] != closer:
                if self.at == before:
                    self.skip_balanced()
                elif self.kinds[self.at] != t.END:
                    self.other()
        self.take(closer)
        self.flat -= 1
        self.by_class = by_class
        return items, labels, False

    def _postfix(self, found: Node, first: int) -> Node:
        while True:
            kind = self.kinds[self.at]
            if kind in (t.DOT, t.SAFE):
                if self.kinds[self.at + 1] <= t.LAST_NAME:
                    self.at += 2
                    named = self.at - 1
                    found = self._called(first, named, found, self.name_at(named), safe=kind == t.SAFE)
                    continue
                self.at += 1
                if self.kinds[self.at] == t.CLASS:
                    self.at += 1
                elif self.kinds[self.at] == t.LPAR:
                    found = self._node("other", found, [found, self._parenthesized()])
                    continue
                return self._node("other", found, [found])
            if not t.POSTFIX[kind] or (self.breaks[self.at] and not self.flat):
                return found
            if kind == t.LPAR or self._lambda_follows():
                arguments, labels, trailing = self.call_arguments()
                call = self._node("call", found, [found, *arguments], name="invoke")
                call.received, call.labels, call.trailing = True, labels, trailing
                found = call
            elif kind == t.LBRACKET:
                keys, _, _ = self.arguments(t.RBRACKET)
                found = self._node("index", found, [found, *keys])
            elif kind == t.NOT_NULL:
                self.at += 1
                found = self._node("notnull", found, [found])
            elif kind == t.STEP:
                self.at += 1
                found = self._node("step", found, [found], name=self.word(self.at - 1))
            elif kind == t.COLONCOLON or (kind == t.QUESTION and self.kinds[self.at + 1] == t.COLONCOLON):
                self.at += kind == t.QUESTION
                found = self._reference(found)
            else:
                return found

    def _reference(self, receiver: Node | None) -> Node:
        colons = self.at
        self.at += 1
        named = self.at
        name = self.name_at(named)
        if self.kinds[named] <= t.LAST_NAME or self.kinds[named] == t.CLASS:
            self.at += 1
        before = [] if receiver is None else [receiver]
        found = self._node("reference", colons if receiver is None else receiver, before, name=name)
        found.at, found.received = self.offset(named), receiver is not None
        return found

    def _template(self) -> Node:
        first = self.at
        self.at += 1
        parts: list[Node] = []
        flat, self.flat = self.flat, 1
        while self.kinds[self.at] not in (t.TEXT_CLOSE, t.END):
            if not self.take(t.TEXT_MIDDLE):
                parts.append(self.expression())
        self.take(t.TEXT_CLOSE)
        self.flat = flat
        return self._node("literal", first, parts, name="string")

    def _instance(self, kind: int) -> Node:
        first = self.at
        self.at += 1
        if kind == t.SUPER and self.kinds[self.at] == t.LESS and self.type_arguments_end() > 0:
            self.at = self.type_arguments_end()
        label = ""
        if self.kinds[self.at] == t.AT and self._touches(first):
            label = self.name_at(self.at + 1)
            self.at += 2
        return self._node("this" if kind == t.THIS else "super", first, [], name=label, at=self.offset(first))

    def _parenthesized(self) -> Node:
        self.at += 1
        self.flat += 1
        by_class, self.by_class = self.by_class, False
        found = self.expression()
        while self.kinds[self.at] not in (t.RPAR, t.END, t.RBRACE):
            self.other()
        self.take(t.RPAR)
        self.flat -= 1
        self.by_class = by_class
        return found

    def _jump(self, kind: int) -> Node:
        first = self.at
        self.at += 1
        label = ""
        if self.kinds[self.at] == t.AT and self._touches(first):
            label = self.name_at(self.at + 1)
            self.at += 2
        takes_value = kind in (t.RETURN, t.THROW)
        follows = takes_value and not self.breaks_here() and t.STARTS[self.kinds[self.at]]
        return self._node(_JUMPS[kind], first, [self.expression()] if follows else [], name=label)

    def lambda_(self) -> Node:
        """Read a lambda."""
        raise NotImplementedError

    def construct(self, kind: int) -> Node:
        """Read an `if`, `when`, `try`, loop, object or function as an expression."""
        raise NotImplementedError
