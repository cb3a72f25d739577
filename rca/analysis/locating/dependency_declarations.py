"""Where build files request the dependencies and plugins that could not be resolved."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rca.text.line_index import Lines
from rca.workspace import Snapshot

_MISSING = re.compile(
    r"\bCould not (?:find|resolve|download) (?:[\w.-]+\.jar \()?([\w.-]+:[\w.-]+)"
    r"|\b([\w.-]+\.[\w.-]+:[\w.-]+)(?=:|'|\b)"
    r"|\bPlugin (?:\[id: |with id )'([\w.-]+)'"
)
_FILES = (
    *("libs.versions.toml", "settings.gradle.kts", "settings.gradle"),
    *("build.gradle.kts", "build.gradle", "pom.xml"),
)
_KOTLIN_PLUGIN = "org.jetbrains.kotlin."


def requirements(
    text: str, snapshot: Snapshot, lines_of: Callable[[str], Lines | None]
) -> Iterator[tuple[str, int, str]]:
    """Return path, line and name of each place that requests a dependency named in a build error.

    Names come in the order of the text, of each the first place of a file, catalogs before scripts.
    """
    paths = [path for name in _FILES for path in snapshot.files(name)]
    for name in dict.fromkeys(match[match.lastindex or 0] for match in _MISSING.finditer(text)):
        spelled = _spellings(name)
        for path in paths:
            lines = lines_of(path)
            found = spelled.search(lines.text) if lines is not None else None
            if lines is not None and found is not None:
                yield path, lines.line_of(found.start()), name


def _spellings(name: str) -> re.Pattern[str]:
    """Return the spellings of a module (`group:name`) or plugin id in scripts, catalogues and Maven."""
    group, _, module = (re.escape(part) for part in name.partition(":"))
    ways = [rf"(?<![\w.:-]){re.escape(name)}(?![\w.-])"]
    if module:
        ways += [
            rf"""\bgroup\s*[=:]\s*["']{group}["']\s*,\s*name\s*[=:]\s*["']{module}["']""",
            rf"<groupId>\s*{group}\s*</groupId>\s*<artifactId>\s*{module}\s*</artifactId>",
        ]
    elif name.startswith(_KOTLIN_PLUGIN):
        ways.append(rf"""\bkotlin\(["']{re.escape(name.removeprefix(_KOTLIN_PLUGIN))}["']\)""")
    return re.compile("|".join(ways))
