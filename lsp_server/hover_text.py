"""Hover text of a declaration: signature, owner, first sentence of its documentation."""

from __future__ import annotations

import re

from lsp_server.request_context import RequestContext
from lsp_server.symbol_kinds import container_of, doubt
from rca.languages.locals.local import Local
from rca.navigation.call_sites import type_text
from rca.navigation.definition import Definition
from rca.resolve.symbol import Symbol

_MOST_PARAGRAPHS = 2
_MOST_CHARACTERS = 600
_MOST_SHOWN = 3
_INFERRED = "inferred; whether it may be null is not"
_COMMENT_BEFORE = re.compile(r"/\*\*((?:[^*]|\*(?!/))*)\*/\s*\Z")
_COMMENT_FIRST = re.compile(r"\s*/\*\*((?:[^*]|\*(?!/))*)\*/")
_STAR = re.compile(r"^[ \t]*\*?[ \t]?", re.MULTILINE)
_TAG = re.compile(r"^\s*@\w", re.MULTILINE)
_INLINE_CODE = re.compile(r"\{@(?:code|literal)\s+([^}]*)\}")
_INLINE_LINK = re.compile(r"\{@link(?:plain)?\s+([^\s}]+)(?:\s+([^}]*))?\}")
_HTML = re.compile(r"</?(?:b|i|em|strong|ul|ol|li|pre|code|tt|a)\b[^>]*>", re.IGNORECASE)


def describe(question: RequestContext, meaning: Definition, *, markdown: bool) -> str | None:
    """Return the text of a hover; None if there is nothing to show."""
    if meaning.package is not None:
        return _code(f"package {meaning.package}", markdown=markdown)
    if meaning.local is not None:
        return _local(question, meaning, meaning.local, markdown=markdown)
    parts = [_symbol(question, symbol, markdown=markdown) for symbol in meaning.symbols[:_MOST_SHOWN]]
    inferred = type_text(question.snapshot.index, meaning, question.text)
    if inferred is not None:
        shown = f"`{inferred}`" if markdown else inferred
        parts[0] += f"\n\nType: {shown} ({_INFERRED})"
    if len(meaning.symbols) > _MOST_SHOWN:
        parts.append(f"and {len(meaning.symbols) - _MOST_SHOWN} more")
    unsure = doubt(meaning.evidence)
    if unsure is not None:
        parts.append(f"*Found {unsure}.*" if markdown else f"Found {unsure}.")
    return ("\n\n---\n\n" if markdown else "\n\n").join(parts) or None


def comment_of(text: str, symbol: Symbol) -> str:
    """Return the first paragraphs of a declaration's documentation comment, as plain Markdown."""
    row = symbol.declaration
    match = _COMMENT_BEFORE.search(text, max(0, row.start - 20_000), row.start) or _COMMENT_FIRST.match(
        text, row.start, row.header_end
    )
    return "" if match is None else first_paragraphs(match.group(1))


def first_paragraphs(comment: str) -> str:
    """Return the first paragraphs of a KDoc or Javadoc comment."""
    plain = _STAR.sub("", comment.replace("\r\n", "\n")).strip()
    tag = _TAG.search(plain)
    if tag is not None:
        plain = plain[: tag.start()].strip()
    plain = _INLINE_CODE.sub(r"`\1`", plain)
    plain = _INLINE_LINK.sub(lambda link: f"`{(link.group(2) or link.group(1)).strip()}`", plain)
    plain = re.sub(r"\s*</?p\s*/?>\s*", "\n\n", plain, flags=re.IGNORECASE)
    plain = _HTML.sub("", plain)
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", plain) if part.strip()]
    shown = "\n\n".join(paragraphs[:_MOST_PARAGRAPHS])
    if len(shown) > _MOST_CHARACTERS:
        shown = shown[:_MOST_CHARACTERS].rsplit(maxsplit=1)[0] + " …"
    return shown


def _symbol(question: RequestContext, symbol: Symbol, *, markdown: bool) -> str:
    text = question.text(symbol.path) if symbol.facts.language != "library" else None
    header = symbol.signature(text) if text is not None else _library_signature(symbol)
    where = container_of(symbol)
    lines = [_code(header, symbol.facts.language, markdown=markdown)]
    if where:
        lines.append(f"in `{where}`" if markdown else f"in {where}")
    if symbol.facts.language == "library":
        lines[-1] += ", a library" if where else "in a library"
    comment = comment_of(text, symbol) if text is not None else ""
    return "\n\n".join(part for part in (*lines, comment) if part)


def _library_signature(symbol: Symbol) -> str:
    row = symbol.declaration
    if row.is_class or row.kind == "typealias":
        return f"{row.kind.replace('_', ' ')} {row.name}"
    parameters = ", ".join(f"{one.name}: {one.type}" for one in row.parameters)
    if row.kind == "constructor":
        return f"{row.name}({parameters})"
    receiver = f"{row.receiver}." if row.receiver else ""
    result = f": {row.type}" if row.type else ""
    if row.kind == "property":
        return f"val {receiver}{row.name}{result}"
    return f"fun {receiver}{row.name}({parameters}){result}"


def _local(question: RequestContext, meaning: Definition, local: Local, *, markdown: bool) -> str:
    text = question.text(local.path) or ""
    start = text.rfind("\n", 0, local.start) + 1
    end = text.find("\n", local.start)
    line = text[start : end if end >= 0 else len(text)].strip()
    kind = local.kind.replace("_", " ")
    written = "" if local.kind == "label" or local.path.endswith(".java") else _type_after(text, local.end)
    inferred = None if written else type_text(question.snapshot.index, meaning, question.text)
    shown = f"({kind}) {local.name}{f': {inferred}' if inferred else written}"
    parts = [_code(shown, markdown=markdown), f"`{line}`" if markdown else line]
    if inferred:
        parts.append(f"Type {_INFERRED}")
    return "\n\n".join(parts)


def _type_after(text: str, at: int) -> str:
    match = re.compile(r"\s*:\s*[\w.]+(?:<[^=\n]*?>)?\??").match(text, at)
    return "" if match is None else match.group()


def _code(text: str, language: str = "kotlin", *, markdown: bool) -> str:
    shown = "java" if language == "java" else "kotlin"
    return f"```{shown}\n{text}\n```" if markdown else text
