"""One observed trait of a file that can be compared with other files, and its wording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from models.tools.check_conventions import ConventionSeverity


class Kind(NamedTuple):
    """What is compared. `who`: plural noun for the subjects; `rule`: key into `RULES`."""

    rule: str
    who: str


@dataclass(frozen=True, slots=True)
class Observation:
    """One observed trait at one place.

    With one value, others of the kind have that value or another. With `several`, each of the values is
    something that others have too, or lack.
    """

    kind: Kind
    values: tuple[str, ...]
    line: int
    symbol: str | None = None
    several: bool = False


class Rule(NamedTuple):
    """The wording of a rule: `{}` is the value; `only` are the values that can be conventions."""

    says: str
    severity: ConventionSeverity
    only: frozenset[str] | None = None
    lacks: str = ""
    """With several values: what one is told that lacks it."""
    soft: bool = False
    """Whether it may hold by chance: then it must hold for more."""


def _only(*values: str) -> frozenset[str]:
    return frozenset(values)


RULES: Final[dict[str, Rule]] = {
    # classes
    "name ending": Rule("end in {}", "info"),
    "name beginning": Rule("begin with {}", "info", soft=True),
    "annotation": Rule("are annotated @{}", "warning", lacks="without @{}"),
    "base type": Rule("extend a type named {}", "info", lacks="extends no {}", soft=True),
    "constructor annotation": Rule(
        "have a constructor annotated @{}", "warning", lacks="a constructor without @{}"
    ),
    "visibility": Rule("are {}", "info", _only("private", "internal", "protected", "package-private")),
    "declared as": Rule("are each declared as {}", "info", soft=True),
    "package": Rule("lie in a package that ends in .{}", "info", soft=True),
    "test": Rule("have a test {}", "info", _only("named after them")),
    "constructor properties": Rule("are {}", "info", _only("private"), soft=True),
    "state holder": Rule("are {}", "warning"),
    "mutable state": Rule("are {}", "warning", _only("private")),
    "backing property": Rule("{} with an underscore", "info"),
    "dispatcher": Rule("are {}", "warning", _only("given to constructors")),
    "companion": Rule("stand {} in their class", "style", _only("first", "last"), soft=True),
    # functions
    "name of a test": Rule("are named {}", "info"),
    "modifier parameter": Rule("{} a parameter `modifier: Modifier`", "info", _only("have")),
    "preview": Rule("are {}", "style"),
    "suspending": Rule("are {}", "warning", _only("suspending, or give a stream")),
    "return type": Rule("have their return type {}", "style"),
    "explicit public": Rule("have `public` {}", "style"),
    "constant": Rule("are named in {}", "style"),
    "text": Rule("come from {}", "warning", _only("resources")),
    # files
    "star import": Rule("{} star imports", "style", _only("have no")),
    "package and folder": Rule(
        "lie in {}",
        "warning",
        _only("the folder of their package", "the folder of their package, its beginning left out"),
    ),
    "file name": Rule("are named after {}", "info", _only("their class")),
    "classes in a file": Rule("declare {}", "info", _only("one class"), soft=True),
    "licence header": Rule("begin with {}", "info", _only("a licence header")),
    "indentation": Rule("are indented by {}", "style"),
    "end of file": Rule("end {}", "style", _only("with a line break")),
    "trailing comma": Rule("{} a trailing comma", "style"),
    "`!!`": Rule("{} `!!`", "info", _only("do without")),
    "runBlocking": Rule("{} runBlocking", "warning", _only("do without")),
    "GlobalScope": Rule("{} GlobalScope", "warning", _only("do without")),
    "printed": Rule("{} println", "info", _only("do without")),
    "printStackTrace": Rule("{} printStackTrace", "info", _only("do without")),
    "empty catch": Rule("{} empty catch blocks", "warning", _only("do without")),
    "library": Rule("use {}", "info"),
}
