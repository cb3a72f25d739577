"""The head of a Kotlin file (package, imports), parsed from the text before it is tokenised."""

from __future__ import annotations

import re
from typing import Final

from rca.languages.facts import Import
from rca.languages.facts_builder import Collector
from rca.languages.kotlin.lexer import SPACE

_NAME: Final = r"(?:[^\W\d]\w*+|`[^`\n\r]+`)"
_GAP: Final = r"[ \t]*+"
_PATH: Final = rf"{_NAME}(?:{_GAP}\.{_GAP}{_NAME})*+"
_SHEBANG: Final = re.compile(r"#![^\n\r]*")
_PACKAGE: Final = re.compile(rf"package[ \t]++({_PATH})(?:{_GAP};)?")
_IMPORT: Final = re.compile(
    rf"import[ \t]++({_PATH})(?:{_GAP}\.{_GAP}(\*)|{_GAP}\bas[ \t]++({_NAME}))?(?:{_GAP};)?"
    rf"(?={_GAP}(?:[\n\r]|/|$|import\b))"
)
_STRING: Final = r'"(?:[^"\\\n\r]|\\.)*+"'
_FILE_ANNOTATION: Final = re.compile(
    rf"@file\s*:\s*(?:\[(?:[^\[\]\"]|{_STRING}|\[[^\[\]]*\])*+\]|{_PATH}"
    rf"(?:<[\w.,<> ]*>)?(?:\((?:[^()\"]|{_STRING}|\((?:[^()\"]|{_STRING})*+\))*+\))?)"
)
_FACADE: Final = re.compile(r'\bJvmName\s*\(\s*(?:name\s*=\s*)?"([^"]*)"')


def header(c: Collector) -> int:
    """Read file annotations, package and imports; return the offset where the rest starts."""
    text = c.text
    found = _SHEBANG.match(text)
    at = _space(text, 0 if found is None else found.end())
    while (found := _FILE_ANNOTATION.match(text, at)) is not None:
        facade = _FACADE.search(found[0])
        if facade is not None:
            c.facade = facade[1]
        at = _space(text, found.end())
    found = _PACKAGE.match(text, at)
    if found is not None:
        c.package = _path(found[1])
        at = _space(text, found.end())
    while (end := import_(c, at)) > at:
        at = _space(text, end)
    return at


def import_(c: Collector, at: int) -> int:
    """Read the import at an offset; return its end, or the same offset where none stands there."""
    found = _IMPORT.match(c.text, at)
    if found is None:
        return at
    path, star, alias = found.groups()
    c.imports.append(
        Import(_path(path), alias.strip("`") if alias else None, bool(star), False, c.line_at(at))
    )
    return found.end()


def _space(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return at if found is None else found.end()


def _path(text: str) -> str:
    return (
        text if text.isascii() and "`" not in text and " " not in text and "\t" not in text else _bare(text)
    )


def _bare(text: str) -> str:
    return ".".join(part.strip(" \t`") for part in text.split("."))
