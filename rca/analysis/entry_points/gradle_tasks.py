"""Tasks and plugins that Gradle scripts declare, in Groovy or Kotlin.

Regular expressions and not a parser: of public Groovy scripts 41% do not parse with the grammar at
hand, and only a few plain statements matter here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from models.navigation import EntryKind, EntryPoint
from rca.scheduling.deadline import Deadline
from rca.text.line_index import Lines
from rca.workspace import Snapshot
from rca.workspace.build_modules import Modules

_TASKS = (
    re.compile(r"\btasks\s*\.\s*(?:register|create)\s*(?:<[^>\n]*>)?\s*\(\s*[\"'](?P<name>[\w.:-]+)[\"']"),
    re.compile(r"\bval\s+(?P<name>\w+)\s+by\s+tasks\s*\.\s*(?:registering|creating)\b"),
    re.compile(r"^[ \t]*task(?:[ \t]+|[ \t]*\([ \t]*)[\"']?(?P<name>\w[\w-]*)", re.MULTILINE),
)
_PLUGIN = re.compile(
    r"\b(?:create|register)\s*\(\s*[\"'][^\"'\n]+[\"']\s*\)\s*\{(?P<body>[^{}]*\bimplementationClass\b[^{}]*)\}"
)
_ID = re.compile(r"\bid\s*(?:=|\(|\.set\()?\s*[\"'](?P<id>[\w.-]+)[\"']")
_CLASS = re.compile(r"\bimplementationClass\s*(?:=|\.set\()?\s*[\"'](?P<name>[\w.$]+)[\"']")
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'\w])//[^\n]*", re.DOTALL)


def build_entries(snapshot: Snapshot, modules: Modules, deadline: Deadline) -> Iterator[EntryPoint]:
    """Return the tasks and plugins of the workspace's scripts."""
    for path in snapshot.index.listed:
        if not path.endswith((".gradle", ".gradle.kts")):
            continue
        if deadline.expired:
            return
        text = snapshot.text(path)
        if text is None:
            continue
        code = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
        lines = Lines(code)
        for kind, name, start, details in _declared(code):
            yield EntryPoint(
                kind=kind,
                name=name,
                qualified_name=name,
                file_path=path,
                line=lines.line_of(start),
                module=modules.of(path),
                evidence="declared by the script",
                details=details,
            )


def _declared(code: str) -> Iterator[tuple[EntryKind, str, int, tuple[str, ...]]]:
    tasks = {found.start("name"): found["name"] for pattern in _TASKS for found in pattern.finditer(code)}
    for start, name in sorted(tasks.items()):
        yield "gradle_task", name, start, ()
    for found in _PLUGIN.finditer(code):
        named, made = _ID.search(found["body"]), _CLASS.search(found["body"])
        if named and made:
            yield "gradle_plugin", named["id"], found.start("body") + named.start(), (made["name"],)
