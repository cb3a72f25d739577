"""Reaching definitions of a variable inside one function, backward from a use."""

from __future__ import annotations

from typing import Final

from rca.causes.origins.null_checks import Matches, asserts_not_null, leaves, proves_not_null
from rca.causes.origins.variable_bindings import Binding, Definition
from rca.languages.syntax_trees.node import Node

_IN_PLACE: Final = frozenset(
    [
        "let",
        "run",
        "apply",
        "also",
        "with",
        "takeIf",
        "takeUnless",
        "use",
        "forEach",
        "forEachIndexed",
        "map",
        "mapNotNull",
        "mapIndexed",
        "filter",
        "filterNot",
        "any",
        "all",
        "none",
        "first",
        "firstOrNull",
        "find",
        "flatMap",
        "associate",
        "associateBy",
        "groupBy",
        "fold",
        "repeat",
        "synchronized",
        "withLock",
        "runCatching",
        "getOrPut",
        "getOrElse",
        "buildString",
        "buildList",
        "buildMap",
        "onEach",
    ]
)
"""Functions that run the lambda that they take before they return."""


class ReachingDefinitions:
    """Collects what a variable may hold where it is used.

    Args:
        matches: tells the nodes that stand for the variable.
        binding: what declares it; None for a property, whose value from before the function may reach.
        nulls: whether paths on which the value was found not to be null are left out.
    """

    def __init__(self, matches: Matches, binding: Definition | None, *, nulls: bool, java: bool) -> None:
        self._matches = matches
        self._binding = binding
        self._nulls = nulls
        self._java = java
        self._loops: set[Node] = set()
        self.found: dict[Node, Definition] = {}
        self.from_outside = False
        """Whether what the variable held before the function reaches the use."""

    def run(self, use: Node) -> None:
        """Collect what reaches a use."""
        self._before(use)
        if self._binding is not None and self._is_captured(use):
            self._assignments_of(self._binding)

    def _is_captured(self, use: Node) -> bool:
        """Return whether a function or lambda lies between a use and the declaration of the variable."""
        binding = self._binding
        assert binding is not None
        scope = (
            binding.node
            if binding.how in ("parameter", "lambda", "element", "caught")
            else binding.node.parent
        )
        for one in use.ancestors():
            if one is scope:
                return False
            if one.kind in ("lambda", "function", "object"):
                return True
        return False

    def _assignments_of(self, binding: Definition) -> None:
        """Add every assignment in the scope of a captured variable: the use may run at any time."""
        scope = binding.node if binding.how != "declared" else binding.node.parent or binding.node
        for one in scope.walk():
            if one.kind == "assign" and self._matches(one.parts[0]):
                self._add(one, "assigned" if one.name == "=" else "changed")

    def _add(self, node: Node, how: Binding) -> None:
        self.found.setdefault(node, Definition(node, how))

    @staticmethod
    def _runs_later(node: Node) -> bool:
        """Return whether a node is code that may run after others have written a property anew."""
        if node.kind == "function":
            return True
        call = node.parent
        return node.kind == "lambda" and not (
            call is not None and call.kind == "call" and call.name in _IN_PLACE
        )

    # --- upward: what ran before a node

    def _before(self, node: Node) -> None:
        while True:
            parent = node.parent
            if parent is None:
                self.from_outside = True
                return
            if self._ends_at(parent, node) or self._stops(parent, node):
                return
            if self._binding is None and self._runs_later(parent):
                self.from_outside = True
                return
            node = parent

    def _ends_at(self, parent: Node, node: Node) -> bool:
        """Take the binding if a parent is what declares the variable."""
        binding = self._binding
        if binding is None or binding.node is not parent or binding.how == "declared":
            return False
        if binding.how == "element" and node is not parent.parts[-1]:
            return False
        self._in_loop(parent, node)
        self._add(parent, binding.how)
        return True

    def _stops(self, parent: Node, node: Node) -> bool:
        """Look at what a parent evaluates before a part; return whether nothing earlier reaches it."""
        kind = parent.kind
        if kind == "if":
            if node is parent.parts[0]:
                return False
            return self._under(parent.parts[0], truth=node is parent.parts[1])
        if kind in ("and", "or"):
            return node is not parent.parts[0] and self._under(parent.parts[0], truth=kind == "and")
        if kind == "when":
            return self._before_entry(parent, node)
        if kind == "entry":
            return self._in_entry(parent, node)
        if kind in ("for", "while", "do"):
            return self._before_in_loop(parent, node)
        if kind == "try":
            for one in reversed(parent.parts[: parent.parts.index(node)]):
                self._through(one)
            return False
        if kind == "elvis" and node is not parent.parts[0]:
            return self._evaluated(parent.parts[0])
        if kind == "lambda" and self._nulls:
            return self._guarded_call(parent)
        position = next((i for i, one in enumerate(parent.parts) if one is node), 0)
        return any(self._through(one) for one in reversed(parent.parts[:position]))

    def _guarded_call(self, lambda_: Node) -> bool:
        """Return whether a lambda runs only where the value is not null: `x?.let { … x … }`."""
        call = lambda_.parent
        return (
            call is not None
            and call.kind == "call"
            and call.safe
            and call.receiver is not None
            and self._matches(call.receiver)
            and call.name in ("let", "run", "apply", "also")
        )

    def _under(self, condition: Node, *, truth: bool) -> bool:
        """Go back over a condition that has an outcome; return whether nothing earlier reaches that."""
        if self._nulls and proves_not_null(condition, truth, self._matches):
            return True
        return self._evaluated(condition)

    def _before_entry(self, when: Node, entry: Node) -> bool:
        """Go back over the entries before one: none of them was taken."""
        entries = when.parts[when.received :]
        if entry not in entries:
            return False
        if self._nulls and any(self._excludes_null(when, one) for one in entries[: entries.index(entry)]):
            return True
        return when.received and self._through(when.parts[0])

    def _excludes_null(self, when: Node, entry: Node) -> bool:
        """Return whether the value is not null where an entry was not taken."""
        conditions = entry.parts[:-1]
        if when.received:
            subject = when.parts[0]
            return self._is_subject(subject) and any(
                one.kind == "literal" and one.name == "null" for one in conditions
            )
        return any(proves_not_null(one, False, self._matches) for one in conditions)

    def _is_subject(self, subject: Node) -> bool:
        if subject.kind == "declare":
            return bool(subject.parts) and (
                self._matches(subject.parts[0])
                or (self._binding is not None and self._binding.node is subject)
            )
        return self._matches(subject)

    def _in_entry(self, entry: Node, node: Node) -> bool:
        """Return whether an entry is taken only where the value is not null."""
        if node is not entry.parts[-1] or not self._nulls or entry.name == "else":
            return False
        when = entry.parent
        conditions = entry.parts[:-1]
        if when is None or not conditions:
            return False
        if when.received:
            return self._is_subject(when.parts[0]) and all(
                (one.kind == "is" and not one.negated and not one.name.endswith("?"))
                or (one.kind == "literal" and one.name != "null")
                for one in conditions
            )
        return all(proves_not_null(one, True, self._matches) for one in conditions)

    def _before_in_loop(self, loop: Node, node: Node) -> bool:
        is_body = node is loop.parts[0] if loop.kind == "do" else node is loop.parts[-1]
        if loop.kind == "for" and not is_body:
            return False
        if is_body and loop.kind == "while" and self._nulls:
            condition = loop.parts[0]
            if proves_not_null(condition, True, self._matches):  # each round looks anew
                return True
        self._in_loop(loop, node)
        return is_body and loop.kind == "while" and self._under(loop.parts[0], truth=True)

    def _in_loop(self, loop: Node, node: Node) -> None:
        """Add what the rest of a loop's body leaves for its next round."""
        if loop.kind not in ("for", "while", "do") or loop in self._loops:
            return
        self._loops.add(loop)
        body = loop.parts[0] if loop.kind == "do" else loop.parts[-1]
        if node is not body or loop.kind != "for" or self._binding is None or self._binding.node is not loop:
            self._through(body)

    # --- downward: what a node leaves behind

    def _through(self, node: Node) -> bool:
        """Collect what a node that has run leaves in the variable; return whether that is all."""
        binding = self._binding
        if binding is not None and node is binding.node:
            self._add(node, binding.how)
            return True
        kind = node.kind
        if kind == "assign":
            return self._assigned(node)
        if kind == "step":
            if self._matches(node.parts[0]):
                self._add(node, "changed")
                return True
            return False
        if kind in ("lambda", "function", "object"):
            self._inside(node)
            return False
        if leaves(node):
            if kind in ("if", "when", "try"):
                self._inside(node)
            return True
        if kind == "if":
            return self._after_if(node)
        if kind == "when":
            return self._after_when(node)
        if kind == "try":
            return self._after_try(node)
        if kind in ("for", "while", "do"):
            return self._after_loop(node)
        return self._evaluated(node)

    def _evaluated(self, node: Node) -> bool:
        """Go back over an expression or block that has been evaluated."""
        if self._nulls and asserts_not_null(node, self._matches, java=self._java):
            return True
        if node.kind in ("and", "or", "elvis") and len(node.parts) == 2:
            if not leaves(node.parts[1]):
                self._through(node.parts[1])
            return self._through(node.parts[0])
        if node.kind in ("call", "member") and node.safe:
            for one in node.arguments if node.kind == "call" else ():
                self._inside(one)
            return node.receiver is not None and self._through(node.receiver)
        return any(self._through(one) for one in reversed(node.parts))

    def _assigned(self, node: Node) -> bool:
        target, value = node.parts
        if not self._matches(target):
            return self._through(value) or any(self._through(one) for one in reversed(target.parts))
        self._add(node, "assigned" if node.name == "=" else "changed")
        return True

    def _inside(self, node: Node) -> None:
        """Add every assignment inside something that may have run, or not, or not yet."""
        for one in node.walk():
            if one.kind == "assign" and self._matches(one.parts[0]):
                self._add(one, "assigned" if one.name == "=" else "changed")

    def _after_if(self, node: Node) -> bool:
        condition = node.parts[0]
        ends = []
        for truth, position in ((True, 1), (False, 2)):
            branch = node.parts[position] if position < len(node.parts) else None
            if branch is not None and (leaves(branch) or self._through(branch)):
                ends.append(True)
            else:
                ends.append(self._nulls and proves_not_null(condition, truth, self._matches))
        return all(ends) or self._evaluated(condition)

    def _after_when(self, node: Node) -> bool:
        entries = node.parts[node.received :]
        ends = []
        for entry in entries:
            body = entry.parts[-1] if entry.parts else None
            closed = body is not None and (leaves(body) or self._through(body))
            ends.append(closed or (body is not None and self._in_entry(entry, body)))
        if not any(one.name == "else" for one in entries):
            ends.append(self._nulls and any(self._excludes_null(node, one) for one in entries))
        elif self._nulls and any(self._excludes_null(node, one) for one in entries[:-1]):
            ends[-1] = True
        return all(ends) or (node.received and self._through(node.parts[0]))

    def _after_try(self, node: Node) -> bool:
        if not node.parts:
            return False
        last = node.parts[-1]
        if last.kind == "finally" and last.parts and self._through(last.parts[0]):
            return True
        closed = self._through(node.parts[0])
        for one in node.parts[1:]:
            if one.kind == "catch" and not leaves(one):
                # The exception may come before or after any assignment of the body.
                caught = bool(one.parts) and self._through(one.parts[0])
                if not caught:
                    self._inside(node.parts[0])
                    closed = False
        return closed

    def _after_loop(self, node: Node) -> bool:
        body = node.parts[0] if node.kind == "do" else node.parts[-1]
        if self._nulls and node.kind == "while" and proves_not_null(node.parts[0], False, self._matches):
            self._inside(body)
            return True
        self._inside(body) if node.kind != "do" else None
        return node.kind == "do" and self._through(body)
