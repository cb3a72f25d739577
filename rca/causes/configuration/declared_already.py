"""Whether a class already has what a cause says that its declaration lacks."""

from __future__ import annotations

import re
from typing import Final

from rca.causes.configuration.class_headers import header_text
from rca.causes.configuration.project_files import ProjectFiles
from rca.navigation.hierarchy import supertype_names
from rca.resolve.symbol import Symbol

_SERIALIZABLE: Final = frozenset(("Serializable", "Externalizable", "Parcelable"))
_OPEN: Final = frozenset(("open", "abstract", "sealed"))
_ANNOTATION: Final = re.compile(
    r"@(?:\w+:)?(JsonClass|Serializable|AndroidEntryPoint|HiltAndroidApp|HiltViewModel|Parcelize)\b"
)
_HIDING: Final = frozenset(("private", "inner", "abstract", "protected"))


def declared_already(mechanism: str, symbol: Symbol, files: ProjectFiles) -> str | None:
    """Return what a class has, as a clause without its name; None where it lacks what the cause says."""
    if mechanism == "needs_supertype":
        above = (*supertype_names(files.snapshot.index, symbol), *symbol.declaration.supertypes)
        simple = (re.split(r"[.$]", name.partition("<")[0].partition("(")[0])[-1] for name in above)
        has = next((name for name in simple if name in _SERIALIZABLE), None)
        return f"implements `{has}`" if has else None
    if mechanism == "needs_modifier":
        return _open_already(symbol)
    if mechanism == "needs_annotation":
        found = _ANNOTATION.search(header_text(symbol, files))
        return f"is annotated with `@{found[1]}`" if found else None
    return _constructor(symbol, files) if mechanism == "needs_constructor" else None


def _open_already(symbol: Symbol) -> str | None:
    modifiers = set(symbol.declaration.modifiers)
    if symbol.path.endswith(".java"):
        return None if "final" in modifiers else "is not final"
    has = next(iter(sorted(modifiers & _OPEN)), None)
    return f"is `{has}`" if has else None


def _constructor(symbol: Symbol, files: ProjectFiles) -> str | None:
    """Return that a class can be made without arguments, as frameworks and parsers do."""
    if _HIDING & set(symbol.declaration.modifiers):
        return None
    constructors = [
        one
        for one in files.snapshot.index.symbols(symbol.path)
        if one.declaration.kind == "constructor" and one.declaration.parent == symbol.index
    ]
    is_without = not constructors or any(
        not one.declaration.parameters and not _HIDING & set(one.declaration.modifiers)
        for one in constructors
    )
    return "has a constructor without parameters" if is_without else None
