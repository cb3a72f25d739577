"""Which test classes Maven's Surefire runs: by name, as the POM or the defaults say.

Sources: Surefire 3.5 documentation ("Inclusions and Exclusions of Tests").
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

_DEFAULT: Final = ("**/Test*.java", "**/*Test.java", "**/*Tests.java", "**/*TestCase.java")
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_PLUGIN: Final = re.compile(
    r"<plugin>(?:(?!</plugin>).)*?<artifactId>\s*maven-surefire-plugin\s*</artifactId>.*?</plugin>", re.DOTALL
)
_EXECUTIONS: Final = re.compile(r"<executions>.*?</executions>", re.DOTALL)
_ENTRY: Final = re.compile(r"<(?P<kind>include|exclude)>\s*(?P<pattern>[^<]*?)\s*</(?P=kind)>")


@dataclass(frozen=True, slots=True)
class SurefireSelection:
    """The patterns of one module."""

    includes: tuple[str, ...] = _DEFAULT
    excludes: tuple[str, ...] = ()

    def runs(self, binary_name: str) -> bool:
        """Return whether `mvn test` runs a top-level class."""
        path = binary_name.replace(".", "/")
        return any(_fits(pattern, path) for pattern in self.includes) and not any(
            _fits(pattern, path) for pattern in self.excludes
        )


def surefire_selection(folder: str, text: Callable[[str], str | None]) -> SurefireSelection:
    """Return the patterns of the POM of a module, or of the nearest folder above it that has some.

    Args:
        folder: the module's, empty for the root.
        text: returns the text of a file.
    """
    while True:
        pom = text(f"{folder}/pom.xml" if folder else "pom.xml")
        plugins = _PLUGIN.findall(_COMMENT.sub("", pom or ""))
        entries = [one for plugin in plugins for one in _ENTRY.finditer(_EXECUTIONS.sub("", plugin))]
        if entries:
            includes = tuple(one["pattern"] for one in entries if one["kind"] == "include")
            excludes = tuple(one["pattern"] for one in entries if one["kind"] == "exclude")
            return SurefireSelection(includes or _DEFAULT, excludes)
        if not folder:
            return SurefireSelection()
        folder = folder.rpartition("/")[0]


def _fits(pattern: str, path: str) -> bool:
    return _compiled(pattern).fullmatch(path) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Return an Ant pattern as a regular expression over the path of a class, without an ending."""
    if pattern.startswith("%regex[") and pattern.endswith("]"):
        return re.compile(pattern[7:-1].removesuffix(".class").removesuffix(".*"))
    plain = re.sub(r"\.(?:java|class|kt)$", "", pattern)
    if "/" not in plain and "*" not in plain:
        plain = plain.replace(".", "/")
    if "/" not in plain:
        plain = f"**/{plain}"
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", plain)
    wild = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(wild.get(part, re.escape(part)) for part in parts))
