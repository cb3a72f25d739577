"""Files that an error names without a line: scripts of Gradle's projects, resources by their path."""

from __future__ import annotations

import re
from collections.abc import Iterator

from models.error_report import ErrorReport
from rca.workspace import Snapshot

_PROJECT = re.compile(
    r"\b(?:configuring|evaluating) (?P<what>project '(?P<path>:[\w:.-]+)'|root project '[^'\n]+')"
)
_SCRIPTS = ("build.gradle.kts", "build.gradle")
_RESOURCE = re.compile(r"(?<![\w/])res/(?P<folder>[a-z]+(?:-[\w+-]+)*)/(?P<name>\w+\.xml)\b")
_TEST_SETS = re.compile(r"/src/\w*[tT]est\w*/")
_MOST = 4
_OF_PROJECT = "Gradle names this project, and no line of its script"
_OF_RESOURCE = "the message names this resource, and no line of it"


def named_files(report: ErrorReport, snapshot: Snapshot) -> Iterator[tuple[str, str, str]]:
    """Yield path, the words that name it, and a note on what is not known, of at most four such files."""
    gradle = report.what_went_wrong or ""
    text = "\n".join((gradle, *(exception.message or "" for exception in report.exceptions)))
    found: dict[str, tuple[str, str]] = {}
    for project in _PROJECT.finditer(gradle):
        script = _script((project["path"] or "").strip(":").replace(":", "/"), snapshot)
        if script is not None:
            found.setdefault(script, (project["what"], _OF_PROJECT))
    for resource in _RESOURCE.finditer(text):
        for path in _resource_files(resource["folder"], resource["name"], snapshot):
            found.setdefault(path, (resource[0], _OF_RESOURCE))
    for path, (words, note) in list(found.items())[:_MOST]:
        yield path, words, note


def _script(folder: str, snapshot: Snapshot) -> str | None:
    """Return the script of the project in that folder: of several, the one nearest to the top."""
    for name in _SCRIPTS:
        end = f"/{folder}/{name}" if folder else f"/{name}"
        paths = [path for path in snapshot.files(name) if f"/{path}".endswith(end)]
        if paths:
            return min(paths, key=lambda path: (path.count("/"), path))
    return None


def _resource_files(folder: str, name: str, snapshot: Snapshot) -> list[str]:
    """Return the files of a resource in all its variants (`layout-land`), those of tests last."""
    end = re.compile(rf"(?:^|/)res/{re.escape(folder)}(?:-[\w+-]+)*/{re.escape(name)}$")
    found = (path for path in snapshot.files(name) if end.search(path))
    return sorted(found, key=lambda path: (bool(_TEST_SETS.search(f"/{path}")), path))
