"""The tree-sitter grammars, one package each, loaded when a file first needs them."""

from __future__ import annotations

import importlib
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tree_sitter

_PACKAGES = {
    "csharp": ("tree_sitter_c_sharp", "language"),
    "php": ("tree_sitter_php", "language_php"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
}
"""Grammar → module and its function, where they are not named after the grammar."""


@lru_cache(maxsize=32)
def parser_of(grammar: str) -> tree_sitter.Parser:
    """Return the parser of a grammar."""
    # Imported here: startup must not pay for grammars that a request may never use.
    from tree_sitter import Language, Parser

    package, function = _PACKAGES.get(grammar, (f"tree_sitter_{grammar}", "language"))
    with warnings.catch_warnings():
        # Some grammars still give an address instead of a capsule, which `Language` takes under protest.
        warnings.simplefilter("ignore", DeprecationWarning)
        return Parser(Language(getattr(importlib.import_module(package), function)()))
