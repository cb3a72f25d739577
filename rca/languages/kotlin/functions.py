"""Kotlin functions, secondary constructors, initialisers and parameters."""

from __future__ import annotations

from rca.languages.facts import NONE, Parameter
from rca.languages.kotlin import token_kinds as t
from rca.languages.kotlin.control_flow import ControlFlow
from rca.languages.kotlin.token_kinds import ASSIGN, AT, COLON, COMMA, LAST_NAME, LBRACE, LPAR, RPAR


class Functions(ControlFlow):
    """Parses functions. `untyped` is the value of a parameter without a type."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.untyped = NONE

    def function(self, first: int, words: tuple[str, ...]) -> None:
        """Read a function from its keyword on."""
        kinds = self.kinds
        parent, lambdas = self.owner, self.lambdas
        index = self.open()
        keyword = self.at
        self.at += 1
        own: tuple[str, ...] = ()
        parameters: tuple[Parameter, ...] = ()
        result: str | None = None
        header: int | None = None
        value = NONE
        member = not self.local
        with self.inside(index, local=True):
            if member:
                self.hide_class_parameters()
            if first != keyword:
                self.bind_contexts(first, keyword)
            if kinds[self.at] == t.LESS:
                own = self.type_parameters()
            receiver, named = self.receiver()
            name = ""
            if named is not None:
                name = self.name(named)
                self.at = named + 1
            else:
                self.error(self.at)
            if kinds[self.at] == t.LESS:  # type parameters after the name, as in old code
                own = own or self.type_parameters()
            if kinds[self.at] == LPAR:
                parameters = self.parameters()
            else:
                self.error(self.at)
            if kinds[self.at] == COLON:
                self.at += 1
                result = self.type_text()
            if kinds[self.at] == t.WHERE:
                own = self.constraints(own)
            if kinds[self.at] == ASSIGN or kinds[self.at] == LBRACE:
                header = self.at
                value = self.body(result)
                if result is None and kinds[header] == LBRACE:
                    result = "kotlin.Unit"
        self.close(
            index,
            self.span(first, named, None if header is None else self.starts[header]),
            "function",
            name,
            parent=parent,
            receiver=receiver,
            type_text=result,
            parameters=parameters,
            type_parameters=own,
            modifiers=words,
            value=value,
            lambdas=lambdas,
        )

    def bind_contexts(self, first: int, after: int) -> None:
        """Bind the context parameters among modifiers."""
        for named, text in self.context_names(first, after):
            self.declare_local(named, self.type_of(text))

    def receiver(self) -> tuple[str | None, int | None]:
        """Read `Type.` before a declared name; return the receiver's text and the token of the name."""
        kinds = self.kinds
        start = at = self.at
        if kinds[at] <= LAST_NAME and kinds[at + 1] not in (t.DOT, t.SAFE, t.LESS, t.QUESTION, t.AMPERSAND):
            return None, at
        dot = -1
        while True:
            kind = kinds[at]
            if kind <= LAST_NAME:
                if at > start and kinds[at - 1] <= LAST_NAME and self.lines[at]:
                    break
                at += 1
            elif kind == t.DOT or kind == t.SAFE:
                dot = at
                at += 1
            elif kind == t.LESS:
                end = self.type_arguments_end(at)
                if end < 0:
                    break
                at = end
            elif kind == t.QUESTION or kind == t.AMPERSAND:
                at += 1
            elif kind == AT:
                at = self.annotation_end(at, spaced=True)
            elif (
                kind == LPAR
                and not (kinds[at - 1] <= LAST_NAME and dot == at - 2 and dot > 0)
                and (at == start or dot < 0)
            ):
                if at > start and kinds[at - 1] <= LAST_NAME and kinds[at - 1] != t.MODIFIER:
                    break
                end = self.closing(at)
                if end < 0:
                    break
                at = end if kinds[end] != t.ARROW else self.type_end(end + 1)
            else:
                break
        if dot < 0:
            return None, start if kinds[start] <= LAST_NAME else None
        named = dot + 1 if kinds[dot + 1] <= LAST_NAME else None
        first = self.type_start(start)
        if first > dot:
            first = start
        self.at = dot + 1
        end = self.starts[dot] + (kinds[dot] == t.SAFE)
        return self.text[self.starts[first] : end].rstrip(), named

    def body(self, result: str | None = None) -> int:
        """Read the body of a function or accessor; return the value of an expression body.

        `result` is the text of its result type.
        """
        if self.kinds[self.at] == ASSIGN:
            self.at += 1
            self.expect_typed(result)
            return self.expression()
        self.block()
        return NONE

    def expect_typed(self, text: str | None) -> None:
        """Record the expected type, as text, of a lambda or reference that starts here."""
        if text and self.takes_type(self.at):
            self.wanted = self.at, self.type_of(text)

    def parameters(self) -> tuple[Parameter, ...]:
        """Read value parameters: bind their names, read their default values."""
        kinds = self.kinds
        breaks, self.breaks = self.breaks, self.flat
        found: list[Parameter] = []
        self.at += 1
        while True:
            at = self.at
            kind = kinds[at]
            if kind == RPAR:
                self.at = at + 1
                break
            if kind == COMMA:
                self.at = at + 1
                continue
            words: tuple[str, ...] = ()
            if kind == AT or (kind == t.MODIFIER and kinds[at + 1] <= LAST_NAME):
                words = self.parameter_modifiers()
                at = self.at
            if kinds[at] in (t.VAL, t.VAR):
                at += 1
            if kinds[at] > LAST_NAME:
                self.error(at)
                if self.unknown_parameter():
                    break
                continue
            self.at = at + 1
            name = self.name(at)
            text: str | None = None
            if kinds[at + 1] == COLON:
                end = self.type_end(at + 2)
                if end > at + 2:
                    text = " ".join(self.between(at + 2, end).split())
                else:
                    self.error(at + 2)
                self.at = max(end, at + 2)
            vararg = "vararg" in words
            held = f"kotlin.Array<out {text}>" if vararg and text else text
            self.declare_local(at, self.type_of(held) if held else self.untyped)
            default = kinds[self.at] == ASSIGN
            if default:
                self.at += 1
                self.expect_typed(text)
                self.expression()
            found.append(Parameter(name, text, default, vararg))
            if kinds[self.at] != COMMA and kinds[self.at] != RPAR:
                self.error(self.at)
                if self.unknown_parameter():
                    break
        self.breaks = breaks
        return tuple(found)

    def unknown_parameter(self) -> bool:
        """Skip what is no parameter; return whether the list ends there without a parenthesis."""
        at = self.at
        kind = self.kinds[at]
        if kind in (t.LBRACE, t.RBRACE, t.END, t.SEMICOLON, ASSIGN) or t.DECLARES[kind]:
            return True
        if self.unclosed and self.lines[at] and self.declaration_at(at) >= 0:
            return True
        self.at = self.closing_any(at) if kind in (LPAR, t.LBRACKET) else at + 1
        return False

    def parameter_modifiers(self) -> tuple[str, ...]:
        """Read the modifiers of a parameter, whose own name may be a soft keyword."""
        kinds = self.kinds
        words: list[str] = []
        while True:
            at = self.at
            kind = kinds[at]
            if kind == AT:
                self.at = self.annotation_end(at)
                words.append(self.annotation_text(at))
            elif kind == t.MODIFIER and (kinds[at + 1] <= LAST_NAME or kinds[at + 1] in (t.VAL, t.VAR, AT)):
                words.append(self.name(at))
                self.at = at + 1
            else:
                return tuple(words)

    def anonymous_function(self) -> int:
        """Read `fun(x: Int): Int { … }` as part of the function around it."""
        kinds = self.kinds
        self.at += 1
        mark = len(self.undo)
        index, before = self.reserve(), self.lambdas
        wanted = result = NONE
        parameters: tuple[Parameter, ...] = ()
        self.depth += 1
        if not self.too_deep():
            if kinds[self.at] == t.LESS:
                self.type_parameters()
            if kinds[self.at] != LPAR:
                first = self.at
                end = max(self.type_end(first), first)
                # `Tea.(` reads like the start of a function's type.
                opener = kinds.rfind(bytes((t.DOT, LPAR)), first, end)
                self.at = opener + 1 if opener > 0 and self.closing(opener + 1) == end else end
                if kinds[self.at] == t.DOT:
                    self.at += 1
                receiver = self.between(self.type_start(first), self.at).rstrip(".")
                wanted = self.type_of(f"{receiver}.() -> kotlin.Unit")
                self.lambdas = (index, *before)
            if self.expect(LPAR):
                self.at -= 1
                parameters = self.parameters()
            text: str | None = None
            if kinds[self.at] == COLON:
                self.at += 1
                text = self.type_text()
            if kinds[self.at] == ASSIGN or kinds[self.at] == LBRACE:
                plain = kinds[self.at] == LBRACE
                result = self.body(text)
                if plain or text:
                    result = self.type_of(text or "kotlin.Unit")
        self.depth -= 1
        self.lambdas = before
        self.forget(mark)
        self.fill(index, "", len(parameters), wanted, result)
        return index

    def initializer(self) -> None:
        """Read `init { … }`."""
        parent, first = self.owner, self.at
        index = self.open()
        self.at += 1
        with self.inside(index, local=True):
            self.block()
        self.close(index, self.span(first), "initializer", "init", parent=parent)
