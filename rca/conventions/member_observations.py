"""Observations about functions and constants of a kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rca.conventions.class_observations import visibility
from rca.conventions.code_file import CodeFile, simple
from rca.conventions.observation import Kind, Observation
from rca.conventions.style_patterns import is_test_function, name_of_test
from rca.languages.facts import NONE, Declaration

_STREAMS: Final = frozenset(
    ("Flow", "LiveData", "PagingSource", "DataSource.Factory", "Flowable", "Observable", "Single", "Maybe",
     "Completable", "Call", "Deferred", "CompletableFuture", "ListenableFuture")
)  # fmt: skip
_HTTP: Final = frozenset(("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "HTTP"))
_STORED: Final = frozenset(("Query", "Insert", "Update", "Delete", "Upsert", "RawQuery"))
_SHOUTED: Final = re.compile(r"[A-Z][A-Z0-9_]*")
_SHOWN: Final = re.compile(
    rb'\bText\(\s*(?:text\s*=\s*)?(?:"(?P<literal>(?:[^"\\$\n]|\\.)*)"|stringResource\()'
)
_NO_ELEMENT: Final = re.compile(r"Preview|(?:Theme|Effect|Provider|Host|Dialog|Scaffold)$")
"""Composables that place no single element of their own."""
_WORDS: Final = re.compile(rb"[^\W\d_]{2}")


def cases(file: CodeFile) -> Iterator[Observation]:
    """Return the observations of a file's functions, constants and UI texts."""
    for index, row in file.functions:
        name = ".".join((*file.facts.class_paths[index][-1:], row.name))
        if is_test_function(file, row):
            yield Observation(Kind("name of a test", "tests"), (name_of_test(row),), row.name_line, name)
        elif file.is_kotlin and not file.is_test:
            yield from _of_function(file, row, name)
    if file.is_kotlin:
        for row in file.facts.declarations:
            if row.kind == "property" and "const" in row.modifiers and row.name != "serialVersionUID":
                named = "capitals" if _SHOUTED.fullmatch(row.name) else "other letters"
                yield Observation(Kind("constant", "constants"), (named,), row.name_line, row.name)
        if not file.is_test and b"Text(" in file.raw:
            yield from _texts(file)


def _of_function(file: CodeFile, row: Declaration, name: str) -> Iterator[Observation]:
    annotations = file.annotations(row)
    if "Composable" in annotations:
        yield from _of_composable(file, row, annotations, name)
        return
    for marks, who in ((_STORED, "functions of DAOs"), (_HTTP, "functions of HTTP interfaces")):
        if marks & annotations:
            waits = "suspend" in row.modifiers or simple(row.type or "") in _STREAMS
            value = "suspending, or give a stream" if waits else "blocking"
            yield Observation(Kind("suspending", who), (value,), row.name_line, name)
    if "override" in row.modifiers:
        return
    if row.value != NONE and visibility(row, file) == "public":
        kind = Kind("return type", "public functions with an expression as their body")
        yield Observation(kind, ("left out" if row.type is None else "written",), row.name_line, name)
    if visibility(row, file) == "public":
        written = "written out" if "public" in row.modifiers else "left out"
        yield Observation(Kind("explicit public", "public functions"), (written,), row.name_line, name)


def _of_composable(
    file: CodeFile, row: Declaration, annotations: frozenset[str], name: str
) -> Iterator[Observation]:
    if any("Preview" in one for one in annotations):
        yield Observation(Kind("preview", "previews"), (visibility(row, file),), row.name_line, name)
        return
    emits = row.name[:1].isupper() and row.type in (None, "kotlin.Unit", "Unit") and row.value == NONE
    if emits and row.receiver is None and visibility(row, file) in ("public", "internal"):
        has = any(simple(one.type or "") == "Modifier" for one in row.parameters)
        if row.parameters and not _NO_ELEMENT.search(row.name):
            kind = Kind("modifier parameter", "composables that others can use")
            yield Observation(kind, ("have" if has else "lack",), row.name_line, name)


def _texts(file: CodeFile) -> Iterator[Observation]:
    """Return the texts that composables show, except in previews."""
    previews = [
        (row.line, row.end_line)
        for _, row in file.functions
        if any("Preview" in one for one in file.annotations(row)) or "Preview" in row.name
    ]
    for found in file.matches(_SHOWN):
        line = file.line_of(found.start())
        literal = found["literal"]
        if literal is not None and not _WORDS.search(literal):
            continue
        if not any(start <= line <= end for start, end in previews):
            value = "resources" if literal is None else "literals"
            yield Observation(Kind("text", "texts that composables show"), (value,), line)
