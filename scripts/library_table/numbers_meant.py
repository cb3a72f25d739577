"""What a Python number or text of a stub most likely is in Java, learned from the stubs themselves.

Stubs write a parameter as `int | java.jlong | java.lang.Long`, but a result only as `int`. A parameter's
name tells what a result of a like name is: `setEventTime(long)`, `long eventTime` for `getEventTime`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from scripts.library_table.stub_file import arguments_of

_KINDS = ("byte", "char", "double", "float", "int", "long", "short")
_KOTLIN = {f"j{kind}": f"kotlin.{kind.capitalize()}" for kind in _KINDS}
_PYTHON = {
    f"j{kind}": "float" if kind in ("double", "float") else "str" if kind == "char" else "int"
    for kind in _KINDS
}
_USUAL = {"int": "kotlin.Int", "float": "kotlin.Float", "str": "kotlin.String"}
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_PREFIX = re.compile(r"^(get|set|to|next|read)(?=[A-Z])")
_SURE = 0.9
_ENOUGH = 3


class Numbers:
    """The most likely type of a result or field by its name: as in its package, else by its last word."""

    def __init__(self, methods: Iterable[tuple[str, ast.FunctionDef]]) -> None:
        self._names: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
        self._words: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for package, node in methods:
            for name, kind in _parameters(node):
                self._names[package, _PYTHON[kind], name.lower()][_KOTLIN[kind]] += 1
                self._words[_PYTHON[kind], _last_word(name)][_KOTLIN[kind]] += 1

    def result(self, package: str, name: str) -> Mapping[str, str]:
        """Give for each ambiguous Python type what it means as the result of a method."""
        stem = _PREFIX.sub("", name)
        return {
            python: _likely(self._names.get((package, python, stem.lower())), 1)
            or _likely(self._words.get((python, _last_word(stem))), _ENOUGH)
            or usual
            for python, usual in _USUAL.items()
        }

    def field(self, package: str, name: str) -> Mapping[str, str]:
        """Give for each ambiguous Python type what it means in a field; constants are of the usual types."""
        return _USUAL if name.isupper() else self.result(package, name)


def _likely(seen: Counter[str] | None, enough: int) -> str | None:
    if not seen:
        return None
    (best, count), *_ = seen.most_common(1)
    return best if count >= enough and count >= _SURE * seen.total() else None


def _last_word(name: str) -> str:
    words = _WORD.findall(name)
    return words[-1].lower() if words else ""


def _parameters(node: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """Give the parameters of primitive types by name; a setter's by what it sets."""
    given = arguments_of(node)
    for one in given:
        for part in ast.walk(one.annotation) if one.annotation is not None else ():
            if isinstance(part, ast.Attribute) and part.attr in _KOTLIN:
                setter = len(given) == 1 and node.name.startswith("set")
                yield (_PREFIX.sub("", node.name) if setter else one.arg), part.attr
