"""LSP symbol kinds of declarations, and labels of uses."""

from __future__ import annotations

from lsprotocol import types

from lsp_server.enum_labels import EVIDENCE
from models.code import Evidence
from rca.resolve.symbol import Symbol

_KINDS = {
    "class": types.SymbolKind.Class,
    "interface": types.SymbolKind.Interface,
    "object": types.SymbolKind.Object,
    "companion": types.SymbolKind.Object,
    "enum": types.SymbolKind.Enum,
    "enum_entry": types.SymbolKind.EnumMember,
    "annotation": types.SymbolKind.Class,
    "anonymous": types.SymbolKind.Object,
    "typealias": types.SymbolKind.Class,
    "function": types.SymbolKind.Function,
    "constructor": types.SymbolKind.Constructor,
    "property": types.SymbolKind.Property,
    "initializer": types.SymbolKind.Constructor,
}
_UNSURE: tuple[Evidence, ...] = ("override_family", "unique_name", "name_only", "editor")


def kind_of(symbol: Symbol) -> types.SymbolKind:
    """Return the LSP kind of a declaration."""
    row = symbol.declaration
    if row.kind == "function" and symbol.owner is not None:
        return types.SymbolKind.Operator if "operator" in row.modifiers else types.SymbolKind.Method
    if row.kind == "property" and symbol.facts.language == "java":
        return types.SymbolKind.Field
    if row.kind == "property" and "const" in row.modifiers:
        return types.SymbolKind.Constant
    return _KINDS.get(row.kind, types.SymbolKind.Variable)


def shown_name(symbol: Symbol) -> str:
    """Return a name for a list, never empty."""
    row = symbol.declaration
    if row.kind == "constructor":
        return "constructor"
    if row.name:
        return row.name
    return {"anonymous": "object", "companion": "Companion", "initializer": "init"}.get(row.kind, row.kind)


def detail_of(symbol: Symbol) -> str | None:
    """Return parameters and type, or supertypes."""
    row = symbol.declaration
    if row.is_class:
        return ", ".join(row.supertypes) or None
    parameters = ""
    if row.kind in ("function", "constructor"):
        parameters = f"({', '.join(one.type or one.name for one in row.parameters)})"
    receiver = f"{row.receiver}." if row.receiver else ""
    result = f": {row.type}" if row.type and row.type not in ("kotlin.Unit", "void") else ""
    return f"{receiver}{parameters}{result}".strip() or None


def container_of(symbol: Symbol) -> str:
    """Return package and enclosing classes of a declaration."""
    path = symbol.class_path[:-1] if symbol.declaration.is_class and symbol.name else symbol.class_path
    return ".".join(part for part in (symbol.facts.package, *path) if part)


def doubt(evidence: Evidence | None) -> str | None:
    """Return why a use is uncertain; None for a certain one."""
    return EVIDENCE[evidence] if evidence in _UNSURE else None
