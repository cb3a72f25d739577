"""Dispatch by form of expression: which function follows the value of each form."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rca.causes.origins import local_values, parameter_values, property_values, returned_values
from rca.causes.origins.origin import Trail
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node

if TYPE_CHECKING:
    from rca.causes.origins.origin_search import OriginSearch


def follow_value(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow an expression to what can give its value."""
    _FORMS.get(node.kind, local_values.follow_computed)(search, file, node, trail)


_Form = Callable[["OriginSearch", SyntaxFile, Node, Trail], None]
_FORMS: Final[dict[str, _Form]] = {
    "literal": local_values.follow_literal,
    "name": local_values.follow_name,
    "member": property_values.follow_read,
    "call": returned_values.follow_call,
    "index": local_values.follow_index,
    "assign": local_values.follow_assign,
    "if": local_values.follow_branches,
    "when": local_values.follow_branches,
    "try": local_values.follow_branches,
    "block": local_values.follow_block,
    "elvis": local_values.follow_elvis,
    "notnull": local_values.follow_notnull,
    "cast": local_values.follow_cast,
    "lambda": local_values.follow_construction,
    "function": local_values.follow_construction,
    "object": local_values.follow_construction,
    "reference": local_values.follow_construction,
    "yield": local_values.follow_inner,
    "this": parameter_values.follow_this,
    "entry": local_values.follow_block,
}
