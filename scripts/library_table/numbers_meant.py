"""What a Python number or text of a stub most likely is in Java, learned from what is known exactly.

Stubs write a parameter as `int | java.jlong | java.lang.Long`, but a result only as `int`. What a result
is, tells, in this order: a type's name in its own name (`readLong`), parameters of a like name in its
package (`setEventTime(long)`, `long eventTime` for `getEventTime`), results of functions of its name in
libraries that are known exactly, parameters and such results with the same last word, and what its
package mostly has.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from rca.languages.facts import Declaration
from scripts.library_table.stub_file import arguments_of

_KINDS = ("byte", "char", "double", "float", "int", "long", "short")
_KOTLIN = {f"j{kind}": f"kotlin.{kind.capitalize()}" for kind in _KINDS}
_PYTHON = {
    f"j{kind}": "float" if kind in ("double", "float") else "str" if kind == "char" else "int"
    for kind in _KINDS
}
_TEXT = "kotlin.String"
_USUAL = {"int": "kotlin.Int", "float": "kotlin.Float", "str": _TEXT}
_EXACT = {_KOTLIN[kind]: python for kind, python in _PYTHON.items()} | {_TEXT: "str"}
_NAMED = {name.rpartition(".")[2]: name for name in _EXACT} | {"Integer": "kotlin.Int"}
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_PREFIX = re.compile(r"^(get|set|to|next|read)(?=[A-Z])")
_SURE = 0.9
_ENOUGH = 3


class Numbers:
    """The most likely type of a result or field, by its package and name."""

    def __init__(
        self, methods: Iterable[tuple[str, ast.FunctionDef]], exact: Iterable[Declaration] = ()
    ) -> None:
        self._names: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
        self._results: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._words: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._packages: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._known: dict[tuple[str, str], Mapping[str, str]] = {}
        for package, node in methods:
            for name, kind in _parameters(node):
                python, kotlin = _PYTHON[kind], _KOTLIN[kind]
                self._names[package, python, name.lower()][kotlin] += 1
                self._words[python, _last_word(name)][kotlin] += 1
                self._packages[package, python][kotlin] += 1
        for row in exact:
            result = (row.type or "").removesuffix("?")
            if row.kind == "function" and result in _EXACT:
                self._results[_EXACT[result], row.name][result] += 1
                self._words[_EXACT[result], _last_word(row.name)][result] += 1

    def result(self, package: str, name: str) -> Mapping[str, str]:
        """Give for each ambiguous Python type what it means as the result of a method."""
        known = self._known.get((package, name))
        if known is None:
            known = self._known[package, name] = {one: self._meant(package, name, one) for one in _USUAL}
        return known

    def _meant(self, package: str, name: str, python: str) -> str:
        stem = _PREFIX.sub("", name)
        named = {_NAMED[word] for word in _WORD.findall(name) if word in _NAMED}
        said = [one for one in named if _EXACT[one] == python]
        return (
            (said[0] if len(said) == 1 else None)
            or _likely(self._names.get((package, python, stem.lower())), 1)
            or _likely(self._results.get((python, name)), 1)
            or _likely(self._words.get((python, _last_word(stem))), _ENOUGH)
            or (None if python == "str" else _likely(self._packages.get((package, python)), _ENOUGH))
            or _USUAL[python]
        )

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
