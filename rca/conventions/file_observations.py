"""Observations about whole files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rca.conventions.code_file import CodeFile, simple
from rca.conventions.library_patterns import imported
from rca.conventions.observation import Kind, Observation
from rca.conventions.style_patterns import empty_catches
from rca.languages.facts import NONE, Declaration
from rca.text.identifiers import split_humps

CHOSEN: Final = frozenset(
    (
        "logging",
        "streams of values",
        "serialization",
        "images",
        "test framework",
        "test doubles",
        "assertions",
    )
)
"""Themes in which a project settles for one library."""
_BESIDE: Final = frozenset(("kotlin.test",))
"""What stands for another one of its theme, which the build chooses."""
_SOURCES: Final = re.compile(
    r"(?:^|/)(?:kotlin|java|\w*[mM]ain|\w*[tT]est|src)/(?!(?:.*/)?(?:kotlin|java)/)(?P<inside>.*)$"
)
_LICENCE: Final = re.compile(
    rb"\s*(?:/\*.{0,400}?(?:copyright|licen[sc]e|spdx)|(?://[^\n]*\n){0,3}//[^\n]*(?:copyright|spdx))",
    re.IGNORECASE | re.DOTALL,
)
_INDENTED: Final = re.compile(rb"^(\t| {2,})(?![ *])\S", re.MULTILINE)
_CLOSED: Final = re.compile(rb"(?P<comma>,?)[ \t]*\r?\n[ \t]*\)")
_FORBIDDEN: Final = tuple(
    (rule, mark, re.compile(pattern))
    for rule, mark, pattern in (
        ("`!!`", b"!!", rb"!!(?!=)"),
        ("runBlocking", b"runBlocking", rb"\brunBlocking\b(?=\s*[({<])"),
        ("GlobalScope", b"GlobalScope", rb"\bGlobalScope\b(?=\s*\.)"),
        ("printed", b"print", rb"(?<![\w.])println\s*\(|\bSystem\.\w+\.print"),
        ("printStackTrace", b"printStackTrace", rb"\.\s*printStackTrace\s*\("),
    )
)


_SMALL: Final = frozenset(("data", "sealed", "value", "annotation", "abstract", "enum"))
"""What is often declared beside the class that uses it."""


def cases(file: CodeFile) -> Iterator[Observation]:
    """Return the observations of a whole file."""
    language = "Kotlin files" if file.is_kotlin else "Java files"
    stars = [line for line in file.facts.imports if line.star and not line.static]
    yield Observation(
        Kind("star import", language), ("have" if stars else "have no",), stars[0].line if stars else 1
    )
    yield from _placed(file)
    header = "a licence header" if _LICENCE.match(file.raw[:1500]) else "none"
    yield Observation(Kind("licence header", language), (header,), 1)
    indented = _INDENTED.search(file.raw)
    if indented is not None:
        by = "tabs" if indented[1] == b"\t" else "spaces"
        yield Observation(Kind("indentation", language), (by,), file.line_of(indented.start()))
    if file.raw:
        value = "with a line break" if file.raw.endswith(b"\n") else "without a line break"
        yield Observation(Kind("end of file", language), (value,), file.line_of(len(file.raw)))
    if not file.is_test:
        yield from _kept_out(file, language)
    if file.is_kotlin:
        yield from _classes(file)
        yield from _commas(file)
    yield from _chosen(file)


def _placed(file: CodeFile) -> Iterator[Observation]:
    """Return whether the folder matches the package; Kotlin may omit the common prefix."""
    found = _SOURCES.search(file.path.rpartition("/")[0] + "/")
    package = file.facts.package
    if found is None or not package:
        return
    folder = found["inside"].strip("/").replace("/", ".")
    value = (
        "the folder of their package"
        if folder == package
        else "the folder of their package, its beginning left out"
        if package.endswith(f".{folder}") or not folder
        else "another folder than their package says"
    )
    yield Observation(
        Kind("package and folder", "Kotlin files" if file.is_kotlin else "Java files"), (value,), 1
    )


def _classes(file: CodeFile) -> Iterator[Observation]:
    """Return how a file is named, and how many classes it declares; a sealed family counts as one."""
    top = [row for _, row in file.classes if row.parent == NONE and "private" not in row.modifiers]
    others = any(
        row.parent == NONE and not row.is_class and "private" not in row.modifiers
        for row in file.facts.declarations
    )
    base = file.path.rpartition("/")[2].removesuffix(".kt").partition(".")[0]
    if len(top) == 1 and not others:
        named = "their class" if top[0].name == base else "something else"
        yield Observation(Kind("file name", "files with one class"), (named,), top[0].name_line, top[0].name)
    plain = [row for row in top if row.kind == "class" and not _SMALL & set(row.modifiers)]
    if plain and plain[0] == top[0] and not file.is_test:
        first = top[0].name
        strange = [row for row in plain[1:] if not _belongs(row, first)]
        line = strange[0].name_line if strange else top[0].name_line
        kind = Kind("classes in a file", "files with classes")
        yield Observation(
            kind, ("several classes" if strange else "one class",), line, (strange or top)[0].name
        )


def _belongs(row: Declaration, first: str) -> bool:
    """Return whether a class belongs to the file's first one, by supertype or name."""
    return (
        first in {simple(one) for one in row.supertypes}
        or first in row.name
        or row.name in first
        or split_humps(row.name)[:1] == split_humps(first)[:1]
    )


def _kept_out(file: CodeFile, language: str) -> Iterator[Observation]:
    for rule, mark, pattern in _FORBIDDEN:
        if rule.startswith("print") or file.is_kotlin:
            found = next(file.matches(pattern), None) if mark in file.raw else None
            line = 1 if found is None else file.line_of(found.start())
            yield Observation(Kind(rule, language), ("do without" if found is None else "have",), line)
    if b"catch" in file.raw:
        place = next(empty_catches(file), None)
        value = "do without" if place is None else "have"
        yield Observation(
            Kind("empty catch", f"{language} with catch blocks"), (value,), place.line if place else 1
        )


def _commas(file: CodeFile) -> Iterator[Observation]:
    """Return what precedes closing parentheses on lines of their own in declaration headers."""
    if b")" not in file.raw:
        return
    for row in file.facts.declarations:
        if row.kind not in ("function", "constructor") or not row.parameters:
            continue
        header = file.text[row.start : row.header_end].encode()
        found = _CLOSED.search(header)
        if found is not None and b"//" not in header:
            value = "have" if found["comma"] else "lack"
            yield Observation(
                Kind("trailing comma", "parameters on lines of their own"), (value,), row.name_line, row.name
            )


def _chosen(file: CodeFile) -> Iterator[Observation]:
    by_theme: dict[str, list[tuple[str, int]]] = {}
    for library, place in imported(file).items():
        if library.theme in CHOSEN:
            by_theme.setdefault(library.theme, []).append((library.name, place.line))
    for theme, libraries in by_theme.items():
        name, line = libraries[0]
        if len(libraries) == 1 and name not in _BESIDE:
            yield Observation(Kind("library", f"files with one library for {theme}"), (name,), line)
