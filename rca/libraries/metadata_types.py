"""Types of Kotlin metadata as Kotlin type texts."""

from __future__ import annotations

from collections.abc import Mapping

from rca.libraries.class_signatures import function_type, is_function, without_projection
from rca.libraries.computed_descriptors import class_descriptor
from rca.libraries.metadata_names import NameTable
from rca.libraries.protobuf import (
    Fields,
    message,
    messages,
    number,
    numbers,
    optional_number,
    read_message,
)

_DEEPEST = 60
_UNKNOWN = "kotlin.Any"
_PROJECTIONS = ("in ", "out ", "")
_STAR = 3
_FUNCTION, _SUSPEND_FUNCTION = "kotlin/Function", "kotlin/coroutines/SuspendFunction"
_CONTINUATION = "kotlin.coroutines.Continuation<"
_EXTENSION, _CONTEXT = "kotlin/ExtensionFunctionType", "kotlin/ContextFunctionTypeParams"
_ANNOTATIONS = (100, 150)
"""Where class files and built-ins keep the annotations of a type."""


class TypeTexts:
    """Type texts of one class or package."""

    def __init__(self, names: NameTable, table: bytes | None) -> None:
        self._names = names
        self._known: dict[bytes, str] = {}
        self._table: list[bytes] = []
        self._first_nullable: int | None = None
        if table is not None:
            fields = read_message(table)
            self._table = messages(fields, 1)
            self._first_nullable = optional_number(fields, 2)

    def field(self, fields: Fields, index: int, by_number: int, scope: Mapping[int, str]) -> str | None:
        """Return the type in a field, or the one that the table has by number; None if neither exists."""
        return self._field(fields, index, by_number, scope, 0)

    def all(self, fields: Fields, index: int, by_number: int, scope: Mapping[int, str]) -> list[str]:
        """Return the types of a repeated field."""
        found = [self._text(raw, scope, 0) for raw in messages(fields, index)]
        return found + [self._by_number(one, scope, 0) for one in numbers(fields, by_number)]

    def descriptor(self, fields: Fields, index: int, by_number: int) -> str | None:
        """Return the JVM descriptor of a field's type, by its class alone; None without a class."""
        raw, place = message(fields, index), optional_number(fields, by_number)
        if raw is None and place is not None and place < len(self._table):
            raw = self._table[place]
        named = None if raw is None else optional_number(read_message(raw), 6)
        return None if named is None else class_descriptor(self._names.class_name(named))

    def _field(
        self, fields: Fields, index: int, by_number: int, scope: Mapping[int, str], depth: int
    ) -> str | None:
        raw = message(fields, index)
        if raw is not None:
            return self._text(raw, scope, depth)
        place = optional_number(fields, by_number)
        return None if place is None else self._by_number(place, scope, depth)

    def _by_number(self, place: int, scope: Mapping[int, str], depth: int) -> str:
        if place >= len(self._table):
            problem = "the metadata names a type that is not there"
            raise ValueError(problem)
        shown = self._text(self._table[place], scope, depth)
        if self._first_nullable is not None and place >= self._first_nullable:
            return _nullable(shown)
        return shown

    def _text(self, raw: bytes, scope: Mapping[int, str], depth: int) -> str:
        known = self._known.get(raw)
        if known is not None:
            return known
        if depth > _DEEPEST:
            problem = "a type is nested too deep"
            raise ValueError(problem)
        fields = read_message(raw)
        place, by_name = optional_number(fields, 7), optional_number(fields, 9)
        if place is not None:
            shown = scope.get(place, _UNKNOWN)
        elif by_name is not None:
            shown = self._names.text(by_name)
        else:
            shown = self._class(fields, scope, depth)
        if number(fields, 3, 0):
            shown = _nullable(shown)
        if place is None and by_name is None and 2 not in fields:
            self._known[raw] = shown
        return shown

    def _class(self, fields: Fields, scope: Mapping[int, str], depth: int) -> str:
        index = optional_number(fields, 6)
        name = "." if index is None else self._names.class_name(index)
        if name.startswith("."):
            return _UNKNOWN  # local to a function
        arguments = [self._argument(read_message(raw), scope, depth) for raw in messages(fields, 2)]
        suspend = bool(number(fields, 1, 0) & 1)
        for prefix in (_FUNCTION, _SUSPEND_FUNCTION):
            if name.startswith(prefix) and name[len(prefix) :].isdigit() and arguments:
                return self._function(fields, arguments, suspend or prefix == _SUSPEND_FUNCTION)
        shown = name.replace("/", ".")
        return f"{shown}<{', '.join(arguments)}>" if arguments else shown

    def _function(self, fields: Fields, arguments: list[str], suspend: bool) -> str:
        plain = [without_projection(one) for one in arguments]
        if suspend and len(plain) > 1 and plain[-2].startswith(_CONTINUATION):
            # As the JVM sees it: the result is what the last parameter continues with.
            result = without_projection(plain[-2][len(_CONTINUATION) : -1])
            plain = [*plain[:-2], result]
        marks = dict(
            self._annotation(read_message(raw)) for index in _ANNOTATIONS for raw in messages(fields, index)
        )
        parameters, result = plain[:-1], plain[-1]
        parameters = parameters[marks.get(_CONTEXT, 0) :]
        receiver = parameters.pop(0) if _EXTENSION in marks and parameters else None
        return function_type(parameters, result, receiver=receiver, suspend=suspend)

    def _annotation(self, fields: Fields) -> tuple[str, int]:
        """Return an annotation's class and its first number."""
        name = self._names.class_name(number(fields, 1, -1))
        count = 0
        for raw in messages(fields, 2):
            value = message(read_message(raw), 2)
            zigzag = number(read_message(value or b""), 2, 0)
            count = zigzag >> 1
        return name, count

    def _argument(self, fields: Fields, scope: Mapping[int, str], depth: int) -> str:
        projection = number(fields, 1, 2)
        if projection >= _STAR:
            return "*"
        text = self._field(fields, 2, 3, scope, depth + 1)
        return "*" if text is None else f"{_PROJECTIONS[projection]}{text}"


def _nullable(shown: str) -> str:
    if is_function(shown):
        return f"({shown})?"
    return shown if shown.endswith("?") else f"{shown}?"
