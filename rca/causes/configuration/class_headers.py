"""Headers of the project's classes: where annotations, supertypes and constructor parameters stand."""

from __future__ import annotations

import re

from rca.causes.configuration.configuration_cause import Span
from rca.causes.configuration.project_files import ProjectFiles
from rca.resolve.symbol import Symbol


def header_span(symbol: Symbol, files: ProjectFiles) -> Span:
    """Return the lines of a declaration without its body, annotations included."""
    lines = files.lines(symbol.path)
    declaration = symbol.declaration
    last = lines.line_of(max(declaration.header_end - 1, declaration.name_start))
    return Span(symbol.path, symbol.line, max(symbol.line, min(last, symbol.end_line)))


def header_text(symbol: Symbol, files: ProjectFiles) -> str:
    """Return the text of a declaration without its body, annotations included."""
    span = header_span(symbol, files)
    return files.lines(symbol.path).slice(span.line, span.end_line)


def member_span(symbol: Symbol, name: str, files: ProjectFiles) -> Span | None:
    """Return the line of a property or constructor parameter of a class; None where it has none."""
    span = header_span(symbol, files)
    lines = files.lines(symbol.path)
    parameter = re.compile(rf"(?<![\w.]){re.escape(name)}\s*:|\b[\w<>\[\]?]+\s+{re.escape(name)}\s*[,)=;]")
    for line in range(span.line, span.end_line + 1):
        if parameter.search(lines.line(line)):
            return Span(symbol.path, line, line)
    for member in files.snapshot.index.symbols(symbol.path):
        owner = member.owner
        if member.name == name and owner is not None and owner.index == symbol.index:
            return Span(symbol.path, member.line, member.declaration.name_line)
    return None


def serialized_member(symbol: Symbol, name: str, files: ProjectFiles) -> Span | None:
    """Return the line of a member by its own name or by the name that an annotation gives it."""
    lines = files.lines(symbol.path)
    named = re.compile(
        rf"""@\w*(?:[:\w]*)?(?:SerialName|SerializedName|Json|JsonProperty|ColumnInfo)\b[^\n]*["']{re.escape(name)}["']"""
    )
    for line in range(symbol.line, symbol.end_line + 1):
        if named.search(lines.line(line)):
            return Span(symbol.path, line, line)
    return member_span(symbol, name, files)
