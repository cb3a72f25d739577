"""Types of the resolver, and the parser of type texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(r"->|[\w`$]+(?:\s*\.\s*[\w`$]+)*|@[\w.]+|[<>(),?.*\[\]&:]")
_WORDS = frozenset(("in", "out", "suspend", "vararg", "extends", "super", "final", "noinline", "crossinline"))
_DEEPEST = 12

FUNCTION = "()"
"""Name of every function type; its arguments are the parameters and, last, the result."""


class Type(NamedTuple):
    """A type, nullability left out. `name` is qualified where it could be resolved, else as written.

    `static` stands for the class itself (`Foo` in `Foo.bar()`), `variable` for a type parameter, whose
    bounds are its arguments. A function type may have a `receiver`, and be
    `suspended`. An argument that is not known is
    None.
    """

    name: str
    arguments: tuple[Type | None, ...] = ()
    receiver: Type | None = None
    static: bool = False
    variable: bool = False
    suspended: bool = False

    @property
    def simple(self) -> str:
        """The last part of the name."""
        return self.name.rpartition(".")[2]

    @property
    def inputs(self) -> tuple[Type | None, ...]:
        """What a value of a function type takes, its receiver first."""
        around = () if self.receiver is None else (self.receiver,)
        return (*around, *self.arguments[:-1])

    @property
    def result(self) -> Type | None:
        """What a value of a function type gives."""
        return self.arguments[-1] if self.arguments else None

    def substituted(self, types: Mapping[str, Type | None]) -> Type | None:
        """Replace type parameters; None where one is not known."""
        if self.variable:
            return types.get(self.name, self)
        if not self.arguments and self.receiver is None:
            return self
        arguments = tuple(None if one is None else one.substituted(types) for one in self.arguments)
        receiver = None if self.receiver is None else self.receiver.substituted(types)
        return self._replace(arguments=arguments, receiver=receiver)

    def mentions(self, names: frozenset[str]) -> bool:
        """Return whether one of some type parameters occurs in it."""
        if self.variable:
            return self.name in names
        inside = (*self.arguments, self.receiver)
        return any(one is not None and one.mentions(names) for one in inside)


PROPERTY_REFERENCE = "kotlin.reflect.KMutableProperty"
"""What a reference to a property is, before the number of values that it needs; it can be called too."""

ANY = Type("kotlin.Any")
"""What every value is."""

NOWHERE = Type("")
"""Stands for the class of what no class declares."""


def array_of(element: Type | None) -> Type:
    """Return the type of an array: Kotlin has one of its own for each primitive."""
    return Type("kotlin.Array", (element,))


def as_function(found: Type) -> Type:
    """Return the function type of a reference to a property, any other type as it is."""
    return Type(FUNCTION, found.arguments) if found.name.startswith(PROPERTY_REFERENCE) else found


def bound_of(found: Type | None) -> Type | None:
    """Return a type parameter's first bound for it, any other type as it is; None where there is no bound."""
    if found is not None and found.variable:
        return found.arguments[0] if found.arguments else None
    return found


@lru_cache(maxsize=50_000)
def read_type(text: str) -> Type | None:
    """Read the text of a type, Kotlin or Java; names stay as written. None where it cannot be read."""
    if text.isidentifier():
        return Type(text)
    tokens = _TOKEN.findall(text)
    try:
        return _Reader(tokens).type(0)
    except (IndexError, ValueError):
        return None


@lru_cache(maxsize=20_000)
def parameter_name(text: str) -> str:
    """Return the name of a type parameter from its text (`out T : Any`)."""
    return text.partition(":")[0].split()[-1] if text.strip(" :") else text


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def type(self, depth: int) -> Type | None:
        if depth > _DEEPEST:
            raise ValueError
        suspended = self._skip_words()
        if self._peek() == "*":
            self._take()
            return None
        found = self._group(depth) if self._peek() == "(" else self._named(depth)
        found = self._suffixes(found, depth)
        if suspended and found is not None and found.name == FUNCTION:
            return found._replace(suspended=True)
        return found

    def _skip_words(self) -> bool:
        """Skip modifiers and annotations; return whether `suspend` is among them."""
        suspended = False
        while self._peek() in _WORDS or self._peek().startswith("@") or self._peek() == "?":
            word = self._take()
            suspended = suspended or word == "suspend"
            annotation = word.startswith("@")
            if annotation and self._peek() == "(" and self._closes_annotation():
                while self._take() != ")":
                    pass
        return suspended

    def _closes_annotation(self) -> bool:
        """Return whether it is `@A(1) T` rather than `@A (T) -> U`: a type follows only arguments."""
        closing = self._tokens.index(")", self._at)
        following = self._tokens[closing + 1] if closing + 1 < len(self._tokens) else ""
        return bool(following) and (following[0].isalpha() or following == "(")

    def _named(self, depth: int) -> Type:
        name = re.sub(r"[\s`]", "", self._take())
        if not (name[0].isalpha() or name[0] in "_$"):
            raise ValueError
        return Type(name, self._arguments(depth))

    def _arguments(self, depth: int) -> tuple[Type | None, ...]:
        if self._peek() != "<":
            return ()
        self._take()
        found: list[Type | None] = []
        while self._peek() not in (">", ""):
            self._read_wildcard()
            found.append(self.type(depth + 1))
            if self._peek() == ",":
                self._take()
        self._take()
        return tuple(found)

    def _read_wildcard(self) -> None:
        if self._peek() == "?" and self._tokens[self._at + 1] in (",", ">"):
            self._tokens[self._at] = "*"

    def _group(self, depth: int) -> Type | None:
        self._take()
        parameters: list[Type | None] = []
        while self._peek() != ")":
            if self._tokens[self._at + 1] == ":":  # a named parameter
                self._at += 2
            parameters.append(self.type(depth + 1))
            if self._peek() == ",":
                self._take()
        self._take()
        if self._peek() == "->":
            self._take()
            return Type(FUNCTION, (*parameters, self.type(depth + 1)))
        return parameters[0] if len(parameters) == 1 else None

    def _suffixes(self, found: Type | None, depth: int) -> Type | None:
        while True:
            following = self._peek()
            if following == "?":
                self._take()
            elif following == "&":
                self._take()
                self.type(depth + 1)
            elif following == "[":
                self._at += 2
                found = array_of(found)
            elif following == ".":
                self._take()
                inner = self._group(depth) if self._peek() == "(" else self._named(depth)
                if inner is not None and inner.name == FUNCTION:
                    return inner._replace(receiver=found)
                found = inner
            else:
                return found
