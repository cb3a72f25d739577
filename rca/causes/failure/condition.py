"""A condition that did not hold, as an exception's type and message say it, and what to look for in code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.failure import FailureFamily

TargetKind = Literal[
    "call",  # a call, or a property read or written by its accessor; the value is the receiver
    "callee",  # a call of the function that the next inner frame is in
    "read",  # a read of a field or property; the value is the receiver
    "write",  # an assignment to a field or property; the value is the receiver
    "array",  # an element of an array; the value is the array
    "length",  # the length of an array
    "index",  # an element by index; the value is the index
    "not_null",  # a check that a value is not null; the value is what was checked
    "dereference",  # any use that null does not allow
    "cast",  # a cast to a type; the value is what was cast
    "lateinit",  # a read of a property that was not set
    "division",  # a division; the value is the divisor
    "lock",  # entering a synchronized block
    "raise",  # the code that makes the exception; the value is the condition that it asks about
    "parameter",  # a parameter of the function itself; the value is the argument that its caller gave
    "mention",  # any use of a class
    "construct",  # a construction of a class
]


@dataclass(frozen=True)
class Target:
    """What to look for in the code.

    Args:
        kind: what kind of expression.
        name: JVM name of the member, parameter or property; simple name of a type.
        owner: full name of the class whose member it is, where known.
        value: what the message says of the value, as code (`this.cart`), where it does.
    """

    kind: TargetKind
    name: str = ""
    owner: str | None = None
    value: str | None = None


@dataclass(frozen=True)
class Condition:
    """What type and message say. `sentence` is None where they tell no more than the family."""

    family: FailureFamily
    sentence: str | None = None
    name: str | None = None
    index: int | None = None
    size: int | None = None
    actual: str | None = None
    expected: str | None = None
    target: Target | None = None


def simple_name(name: str) -> str:
    """Return the last part of a class name, `$` and package left out; arrays keep their brackets."""
    return name.strip().replace("/", ".").rpartition(".")[2].rpartition("$")[2] or name


def nested_name(name: str) -> str:
    """Return a class name without its package, the classes around it kept (`LinearLayout.LayoutParams`)."""
    simple = name.strip().strip(";").replace("/", ".").rpartition(".")[2]
    return ".".join(part for part in simple.split("$") if part and not part.isdigit()) or name
