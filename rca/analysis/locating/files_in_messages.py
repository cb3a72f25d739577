"""Files that an error names without a line: Gradle scripts, resources by path."""

from __future__ import annotations

import re
from dataclasses import dataclass

from models.error_report import ErrorReport
from rca.workspace import Snapshot

_PROJECT = re.compile(
    r"\b(?:configuring|evaluating) (?P<what>project '(?P<path>:[\w:.-]+)'|root project '[^'\n]+')"
)
_SCRIPTS = ("build.gradle.kts", "build.gradle")
_RESOURCE = re.compile(r"(?<![\w/])res/(?P<folder>[a-z]+(?:-[\w+-]+)*)/(?P<name>\w+\.xml)\b")
_TEST_SETS = re.compile(r"/src/\w*[tT]est\w*/")
_OF_PROJECT = "Gradle names this project, and no line of its script"
_OF_RESOURCE = "the message names this resource, and no line of it"


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file that an error names; `alternatives` are other files that the name may mean."""

    path: str
    alternatives: tuple[str, ...]
    words: str
    note: str


def named_files(report: ErrorReport, snapshot: Snapshot) -> tuple[NamedFile, ...]:
    """Return the files that an error names without a line, each once: scripts, then resources."""
    gradle = report.what_went_wrong or ""
    text = "\n".join((gradle, *(exception.message or "" for exception in report.exceptions)))
    found: dict[str, NamedFile] = {}
    for project in _PROJECT.finditer(gradle):
        script = _script((project["path"] or "").strip(":").replace(":", "/"), snapshot)
        if script is not None:
            found.setdefault(script, NamedFile(script, (), project["what"], _OF_PROJECT))
    for resource in _RESOURCE.finditer(text):
        paths = _resource_files(resource["folder"], resource["name"], snapshot)
        if paths:
            found.setdefault(paths[0], NamedFile(paths[0], tuple(paths[1:]), resource[0], _OF_RESOURCE))
    return tuple(found.values())


def _script(folder: str, snapshot: Snapshot) -> str | None:
    """Return the project's build script in a folder; of several candidates, the topmost."""
    for name in _SCRIPTS:
        end = f"/{folder}/{name}" if folder else f"/{name}"
        paths = [path for path in snapshot.files(name) if f"/{path}".endswith(end)]
        if paths:
            return min(paths, key=lambda path: (path.count("/"), path))
    return None


def _resource_files(folder: str, name: str, snapshot: Snapshot) -> list[str]:
    """Return the files of a resource in the named folder, with variants (`layout-land`) and tests."""
    end = re.compile(rf"(?:^|/)res/{re.escape(folder)}(?P<variant>(?:-[\w+-]+)*)/{re.escape(name)}$")
    found = [(path, match["variant"]) for path in snapshot.files(name) if (match := end.search(path))]
    ranked = sorted((bool(_TEST_SETS.search(f"/{path}")), bool(variant), path) for path, variant in found)
    return [path for _, _, path in ranked]
