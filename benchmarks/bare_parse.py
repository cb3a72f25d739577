"""Baseline of the index benchmarks: a tree-sitter parse whose result is thrown away."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tree_sitter


@lru_cache(maxsize=1)
def java_parser() -> tree_sitter.Parser:
    """Return the grammar pack's parser of Java."""
    from tree_sitter import Parser
    from tree_sitter_language_pack import get_language

    return Parser(get_language("java"))


@lru_cache(maxsize=1)
def kotlin_parser() -> tree_sitter.Parser:
    """Return the grammar pack's parser of Kotlin."""
    from tree_sitter import Parser
    from tree_sitter_language_pack import get_language

    return Parser(get_language("kotlin"))
