"""Which function follows which form of expression."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rca.causes.origins import parameters, property_values, returned_values, values
from rca.causes.origins.origin import Trail
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node

if TYPE_CHECKING:
    from rca.causes.origins.origin_search import OriginSearch


def follow_value(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow an expression to what can give its value."""
    _FORMS.get(node.kind, values.follow_computed)(search, file, node, trail)


_Form = Callable[["OriginSearch", SyntaxFile, Node, Trail], None]
_FORMS: Final[dict[str, _Form]] = {
    "literal": values.follow_literal,
    "name": values.follow_name,
    "member": property_values.follow_read,
    "call": returned_values.follow_call,
    "index": values.follow_index,
    "assign": values.follow_assign,
    "if": values.follow_branches,
    "when": values.follow_branches,
    "try": values.follow_branches,
    "block": values.follow_block,
    "elvis": values.follow_elvis,
    "notnull": values.follow_notnull,
    "cast": values.follow_cast,
    "lambda": values.follow_made,
    "function": values.follow_made,
    "object": values.follow_made,
    "reference": values.follow_made,
    "yield": values.follow_inner,
    "this": parameters.follow_this,
    "entry": values.follow_block,
}
