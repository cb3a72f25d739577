"""Reader of detekt configuration (https://detekt.dev/docs/introduction/configurations)."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rca.conventions.editorconfig import folders_above
from rca.workspace import Snapshot

_NAME = re.compile(r"^([^\s#-][^:\n]*):", re.MULTILINE)
_MOST_BYTES = 1_000_000
_NAMES = ("detekt.yml", "detekt.yaml", "detekt-config.yml")
_FOLDERS = ("", "config/detekt/", "config/", "detekt/", ".detekt/", "gradle/", "quality/", "config/quality/")


@dataclass(frozen=True)
class Detekt:
    """The rules that are active for a file, by name, and the file that configures them.

    `problems` are unreadable parts of the configuration, whose rules are not known.
    """

    path: str = ""
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    def active(self, name: str, raw: bytes) -> Mapping[str, Any] | None:
        """Return the settings of an active rule; None if it is off, or the file suppresses it."""
        rule = self.rules.get(name)
        if rule is None or any(f'"{one}{name}"'.encode() in raw for one in ("", "detekt:", "detekt.")):
            return None
        return rule


def rules_for(snapshot: Snapshot, path: str) -> Detekt:
    """Return the rules active for a file, from the nearest configuration above it."""
    for above in folders_above(path):
        before = f"{above}/" if above else ""
        for folder in _FOLDERS:
            for name in _NAMES:
                file = f"{before}{folder}{name}"
                data = snapshot.content(file)
                if data is not None:
                    rules, problems = _read(data)
                    active = {rule: said for rule, said in rules if not _excluded(said, path)}
                    return Detekt(file, active, tuple(f"{file}: {problem}" for problem in problems))
    return Detekt()


_Rules = list[tuple[str, Mapping[str, Any]]]


@lru_cache(maxsize=4)
def _read(data: bytes) -> tuple[_Rules, tuple[str, ...]]:
    """Return the rules that a configuration activates, and its unreadable parts.

    If the file as a whole is invalid YAML, each top-level block is parsed by itself.
    """
    text = data[:_MOST_BYTES].decode("utf-8-sig", "replace")
    problems = [] if len(data) <= _MOST_BYTES else [f"only its first {_MOST_BYTES} bytes were read"]
    rules, whole = _rules_in(text, 1)
    if whole is None:
        return rules, tuple(problems)
    rules, lost = [], list[str]()
    for line, block in _blocks(text):
        found, problem = _rules_in(block, line)
        rules += found
        if problem is not None:
            name = _NAME.search(block)
            lost.append(f"{problem}: the rules of `{name[1] if name else '?'}` are not known")
    # No block by itself is at fault where what they are together is: one of them is there twice, say.
    return rules, (*problems, *(lost or [whole]))


def _rules_in(text: str, first_line: int) -> tuple[_Rules, str | None]:
    """Return the rules that a text activates, and why it could not be read."""
    import yaml

    # Where PyYAML was built without libyaml there is only the slow one.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        # SafeLoader expands aliases in place; settings of this size have none.
        loaded = yaml.load(text, Loader=loader)  # noqa: S506 - one of the two safe ones
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        line = first_line + (mark.line if mark is not None else 0)
        return [], f"line {line}: {problem.problem or problem.context}"
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        return [], f"line {first_line}: {' '.join(str(problem).split())}"
    if loaded is None:
        return [], None
    if not isinstance(loaded, dict):
        return [], f"line {first_line}: no `key: value`"
    return [
        (str(name), rule)
        for rules in loaded.values()
        if isinstance(rules, dict) and rules.get("active") is not False
        for name, rule in rules.items()
        if isinstance(rule, dict) and rule.get("active") is True
    ], None


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Return the top-level blocks of YAML, each with its first line number."""
    block: list[str] = []
    begun = 1
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if line[:1].strip() and line[0] not in "#-" and block:
            yield begun, "".join(block)
            block, begun = [], number
        block.append(line)
    yield begun, "".join(block)


def _excluded(rule: Mapping[str, Any], path: str) -> bool:
    globs = rule.get("excludes") or ()
    globs = globs.split(",") if isinstance(globs, str) else globs
    return isinstance(globs, list) and any(
        fnmatch.fnmatch(f"/{path}", str(one).strip().replace("**/", "*/")) for one in globs
    )
