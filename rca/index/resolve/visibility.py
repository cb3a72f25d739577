"""Whether a file may name a declaration at all."""

from __future__ import annotations

from rca.index.symbol import Symbol


def is_visible(symbol: Symbol, path: str) -> bool:
    """Tell whether code of a file sees a declaration, as far as `private` and `internal` go."""
    modifiers = symbol.declaration.modifiers
    if not modifiers:
        return True
    if "private" in modifiers:
        return symbol.path == path
    if "internal" in modifiers:
        return symbol.facts.language != "library" and module_of(symbol.path) == module_of(path)
    return True


def module_of(path: str) -> str:
    """Give the folder of a file's module: what stands before its `src`."""
    return path.partition("src/")[0]


def source_set_of(path: str) -> str:
    """Give the folder of a file's source set (`module/src/jvmMain`)."""
    before, found, after = path.partition("src/")
    return f"{before}{found}{after.partition('/')[0]}"
