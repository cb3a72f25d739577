"""Names of native functions as people read them."""

from __future__ import annotations

import re

_TEMPLATE_ARGUMENTS = re.compile(r"<[^<>]*>")
_MOST_NESTED = 30
_SUFFIX = re.compile(r" \[clone [^\]]*\]| \(\.[\w.]+\)|\.(?:cold|part|isra|constprop)\b[\w.]*$")
"""What compilers add to the name of a part or copy of a function."""


def readable_name(function: str) -> str:
    """Return Kotlin/Native's name of a function as Kotlin has it, any other unchanged."""
    if not function.startswith("kfun:"):
        return function
    name = function.removeprefix("kfun:").partition("(")[0]
    owner, sharp, method = name.partition("#")
    if not sharp:
        return name
    return f"{owner}.{method}" if owner else method


def short_name(function: str) -> str:
    """Return the last part of a function's name, without scope, parameters and template arguments."""
    name = _SUFFIX.sub("", readable_name(function))
    if name.startswith(("-[", "+[")):
        return name
    for _ in range(_MOST_NESTED):
        shorter = _TEMPLATE_ARGUMENTS.sub("", name)
        if shorter == name:
            break
        name = shorter
    name = name.partition("(")[0].strip() or name
    return name.rpartition("::")[2].rpartition(".")[2] or name
