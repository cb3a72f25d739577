"""JVM descriptors and generic signatures as Kotlin type texts (JVM specification, 4.7.9.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rca.libraries.java_types import ARGUMENTS, KOTLIN, PRIMITIVES

_DEEPEST = 60
_FUNCTION = "kotlin.jvm.functions.Function"
_ANY = "kotlin.Any"


class ClassSignature(NamedTuple):
    """Type parameters as `T : bound & bound`; supertypes, the superclass first."""

    type_parameters: tuple[str, ...]
    supertypes: tuple[str, ...]


class MethodSignature(NamedTuple):
    """A method's types. `elements` has the type of an array parameter's elements, else an empty text."""

    type_parameters: tuple[str, ...]
    parameters: tuple[str, ...]
    elements: tuple[str, ...]
    result: str


def class_name(internal: str) -> str:
    """Return the full name with dots of an internal name: `a/B$C` is `a.B.C`."""
    package, _, simple = internal.rpartition("/")
    if "$" in simple:
        # A `$` at either end, or doubled, belongs to a name; only between names it separates them.
        simple = simple[:1] + simple[1:-1].replace("$$", "\0").replace("$", ".") + simple[-1:]
        simple = simple.replace("\0", "$$")
    return f"{package.replace('/', '.')}.{simple}" if package else simple


@lru_cache(maxsize=50_000)
def field_type(signature: str) -> str:
    """Return the type that a field's descriptor or signature means.

    Raises:
        ValueError: it is damaged.
    """
    reader = _Reader(signature)
    try:
        return reader.type(0)
    except IndexError as problem:
        raise reader.damage() from problem


def method_signature(signature: str) -> MethodSignature:
    """Return the types of a method's descriptor or signature.

    Raises:
        ValueError: it is damaged.
    """
    reader = _Reader(signature)
    try:
        return reader.method()
    except IndexError as problem:
        raise reader.damage() from problem


def class_signature(signature: str) -> ClassSignature:
    """Return the types of a class's signature.

    Raises:
        ValueError: it is damaged.
    """
    reader = _Reader(signature)
    try:
        return ClassSignature(reader.type_parameters(), tuple(reader.rest()))
    except IndexError as problem:
        raise reader.damage() from problem


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def damage(self) -> ValueError:
        return ValueError(f"not a signature: {self._text[:80]!r}")

    def method(self) -> MethodSignature:
        own = self.type_parameters()
        if self._text[self._at] != "(":
            raise self.damage()
        self._at += 1
        parameters, elements = [], []
        while self._text[self._at] != ")":
            start = self._at
            parameters.append(self.type(0))
            array = self._text[start] == "["
            elements.append(field_type(self._text[start + 1 : self._at]) if array else "")
        self._at += 1
        return MethodSignature(own, tuple(parameters), tuple(elements), self.type(0))

    def rest(self) -> list[str]:
        found = []
        while self._at < len(self._text):
            found.append(self.type(0))
        return found

    def type_parameters(self) -> tuple[str, ...]:
        if self._text[self._at] != "<":
            return ()
        self._at += 1
        found = []
        while self._text[self._at] != ">":
            colon = self._text.find(":", self._at)
            if colon < 0:
                raise self.damage()
            name = self._text[self._at : colon]
            self._at = colon
            bounds = []
            while self._text[self._at] == ":":
                self._at += 1
                if self._text[self._at] != ":":  # no class among the bounds, interfaces follow
                    bounds.append(self.type(0))
            shown = " & ".join(bound for bound in bounds if bound != _ANY)
            found.append(f"{name} : {shown}" if shown else name)
        self._at += 1
        return tuple(found)

    def type(self, depth: int) -> str:
        if depth > _DEEPEST:
            raise self.damage()
        text, start = self._text, self._at
        letter = text[start]
        self._at += 1
        if letter == "L":
            return self._class(depth)
        if letter == "T":
            end = text.find(";", start)
            if end < 0:
                raise self.damage()
            self._at = end + 1
            return text[start + 1 : end]
        if letter == "[":
            element = PRIMITIVES.get(text[self._at])
            if element is not None:
                self._at += 1
                return f"{element}Array"
            return f"kotlin.Array<{self.type(depth + 1)}>"
        if letter not in PRIMITIVES:
            raise self.damage()
        return PRIMITIVES[letter]

    def _class(self, depth: int) -> str:
        text, start = self._text, self._at
        at = start
        while text[at] not in "<;.":
            at += 1
        name = class_name(text[start:at])
        self._at = at
        arguments: list[str] = []
        while True:
            letter = text[self._at]
            self._at += 1
            if letter == ";":
                return _shown(name, arguments)
            if letter == "<":
                arguments = self._arguments(depth)
            elif letter == ".":
                at = self._at
                while text[at] not in "<;.":
                    at += 1
                name = f"{name}.{text[self._at : at]}"
                arguments, self._at = [], at
            else:
                raise self.damage()

    def _arguments(self, depth: int) -> list[str]:
        found = []
        while self._text[self._at] != ">":
            letter = self._text[self._at]
            if letter == "*":
                self._at += 1
                found.append("*")
            elif letter in "+-":
                self._at += 1
                found.append(("out " if letter == "+" else "in ") + self.type(depth + 1))
            else:
                found.append(self.type(depth + 1))
        self._at += 1
        return found


def _shown(name: str, arguments: list[str]) -> str:
    if not arguments:
        arguments = ["*"] * ARGUMENTS.get(name, 0)
    elif name.startswith(_FUNCTION) and name[len(_FUNCTION) :].isdigit():
        plain = [without_projection(one) for one in arguments]
        return function_type(plain[:-1], plain[-1])
    shown = KOTLIN.get(name, name)
    return f"{shown}<{', '.join(arguments)}>" if arguments else shown


def function_type(
    parameters: list[str], result: str, *, receiver: str | None = None, suspend: bool = False
) -> str:
    """Format a function type: `suspend T.(A) -> R`."""
    shown = f"({', '.join(parameters)}) -> {result}"
    if receiver is not None:
        shown = f"({receiver}).{shown}" if is_function(receiver) else f"{receiver}.{shown}"
    return f"suspend {shown}" if suspend else shown


def without_projection(argument: str) -> str:
    """Return a type argument's type without `in` and `out`, which a function type implies."""
    return _ANY if argument == "*" else argument.removeprefix("out ").removeprefix("in ")


def is_function(text: str) -> bool:
    """Return whether a type text is a function type itself, not a type with function type arguments."""
    if "->" not in text:
        return False
    depth = 0
    for at, letter in enumerate(text):
        if letter in "<(":
            depth += 1
        elif letter == ")" or (letter == ">" and text[at - 1] != "-"):
            depth -= 1
        elif letter == "-" and depth == 0:
            return True
    return False
