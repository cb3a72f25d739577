"""Names of variables as the Kotlin source has them, from those that the compiler wrote into class files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_INLINED = "$iv"
_SCOPE_NUMBER = re.compile(r"(?:\\\d+)+$")
"""Newer compilers number the inlined function that a variable belongs to: `it\\3`."""
_RECEIVER = re.compile(r"^\$this\$([^$]+)$")
_LAMBDA_RECEIVER = re.compile(r"^\$this\$.+_u24lambda_u24")
"""Named after the function around the lambda: the marker behind it knows the one that takes the lambda."""
_LAMBDA_MARKER = re.compile(r"^\$i\$a\$-([A-Za-z_]\w*)-")
_MARKER = re.compile(r"^\$i\$[fa]\$")
_MACHINERY = re.compile(r"^(?:\$completion|\$continuation|\$result|\$cont|\$\$delegatedProperties)$")
_OUTER = re.compile(r"^this\$\d+$")


@dataclass(frozen=True, slots=True)
class SourceName:
    """What the source calls a variable, and how many inlined functions deep it belongs."""

    name: str
    inlined: int = 0


def source_name(jvm_name: str) -> SourceName | None:
    """Return the name of a variable or a field in the source; None for what the compiler added.

    `x$iv$iv` is `x` of a function that is inlined into an inlined one, `$this$map` the receiver of `map`,
    `$price` a captured `price`.
    """
    name = jvm_name
    is_numbered = _SCOPE_NUMBER.search(name) is not None
    name = _SCOPE_NUMBER.sub("", name)
    depth = int(is_numbered)
    while name.endswith(_INLINED):
        name = name.removesuffix(_INLINED)
        depth += 1
    if _MARKER.match(name) or _MACHINERY.match(name):
        return None
    return SourceName(_without_prefix(name), depth)


def lambda_receiver(jvm_name: str, following: Iterable[str]) -> str | None:
    """Return `this@apply` for the receiver of a lambda that is inlined; None for another variable.

    Args:
        jvm_name: the variable.
        following: the variables behind it, in the order of their slots.
    """
    if _LAMBDA_RECEIVER.match(jvm_name) is None:
        return None
    marker = next((found for name in following if (found := _LAMBDA_MARKER.match(name))), None)
    return f"this@{marker[1]}" if marker is not None else None


def _without_prefix(name: str) -> str:
    if name in {"this_", "$this", "$receiver"} or _LAMBDA_RECEIVER.match(name):
        return "this"
    if receiver := _RECEIVER.match(name):
        return f"this@{receiver[1]}"
    if _OUTER.match(name):
        return "this@outer"
    if name.startswith("$dstr$"):
        return f"({', '.join(name.removeprefix('$dstr$').split('$'))})"
    if name.startswith(("$noName_", "<anonymous parameter")):
        return "_"
    is_captured = name.startswith("$") and name[1:].isidentifier()
    return name[1:] if is_captured else name.removesuffix("$delegate")


def is_kotlin(file: str | None) -> bool:
    """Return whether a source file is Kotlin's."""
    return file is not None and file.endswith((".kt", ".kts"))
