"""Reader of `.editorconfig` files (https://spec.editorconfig.org)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rca.conventions.editorconfig_glob import matches
from rca.files.regex_engine import Invalid
from rca.workspace import Snapshot


class Properties(NamedTuple):
    """The effective properties of a file: each in lower case, with the file that sets it.

    `problems` are lines that were not understood.
    """

    values: dict[str, tuple[str, str]]
    problems: tuple[str, ...]


def properties(snapshot: Snapshot, path: str) -> Properties:
    """Return the effective properties of a file; the nearest `.editorconfig` wins."""
    found: dict[str, tuple[str, str]] = {}
    problems: list[str] = []
    for folder in folders_above(path):
        name = f"{folder}/.editorconfig" if folder else ".editorconfig"
        text = snapshot.content(name)
        if text is None:
            continue
        said = _read(text.decode("utf-8-sig", "replace"), path[len(folder) + 1 if folder else 0 :])
        found = {**{key: (value, name) for key, value in said.pairs.items()}, **found}
        problems.extend(f"{name}: {problem}" for problem in said.problems)
        if said.is_root:
            break
    return Properties(found, tuple(problems))


def folders_above(path: str) -> Iterator[str]:
    """Return the folders above a file, nearest first, the root (empty) last."""
    while path:
        path = path.rpartition("/")[0]
        yield path


class _FileProperties(NamedTuple):
    is_root: bool
    pairs: dict[str, str]
    problems: list[str]


def _read(text: str, inside: str) -> _FileProperties:
    """Return what one `.editorconfig` sets for a file."""
    root, holds, found, problems = False, False, dict[str, str](), list[str]()
    before_sections = True
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if not stripped or stripped[0] in "#;":
            continue
        if stripped.startswith("["):
            before_sections = False
            holds = False
            try:
                holds = _section(stripped, inside)
            except Invalid:
                problems.append(f"line {number}: `{stripped}` is no pattern: its section is not known")
            continue
        key, equals, value = stripped.partition("=")
        key, value = key.strip().lower(), re.split(r"\s[#;]", value, maxsplit=1)[0].strip().lower()
        if not equals:
            problems.append(f"line {number}: `{stripped}` is no `key = value`")
        elif before_sections and key == "root":
            root = value == "true"
        elif holds:
            found[key] = value
    return _FileProperties(root, found, problems)


def _section(head: str, inside: str) -> bool:
    """Return the matcher of a section's pattern; None if it is invalid."""
    if not head.endswith("]"):
        raise Invalid
    return matches(head[1:-1], inside)
