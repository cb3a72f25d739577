"""Imports that a stretch of a file may use."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from models.code import RelevantImport
from rca.index.index_view import IndexView
from rca.languages.facts import Facts, Import
from rca.languages.name_roles import Role
from rca.text.code_mask import blanked
from rca.text.line_index import Lines

_WORD = re.compile(r"[^\W\d]\w*")
_LINK = re.compile(r"(?:\[|@(?:see|throws|exception|link|linkplain)\s+)([^\W\d][\w.]*)")
_BLANKED = frozenset(("kotlin", "java"))
_UNSEEN = ("assign",)
"""Called by code that does not show it: Gradle's `=` on a property."""
_ALONGSIDE = {
    "getValue": ("setValue", "provideDelegate"),
    "iterator": ("hasNext", "next"),
}
"""A convention that extraction records → those that may stand behind the same code."""


_KEYWORDS_TEXT = (
    "abstract actual annotation as assert boolean break by byte case catch char class companion const"
    " constructor continue crossinline data default delegate do double dynamic else enum expect extends"
    " external false field file final finally float for fun get if implements import in infix init inline"
    " inner instanceof int interface internal is it lateinit long native new noinline null object open"
    " operator out override package param private property protected public receiver reified return"
    " sealed set short static strictfp super suspend switch synchronized tailrec this throw throws"
    " transient true try typealias typeof val value var vararg void volatile when where while yield"
)
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())


def relevant_imports(
    index: IndexView, facts: Facts, text: str, first: int, last: int
) -> tuple[RelevantImport, ...]:
    """Return the imports whose names the lines from `first` to `last` use.

    Comments and literals do not count; functions that Kotlin's operators, delegates, loops and destructuring
    call implicitly do. A star import is kept if it provides a used name that nothing nearer explains; that of
    an unknown package, if any such name is left.
    """
    words = _words(facts, text, [(first, last)])
    unexplained = words - _explained(facts)
    found: dict[tuple[str, int], list[str]] = {}
    for row in facts.imports:
        module, name = _split(row, facts)
        if row.star:
            used = facts.names_only or _gives_one(index, row, unexplained)
        else:
            used = (row.alias or name) in words or not name
        if used:
            shown = "*" if row.star else f"{name} as {row.alias}" if _renames(row, name) else name
            found.setdefault((module, row.line), []).extend([shown] if shown else [])
    return tuple(
        RelevantImport(module=module, imported=tuple(names), line=line)
        for (module, line), names in found.items()
    )


def used_names(facts: Facts, text: str, wanted: Container[int] | None = None) -> set[str]:
    """Return the names used by the code of some declarations, or of the whole file if none are given.

    For a whole file, links in its documentation count too.
    """
    if wanted is None:
        return _words(facts, text, [(1, text.count("\n") + 1)]) | {*_linked(text), *_UNSEEN}
    spans = [(row.line, row.end_line) for index, row in enumerate(facts.declarations) if index in wanted]
    return _words(facts, text, spans)


def _linked(text: str) -> Iterable[str]:
    return (name for link in _LINK.findall(text) for name in link.split("."))


def _words(facts: Facts, text: str, spans: Iterable[tuple[int, int]]) -> set[str]:
    lines = Lines(blanked(text) if facts.language in _BLANKED else text)
    import_lines = {row.line for row in facts.imports}
    wanted = {one for first, last in spans for one in range(first, last + 1)}
    shown = (lines.line(one) for one in wanted - import_lines if one <= lines.count)
    words = {
        word for line in shown if not line.lstrip().startswith("package ") for word in _WORD.findall(line)
    }
    for site in facts.calls:
        if site.form in ("operator", "delegate") and site.line in wanted:
            words.update((site.name, *_ALONGSIDE.get(site.name, ())))
    return words


def _explained(facts: Facts) -> set[str]:
    """Return the names for which no star import is needed."""
    named = {row.alias or row.path.rpartition(".")[2] for row in facts.imports if not row.star}
    return named | _KEYWORDS | {row.name for row in facts.declarations}


def _gives_one(index: IndexView, row: Import, words: Iterable[str]) -> bool:
    """Return whether a star import may provide one of some names."""
    if not _is_known(index, row.path):
        return any(True for _ in words)
    roles: tuple[Role, ...] = ("class", "callable")
    return any(
        f"{row.path}.{word}" in facts.qualified_names
        for word in words
        for role in roles
        for path, package in index.places(word, role)
        if row.path == package or row.path.startswith(f"{package}." if package else "")
        if (facts := index.facts(path)) is not None
    )


def _is_known(index: IndexView, path: str) -> bool:
    """Return whether the project declares a package or class of that name."""
    return path in index.packages or bool(index.find_classes(path))


def _renames(row: Import, name: str) -> bool:
    return row.alias is not None and row.alias != name


def _split(row: Import, facts: Facts) -> tuple[str, str]:
    if row.star:
        return row.path, ""
    if facts.names_only and row.alias is None:
        return row.path, ""
    module, _, name = row.path.rpartition("/" if facts.names_only else ".")
    return module, name
