"""How debug adapters write values → the contract's form: text, type and size.

No two adapters agree. Seen in public sources and documentation:

| adapter | a list of three | a string | nothing |
|---|---|---|---|
| vscode-java-debug | `ArrayList@14 size=3`, `int[3]@9` | `"abc"` | `null` |
| Kotlin, Android over JDI | `instance of java.util.ArrayList(id=14)` | `"abc"` | `null` |
| Python (debugpy) | `[1, 2, 3]` of type `list`, `len()` beneath | `'abc'` | `None` |
| JavaScript (js-debug) | `(3) [1, 2, 3]`, `Array(3)` | `'abc'` | `null`, `undefined` |
"""

from __future__ import annotations

import re

from models.debug_stop import DebugVariable

_INSTANCE = re.compile(r"instance of (?P<type>[\w.$]+(?:\[(?P<size>\d+)\])?(?:\[\])*) ?\(id=\d+\)")
_IDENTITY = re.compile(
    r"(?P<type>[\w.$<>?, ]+?(?:\[(?P<size>\d*)\])*)@[0-9a-fA-F]+(?P<details> .*)?", re.DOTALL
)
_SIZE = re.compile(r"(?:\bsize|\blength|\bcount)\s?[=:]\s?(?P<size>\d+)")
_COUNTED = re.compile(r"(?:Array|Map|Set)?\((?P<size>\d{1,9})\)(?: [\[{]|$)")
_MEMBERS = frozenset({"size", "length", "len()", "count", "elementCount"})
_GROUPS = frozenset(
    {
        "special variables",
        "function variables",
        "class variables",
        "protected variables",
        "Static members",
        "[[Prototype]]",
    }
)
"""Names under which adapters group members that are no data of the program."""

_LONGEST_SIZE = 10


def is_group(variable: DebugVariable) -> bool:
    """Return whether a variable only groups others that say nothing of the program's data."""
    return variable.name in _GROUPS


def value_text(variable: DebugVariable) -> tuple[str, str | None]:
    """Return a variable's text without what the adapter adds, and its type where the text tells it."""
    text = variable.value.strip()
    found = _INSTANCE.fullmatch(text)
    if found is not None:
        return found["type"], variable.type or found["type"]
    found = _IDENTITY.fullmatch(text)
    if found is not None:
        details = (found["details"] or "").strip()
        shown = details if details.startswith('"') else found["type"]
        return shown, variable.type or found["type"]
    return text, variable.type


def value_size(variable: DebugVariable) -> int | None:
    """Return how many elements a value has, as the adapter says; None where it does not say."""
    if variable.size is not None:
        return variable.size
    text = variable.value.strip()
    if text.startswith(('"', "'")):
        return None
    for found in (_COUNTED.match(text), *(form.fullmatch(text) for form in (_INSTANCE, _IDENTITY))):
        if found is not None and found["size"]:
            return int(found["size"])
    said = _SIZE.search(text)
    members = [said["size"]] if said is not None else []
    members += [one.value for one in variable.variables if one.name in _MEMBERS]
    return next((int(size) for size in members if size.isdecimal() and len(size) < _LONGEST_SIZE), None)
