"""Functions that hold a lambda which an error names by its generated class.

`Outer$$Lambda` is no part of `Outer`'s constructor: it is one of the lambdas in the functions of the class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rca.causes.lookup.looked_up_place import LookedUpPlace
from rca.causes.project_code import ProjectCode
from rca.languages.facts import CallSite
from rca.navigation.lambda_names import LambdaName, find_lambda_names
from rca.resolve.symbol import Symbol
from rca.text.identifiers import split_words
from rca.workspace.build_modules import is_test

_NAMED: Final = 0.8
"""Weight of the only function that it can be, ..."""
_LIKELIEST: Final = 0.6
"""... of the one that shares most words with the message, ..."""
_POSSIBLE: Final = 0.4
"""... and of each other."""
_MOST_TEXT: Final = 8000
_MOST: Final = 6
_LEAST_WORD: Final = 4
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9]{2,}")


@dataclass(frozen=True, slots=True)
class _Holder:
    """A function with a lambda: the call that takes it, and the words that it shares with the message."""

    function: Symbol
    site: CallSite
    shared: frozenset[str]


def lambda_places(text: str, code: ProjectCode) -> Iterator[LookedUpPlace]:
    """Yield the functions of the project that hold the lambdas named in a text."""
    text = text[:_MOST_TEXT]
    for name in find_lambda_names(text):
        holders = _holders(name, _words(text) - _words(name.class_name), code)
        if not holders:
            continue
        likeliest = max(len(one.shared) for one in holders)
        best = [one for one in holders if len(one.shared) == likeliest]
        for holder in sorted(holders, key=lambda one: -len(one.shared))[:_MOST]:
            weight = _POSSIBLE
            if len(holders) == 1 or name.method is not None:
                weight = _NAMED
            elif likeliest and best == [holder]:
                weight = _LIKELIEST
            yield _place(holder, name, len(holders), weight)


def _place(holder: _Holder, name: LambdaName, count: int, weight: float) -> LookedUpPlace:
    function, simple = holder.function, name.class_name.rpartition(".")[2]
    only = ", the only function of the class that has one" if count == 1 else ""
    words = ", ".join(f"`{word}`" for word in sorted(holder.shared)[:3])
    like = f"; it shares {words} with the message" if words and count > 1 else ""
    said = (
        f"The error names a lambda of `{simple}`; `{function.display_name}` passes one to "
        f"`{holder.site.name}`{only}{like}."
    )
    return LookedUpPlace(
        function.path, holder.site.line, function, f"{simple}$$Lambda", "text", count, weight, said
    )


def _holders(name: LambdaName, words: frozenset[str], code: ProjectCode) -> list[_Holder]:
    """Return each function of the class with that of its lambdas that shares most words with the message."""
    best: dict[Symbol, _Holder] = {}
    for path in dict.fromkeys(_paths(name.class_name, code)):
        functions = code.functions(path)
        if functions is None:
            continue
        simple = name.class_name.rpartition(".")[2]
        for function, sites in functions.sites.items():
            inside = simple in function.class_path or (not function.class_path and simple.endswith("Kt"))
            if not inside or (name.method is not None and function.name != name.method):
                continue
            for site in sites:
                if not _takes_lambda(site, functions.facts.expressions):
                    continue
                held = _Holder(function, site, frozenset(_words(_around(site, function, code)) & words))
                known = best.get(function)
                if known is None or _fit(held) > _fit(known):
                    best[function] = held
    return list(best.values())


def _fit(holder: _Holder) -> tuple[int, int]:
    """Return how well a lambda fits; of two that share as much the inner one."""
    return len(holder.shared), len(holder.site.lambdas)


def _paths(class_name: str, code: ProjectCode) -> Iterator[str]:
    yield from (one.path for one in code.index.find_classes(class_name) if not is_test(one.path))
    yield from code.index.jvm_owner_files(class_name)


def _takes_lambda(site: CallSite, expressions: Sequence[object]) -> bool:
    return any(
        getattr(expressions[argument], "form", "") == "lambda"
        for argument in site.arguments
        if 0 <= argument < len(expressions)
    )


def _around(site: CallSite, function: Symbol, code: ProjectCode) -> str:
    """Return the call of a lambda with the lines that follow, as far as a lambda mostly reaches."""
    lines = code.lines(function.path)
    return "\n".join(lines[site.line - 1 : min(function.end_line, site.line + 6)])


def _words(text: str) -> frozenset[str]:
    """Return the parts of the identifiers and words of a text, in small letters."""
    parts = (part for match in _WORD.finditer(text) for part in split_words(match[0]))
    return frozenset(part.lower() for part in parts if len(part) >= _LEAST_WORD)
