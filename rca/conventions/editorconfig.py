"""What `.editorconfig` files say of a file (https://spec.editorconfig.org)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rca.workspace import Snapshot

_GLOB = re.compile(
    r"\*\*|\*|\?|\[!?[^\]]*\]|\{(?P<low>-?\d+)\.\.(?P<high>-?\d+)\}|\{|\}|,|\\.|[^*?\[{},\\]+|."
)


def properties(snapshot: Snapshot, path: str) -> dict[str, tuple[str, str]]:
    """Give each property that holds for a file, in small letters, with the file that says so."""
    found: dict[str, tuple[str, str]] = {}
    for folder in folders_above(path):
        name = f"{folder}/.editorconfig" if folder else ".editorconfig"
        text = snapshot.content(name)
        if text is None:
            continue
        root, pairs = _read(text.decode("utf-8-sig", "replace"), path[len(folder) + 1 if folder else 0 :])
        found = {**{key: (value, name) for key, value in pairs.items()}, **found}
        if root:
            break
    return found


def folders_above(path: str) -> Iterator[str]:
    """Give the folders around a file, the nearest first, the root (empty) last."""
    while path:
        path = path.rpartition("/")[0]
        yield path


def _read(text: str, inside: str) -> tuple[bool, dict[str, str]]:
    root, holds, found = False, False, dict[str, str]()
    before_sections = True
    for line in text.splitlines():
        stripped = line.strip()
        if not stripped or stripped[0] in "#;":
            continue
        if stripped.startswith("[") and stripped.endswith("]"):
            before_sections, holds = False, _matcher(stripped[1:-1]).fullmatch(inside) is not None
            continue
        key, equals, value = stripped.partition("=")
        key, value = key.strip().lower(), re.split(r"\s[#;]", value, maxsplit=1)[0].strip().lower()
        if not equals:
            continue
        if before_sections and key == "root":
            root = value == "true"
        elif holds:
            found[key] = value
    return root, found


@lru_cache(maxsize=256)
def _matcher(glob: str) -> re.Pattern[str]:
    parts, depth = [], 0
    for found in _GLOB.finditer(glob.removeprefix("/")):
        part = found[0]
        if found["low"] is not None:
            parts.append(r"-?\d+")
        elif part == "**":
            parts.append(".*")
        elif part == "*":
            parts.append("[^/]*")
        elif part == "?":
            parts.append("[^/]")
        elif part.startswith("[") and len(part) > 1:
            parts.append(f"[{part[1:-1].replace('!', '^', 1) if part[1] == '!' else part[1:-1]}]")
        elif part == "{":
            depth += 1
            parts.append("(?:")
        elif part == "}" and depth:
            depth -= 1
            parts.append(")")
        elif part == "," and depth:
            parts.append("|")
        else:
            parts.append(re.escape(part.removeprefix("\\")))
    anywhere = "" if "/" in glob else "(?:.*/)?"
    try:
        return re.compile(anywhere + "".join(parts) + ")" * depth, re.DOTALL)
    except re.error:
        return re.compile(r"(?!)")
