"""What the settings of detekt say (https://detekt.dev/docs/introduction/configurations)."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rca.conventions.editorconfig import folders_above
from rca.workspace import Snapshot

_NAMES = ("detekt.yml", "detekt.yaml", "detekt-config.yml")
_FOLDERS = ("", "config/detekt/", "config/", "detekt/", ".detekt/", "gradle/", "quality/", "config/quality/")


@dataclass(frozen=True)
class Detekt:
    """The rules that are on for a file, by name, and the file that says so."""

    path: str = ""
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def active(self, name: str, raw: bytes) -> Mapping[str, Any] | None:
        """Give the settings of a rule that is on; None where it is off, or the file suppresses it."""
        rule = self.rules.get(name)
        if rule is None or any(f'"{one}{name}"'.encode() in raw for one in ("", "detekt:", "detekt.")):
            return None
        return rule


def rules_for(snapshot: Snapshot, path: str) -> Detekt:
    """Find the settings nearest above a file, and give the rules that are on for it."""
    for above in folders_above(path):
        before = f"{above}/" if above else ""
        for folder in _FOLDERS:
            for name in _NAMES:
                found = snapshot.content(f"{before}{folder}{name}")
                if found is not None:
                    return Detekt(f"{before}{folder}{name}", _active(found, path))
    return Detekt()


def _active(data: bytes, path: str) -> dict[str, Mapping[str, Any]]:
    return {name: rule for name, rule in _rules(data) if not _excluded(rule, path)}


@lru_cache(maxsize=4)
def _rules(data: bytes) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """Give the rules that a file turns on; YAML that cannot be read turns none on."""
    import yaml

    # Where PyYAML was built without libyaml there is only the slow one.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        # SafeLoader expands aliases in place; settings of this size have none.
        loaded = yaml.load(data[:1_000_000], Loader=loader)  # noqa: S506 - one of the two safe ones
    except (yaml.YAMLError, ValueError, RecursionError):
        return ()
    if not isinstance(loaded, dict):
        return ()
    return tuple(
        (str(name), rule)
        for rules in loaded.values()
        if isinstance(rules, dict) and rules.get("active") is not False
        for name, rule in rules.items()
        if isinstance(rule, dict) and rule.get("active") is True
    )


def _excluded(rule: Mapping[str, Any], path: str) -> bool:
    globs = rule.get("excludes") or ()
    globs = globs.split(",") if isinstance(globs, str) else globs
    return isinstance(globs, list) and any(
        fnmatch.fnmatch(f"/{path}", str(one).strip().replace("**/", "*/")) for one in globs
    )
