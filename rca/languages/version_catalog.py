"""Version catalogues (`gradle/libs.versions.toml`): versions, libraries, bundles, plugins."""

from __future__ import annotations

import re

from rca.languages.declarative_facts import Outline
from rca.languages.facts import Facts
from rca.languages.toml import read_toml, toml_problems

_KINDS = {"versions": "version", "libraries": "library", "bundles": "bundle", "plugins": "plugin"}
_FIELD = re.compile(
    r"""(?<![\w.])(module|group|name|id|version\.ref|version|ref|strictly|require|prefer)\s*=\s*["']([^"']*)["']"""
)
_QUOTED = re.compile(r"""["']([^"']*)["']""")


def extract(text: str) -> Facts:
    """Return the facts of a catalogue.

    | kind | `type` | `supertypes` |
    |---|---|---|
    | `version` | the version | |
    | `library` | `group:name`, with `:version` where it stands there | the version's alias |
    | `plugin` | its id, with `:version` where it stands there | the version's alias |
    | `bundle` | | aliases of its libraries |
    """
    outline = Outline(text)
    outline.problems.extend(toml_problems(text))
    for entry in read_toml(text):
        if entry.key is None or entry.table not in _KINDS:
            continue
        described, named = _described(entry.table, entry.value)
        outline.declare(
            _KINDS[entry.table],
            entry.key,
            start=entry.start,
            end=entry.end,
            at=entry.at,
            type_text=described,
            supertypes=named,
        )
    return outline.facts("catalog")


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
