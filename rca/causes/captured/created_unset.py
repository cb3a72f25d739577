"""Who made the object in which a field is not set yet, where several functions make such objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rca.causes.captured.blamed_value import BlamedValue
from rca.causes.captured.called_values import values_in
from rca.causes.captured.captured_code import CapturedCode, simple_name
from rca.causes.captured.contribution import Contribution
from rca.causes.captured.state_writers import constant_of, has_value
from rca.causes.captured.value_lookup import EMPTY_FRAME
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

_MADE: Final = 0.4
_MADE_BY_IT_ALONE: Final = 1.5


def created_unset(blamed: BlamedValue, path: str, seen: CapturedCode, code: str) -> Iterator[Contribution]:
    """Yield the functions that may have made the object, where its fields do not show another.

    Args:
        blamed: the field at fault and its object.
        path: a file that may make such objects.
        seen: what was captured, and its code.
        code: the expression at fault.
    """
    owner = simple_name(blamed.holder.type) if blamed.holder is not None else ""
    sites = list(_constructions(owner, path, seen)) if owner else []
    if len(sites) < 2 or blamed.holder is None:
        return
    if any(
        blamed.node.name in seen.constructor_parameters(owner, len(site[2].arguments), path) for site in sites
    ):
        return  # whoever makes the object gives the value
    fitting = [site for site in sites if not _differs(site[2], site[1], owner, blamed, seen)]
    for function, file, call in fitting:
        if function is None or function.name == "main" or function.declaration.kind != "function":
            continue
        weight = _MADE_BY_IT_ALONE if len(fitting) == 1 else _MADE
        line = file.line_of(call.start)
        said = f"`{code}` is not set: line {line} of `{function.display_name}` made the object without it."
        yield Contribution(function, line, weight, said)


def _constructions(
    owner: str, path: str, seen: CapturedCode
) -> Iterator[tuple[Symbol | None, SyntaxFile, Node]]:
    for candidate in dict.fromkeys((path, *seen.code.index.declaring(owner, "called"))):
        file, functions = seen.syntax_of(candidate), seen.code.functions(candidate)
        if file is None or functions is None:
            continue
        roots = {id(root): root for row in file.facts.declarations if (root := file.root_at(row.name_start))}
        for root in roots.values():
            for node in root.walk():
                if node.kind != "call" or node.name != owner or node.receiver is not None:
                    continue
                around = functions.around(file.line_of(node.start))
                if around is None or not (
                    around.declaration.kind == "constructor" and around.class_path[-1:] == (owner,)
                ):
                    yield around, file, node


def _differs(call: Node, file: SyntaxFile, owner: str, blamed: BlamedValue, seen: CapturedCode) -> bool:
    """Return whether a construction passes another value than the object has."""
    holder = blamed.holder
    names = seen.constructor_parameters(owner, len(call.arguments), file.path)
    for name, given in zip(names, call.arguments, strict=False):
        found = next((one for one in holder.fields if one.name == name), None) if holder else None
        known = constant_of(given, file) or values_in(EMPTY_FRAME, file, seen).of(given)
        if found is not None and known is not None and not known.is_object and not has_value(known, found):
            return True
    return False
