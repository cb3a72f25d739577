"""Version catalogues (`gradle/libs.versions.toml`): versions, libraries, bundles, plugins.

Read line by line, so that each entry has its place and a half-written file gives the rest.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rca.languages.facts import Facts
from rca.languages.outline import Outline

_SECTION = re.compile(r"^\s*\[([\w.-]+)\]\s*(?:#.*)?$")
_ENTRY = re.compile(r"""^\s*["']?([\w.-]+)["']?\s*=\s*(.*)$""")
_KINDS = {"versions": "version", "libraries": "library", "bundles": "bundle", "plugins": "plugin"}
_FIELD = re.compile(
    r"""(?<![\w.])(module|group|name|id|version\.ref|version|ref|strictly|require|prefer)\s*=\s*["']([^"']*)["']"""
)
_QUOTED = re.compile(r"""["']([^"']*)["']""")
_COMMENT = re.compile(r"""("[^"]*"|'[^']*')|#.*""")


class _Entry(NamedTuple):
    section: str
    name: str
    start: int
    at: int
    value: list[str]
    end: int


def extract(text: str) -> Facts:
    """Give the facts of a catalogue.

    | kind | `type` | `supertypes` |
    |---|---|---|
    | `version` | the version | |
    | `library` | `group:name`, with `:version` where it stands there | the version's alias |
    | `plugin` | its id, with `:version` where it stands there | the version's alias |
    | `bundle` | | aliases of its libraries |
    """
    outline = Outline(text)
    for entry in _entries(text):
        value = " ".join(entry.value)
        described, named = _described(entry.section, value)
        outline.declare(
            _KINDS[entry.section],
            entry.name,
            start=entry.start,
            end=entry.end,
            at=entry.at,
            type_text=described,
            supertypes=named,
        )
    return outline.facts("catalog")


def _entries(text: str) -> list[_Entry]:
    found: list[_Entry] = []
    section, offset, is_open = "", 0, False
    for line in text.splitlines(keepends=True):
        plain = _COMMENT.sub(lambda match: match[1] or "", line)
        head = _SECTION.match(plain)
        entry = None if is_open else _ENTRY.match(plain)
        if head is not None:
            section, is_open = head[1], False
        elif section in _KINDS and entry is not None:
            start = offset + len(line) - len(line.lstrip())
            end = offset + len(line.rstrip())
            found.append(_Entry(section, entry[1], start, offset + entry.start(1), [entry[2].strip()], end))
            is_open = entry[2].count("[") > entry[2].count("]")
        elif is_open and found:
            found[-1].value.append(plain.strip())
            found[-1] = found[-1]._replace(end=offset + len(line.rstrip()))
            is_open = "]" not in plain
        offset += len(line)
    return found


def _described(section: str, value: str) -> tuple[str | None, tuple[str, ...]]:
    quoted = _QUOTED.findall(value)
    if section == "bundles":
        return None, tuple(quoted)
    fields = dict(_FIELD.findall(value))
    if not fields:
        return (quoted[0] if quoted else None), ()
    version = next(
        (fields[key] for key in ("version", "strictly", "require", "prefer") if key in fields), None
    )
    if section == "versions":
        return version, ()
    name = (
        fields.get("module")
        or fields.get("id")
        or ":".join(filter(None, (fields.get("group"), fields.get("name"))))
    )
    reference = fields.get("version.ref") or fields.get("ref")
    return (f"{name}:{version}" if version else name), ((reference,) if reference else ())
