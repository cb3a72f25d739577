"""Java types of literals in Python stubs, derived from exact class data.

Stubs write a parameter as `int | java.jlong | java.lang.Long`, but a result only as `int`. What a result
is, tells, in this order: a type's name in its own name (`readLong`), parameters of a like name in its
package (`setEventTime(long)`, `long eventTime` for `getEventTime`), results of functions of its name in
libraries that are known exactly, parameters and such results with the same last word. A type is unknown
where nothing tells it, or where what tells it disagrees.
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
UNKNOWN = "*"
"""What the resolver takes for any type."""
_USUAL = {"int": "kotlin.Int", "float": "kotlin.Float", "str": _TEXT}
_EXACT = {_KOTLIN[kind]: python for kind, python in _PYTHON.items()} | {_TEXT: "str"}
AMBIGUOUS = frozenset((*_EXACT, UNKNOWN))
"""The types that `int`, `float` and `str` are read as."""
_NAMED = {name.rpartition(".")[2]: name for name in _EXACT} | {"Integer": "kotlin.Int"}
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_PREFIX = re.compile(r"^(get|set|to|next|read)(?=[A-Z])")
_SURE = 0.9
_ENOUGH = 3


class Numbers:
    """The type of a result or field, by its package and name."""

    def __init__(
        self, methods: Iterable[tuple[str, ast.FunctionDef]], exact: Iterable[Declaration] = ()
    ) -> None:
        self._names: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
        self._results: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._words: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._known: dict[tuple[str, str], Mapping[str, str]] = {}
        for package, node in methods:
            for name, kind in _parameters(node):
                python, kotlin = _PYTHON[kind], _KOTLIN[kind]
                self._names[package, python, name.lower()][kotlin] += 1
                self._words[python, _last_word(name)][kotlin] += 1
        for row in exact:
            result = (row.type or "").removesuffix("?")
            if row.kind == "function" and result in _EXACT:
                self._results[_EXACT[result], row.name][result] += 1
                self._words[_EXACT[result], _last_word(row.name)][result] += 1

    def result(self, package: str, name: str) -> Mapping[str, str]:
        """Return for each ambiguous Python type what it means as the result of a method."""
        known = self._known.get((package, name))
        if known is None:
            known = self._known[package, name] = {one: self._meant(package, name, one) for one in _USUAL}
        return known

    def _meant(self, package: str, name: str, python: str) -> str:
        stem = _PREFIX.sub("", name)
        named = {_NAMED[word] for word in _WORD.findall(name) if word in _NAMED}
        said = [one for one in named if _EXACT[one] == python]
        if len(said) == 1:
            return said[0]
        evidence = (
            (self._names.get((package, python, stem.lower())), 1),
            (self._results.get((python, name)), 1),
            (self._words.get((python, _last_word(stem))), _ENOUGH),
        )
        seen = next((one for one, enough in evidence if one and one.total() >= enough), None)
        likely = _likely(seen)
        if python == "str":
            return likely or _TEXT  # a single letter is rare
        others = (*(one for one, _ in evidence), *self._of_words(python, stem))
        return UNKNOWN if likely is None or any(_denies(one, likely) for one in others) else likely

    def _of_words(self, python: str, name: str) -> Iterator[Counter[str] | None]:
        return (self._words.get((python, word.lower())) for word in _WORD.findall(name))

    def field(self, package: str, name: str) -> Mapping[str, str]:
        """Return for each ambiguous Python type what it means in a field.

        Constants are of the usual types, unless a word of their names speaks against it.
        """
        if not name.isupper():
            return self.result(package, name)
        return {
            python: UNKNOWN if any(_denies(one, usual) for one in self._of_words(python, name)) else usual
            for python, usual in _USUAL.items()
        }


def _likely(seen: Counter[str] | None) -> str | None:
    if not seen:
        return None
    (best, count), *_ = seen.most_common(1)
    return best if count >= _SURE * seen.total() else None


def _denies(seen: Counter[str] | None, kind: str) -> bool:
    """Return whether most of what is known is of another type."""
    return seen is not None and seen.total() >= _ENOUGH and 2 * seen[kind] < seen.total()


def _last_word(name: str) -> str:
    words = _WORD.findall(name)
    return words[-1].lower() if words else ""


def _parameters(node: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """Return the parameters of primitive types by name; a setter's by what it sets."""
    given = arguments_of(node)
    for one in given:
        for part in ast.walk(one.annotation) if one.annotation is not None else ():
            if isinstance(part, ast.Attribute) and part.attr in _KOTLIN:
                setter = len(given) == 1 and node.name.startswith("set")
                yield (_PREFIX.sub("", node.name) if setter else one.arg), part.attr
