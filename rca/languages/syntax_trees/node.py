"""Syntax trees of bodies, the same for Kotlin and Java: the input of the data-flow analysis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True, eq=False)
class Node:
    """A node of a body. `start` and `end` are offsets in the file's text.

    | kind | name | parts | labels |
    |---|---|---|---|
    | `literal` | `null`, `string`, `value` | code in a string | |
    | `name`, `this`, `super` | identifier, label | | |
    | `member`, `reference` | property, function | receiver, if `received` | |
    | `call` | function | receiver, if `received`; arguments | names of the arguments |
    | `index` | | container, keys | |
    | `assign` | operator | target, value | |
    | `step` | | operand of `++`, `--` | |
    | `declare` | variable | value or delegate | names, where it destructures |
    | `if` | | condition, branches | |
    | `when` | | subject, if `received`; entries | |
    | `entry` | `else` | conditions, body | |
    | `try` | | body, `catch`es, `finally` | |
    | `catch` | variable | body | |
    | `for` | variable | iterable, body | names, where it destructures |
    | `while`, `do` | | condition and body, in the order of the text | |
    | `lambda` | | body | parameters; `(a,b)` destructures |
    | `function` | function | defaults, body last, if `received` | parameters |
    | `property` | property | value, accessors | |
    | `object` | | members | |
    | `block` | | statements | |
    | `return`, `throw`, `break`, `continue`, `yield` | label | value | |
    | `elvis`, `and`, `or`, `not`, `notnull`, `binary`, `ternary` | operator | operands | |
    | `cast`, `is` | type | operand | |
    | `in`, `other` | | operands | |
    """

    kind: str
    start: int
    end: int
    name: str = ""
    at: int = -1
    """Offset of the name, or of the token that stands for it."""
    parts: list[Node] = field(default_factory=list)
    labels: list[str | None] = field(default_factory=list)
    received: bool = False
    safe: bool = False
    """Of members and calls: `?.`; of casts: `as?`."""
    negated: bool = False
    """Of `is` and `in`: `!is`, `!in`."""
    trailing: bool = False
    """Whether the last argument stands after the parentheses."""
    constructs: bool = False
    """Whether it is Java's `new`."""
    delegated: bool = False
    """Of declarations: `by` instead of `=`."""
    type: str = ""
    """Of declarations: the type as written."""
    defaults: dict[str, Node] = field(default_factory=dict)
    contexts: dict[str, Node] = field(default_factory=dict)
    """Of functions and properties: the context parameters, nodes of the kind `parameter`, by their names."""
    parent: Node | None = field(default=None, repr=False)

    @property
    def receiver(self) -> Node | None:
        """What a member or call goes to."""
        return self.parts[0] if self.received and self.parts else None

    @property
    def arguments(self) -> list[Node]:
        """The arguments of a call."""
        return self.parts[1:] if self.received else self.parts

    @property
    def body(self) -> Node | None:
        """The body of a function or lambda."""
        if self.kind == "function":
            return self.parts[-1] if self.received else None
        return self.parts[-1] if self.parts else None

    def argument(self, position: int, name: str, count: int) -> Node | None:
        """Return the argument for a parameter of a function with `count` parameters."""
        arguments = self.arguments
        for label, value in zip(self.labels, arguments, strict=False):
            if label == name:
                return value
        if self.trailing and position == count - 1:
            return arguments[-1]
        if position < len(arguments) - (1 if self.trailing else 0):
            label = self.labels[position] if position < len(self.labels) else None
            return arguments[position] if label is None else None
        return None

    def walk(self) -> Iterator[Node]:
        """Return the node and all below it, in the order of the text."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.parts))

    def ancestors(self) -> Iterator[Node]:
        """Return the nodes around it, innermost first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


def link_parents(root: Node) -> Node:
    """Set the parent of each node below a root, and return the root."""
    stack = [root]
    while stack:
        node = stack.pop()
        for part in node.parts:
            part.parent = node
            stack.append(part)
    return root
