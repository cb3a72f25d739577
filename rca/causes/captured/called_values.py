"""What functions and constants of the project give, run on what was captured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from models.captured_state import CapturedFrame, CapturedValue
from rca.causes.captured.captured_code import CapturedCode, simple_name
from rca.causes.captured.known_value import KnownValue
from rca.causes.captured.state_writers import constant_of
from rca.causes.captured.value_lookup import EMPTY_FRAME, FrameValues
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

_MOST_CALLS: Final = 4
"""How deep functions are followed that call each other."""


class _NotKnownError(Exception):
    """A statement needs a value that was not captured."""


@dataclass(frozen=True)
class CalledValues:
    """Runs functions of the project that change nothing, and reads its constants.

    Args:
        seen: what was captured, and its code.
        file: where the calls stand.
        depth: calls around it.
    """

    seen: CapturedCode
    file: SyntaxFile
    depth: int = 0

    def constant(self, node: Node) -> KnownValue | None:
        """Return the value of a constant of the project."""
        if not node.name[:1].isupper():
            return None
        for target in self._targets(node, "property"):
            file = self.seen.syntax_of(target.path)
            tree = file.declaration_tree(target.declaration) if file is not None else None
            given = tree.parts[0] if tree is not None and tree.kind == "declare" and tree.parts else None
            if file is not None and given is not None and given.kind in ("literal", "binary"):
                return constant_of(given, file)
        return None

    def called(self, node: Node, values: FrameValues) -> KnownValue | None:
        """Return what a call of a function of the project gives; None where that was not captured."""
        if self.depth >= _MOST_CALLS:
            return None
        receiver = values.of(node.receiver) if node.receiver is not None else None
        if node.receiver is not None and (receiver is None or receiver.captured is None):
            return None
        holder = values.frame.receiver if receiver is None else receiver.captured
        function = self._function(node, simple_name(holder.type) if holder is not None else None)
        file = self.seen.syntax_of(function.path) if function is not None else None
        if function is None or file is None:
            return None
        tree = file.declaration_tree(function.declaration)
        if tree is None or tree.body is None:
            return None
        parameters = function.declaration.parameters
        bound: dict[str, CapturedValue] = {}
        for position, parameter in enumerate(parameters):
            given = node.argument(position, parameter.name, len(parameters))
            known = values.of(given) if given is not None else None
            if known is not None:
                bound[parameter.name] = as_captured(parameter.name, known)
        inside = replace(self, file=file, depth=self.depth + 1)
        frame = EMPTY_FRAME.model_copy(update={"receiver": holder})
        return _run(tree.body, FrameValues(frame, file.text, bound, inside))

    def _function(self, node: Node, owner: str | None) -> Symbol | None:
        found = self._targets(node, "function")
        if (owner is not None and len(found) != 1) or any(
            one.owner is not None and one.owner.name != owner for one in found
        ):
            own = [
                one
                for one in self._named(node.name, owner or "")
                if len(one.declaration.parameters) == len(node.arguments)
            ]
            found = own or [one for one in found if one.owner is None]
        return found[0] if len(found) == 1 else None

    def _named(self, name: str, owner: str) -> Sequence[Symbol]:
        """Return the functions of a name in a class."""
        for path in self.seen.code.index.declaring(owner, "class"):
            functions = self.seen.code.functions(path)
            named = functions.named(name) if functions is not None else ()
            found = [one for one in named if one.owner is not None and one.owner.name == owner]
            if found:
                return found
        return ()

    def _targets(self, node: Node, kind: str) -> list[Symbol]:
        found: list[Symbol] = []
        for index in self.file.sites_of(node):
            resolution = self.seen.resolver.resolve(self.file.path, index)
            targets = resolution.targets if resolution is not None else ()
            found += [
                one for one in targets if one.declaration.kind == kind and one.facts.language != "library"
            ]
        return found


def values_in(frame: CapturedFrame, file: SyntaxFile, seen: CapturedCode) -> FrameValues:
    """Return the values of a frame, with what the project's functions give.

    Args:
        frame: what was captured of it.
        file: its file.
        seen: what was captured, and its code.
    """
    return FrameValues(frame, file.text, {}, CalledValues(seen, file))


def as_captured(name: str, known: KnownValue) -> CapturedValue:
    """Return a known value under a name."""
    if known.captured is not None:
        return known.captured.model_copy(update={"name": name})
    return CapturedValue(name=name, text=known.text, size=known.size)


def _run(body: Node, values: FrameValues) -> KnownValue | None:
    if body.kind != "block":
        return values.of(body)
    try:
        return _run_block(body, values)[0]
    except _NotKnownError:
        return None


def _run_block(  # noqa: C901 - a branch for each kind of statement
    block: Node, values: FrameValues
) -> tuple[KnownValue | None, FrameValues]:
    """Return what a block returns, None if it ends without, and the values after it."""
    for statement in block.parts if block.kind == "block" else [block]:
        if statement.kind == "return":
            known = values.of(statement.parts[0]) if statement.parts else None
            if known is None:
                raise _NotKnownError
            return known, values
        if statement.kind == "declare":
            known = values.of(statement.parts[0]) if statement.parts else None
            if known is not None:
                given = as_captured(statement.name, known)
                values = replace(values, bound={**values.bound, statement.name: given})
        elif statement.kind == "if":
            outcome = values.is_true(statement.parts[0])
            if outcome is None:
                raise _NotKnownError
            branch = statement.parts[1:2] if outcome else statement.parts[2:3]
            for one in branch:
                known, values = _run_block(one, values)
                if known is not None:
                    return known, values
        elif statement.kind in ("assign", "step") and statement.parts[0].kind == "name":
            name = statement.parts[0].name
            if name in values.bound:
                raise _NotKnownError
        elif statement.kind in ("for", "while", "do", "try", "when", "throw", "block"):
            raise _NotKnownError
    return None, values
