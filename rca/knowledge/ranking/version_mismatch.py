"""Version mismatches between the project of a record and this one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import ValidationError

from models.evidence import Environment
from models.solution import Solution
from rca.knowledge.project_protocol import Project

MOST_LIBRARIES = 200
"""Libraries that a record keeps."""

_SHOWN_LIBRARIES = 5
_PARTS = re.compile(r"[A-Za-z0-9]+")
_COMMON = frozenset(
    {
        "com", "org", "net", "io", "dev", "android", "androidx", "google", "github", "lib", "library", "core",
        "common", "runtime", "java", "kotlin", "ktx", "jvm", "api", "impl", "base", "utils", "tools", "app",
        "main", "test",
    }
)  # fmt: skip


def environment_of(solution: Solution) -> Environment | None:
    """Return the environment that a record carries in `metadata.environment`."""
    raw = solution.metadata.get("environment")
    if not isinstance(raw, dict):
        return None
    try:
        return Environment.model_validate(raw)
    except ValidationError:
        return None


def is_unreadable(solution: Solution) -> bool:
    """Return whether a record's environment was written by another version in another form."""
    return solution.metadata.get("environment") is not None and environment_of(solution) is None


def mismatches(solution: Solution, project: Project) -> tuple[str, ...]:
    """Return the versions that differ: build tools first, then libraries that the record is about."""
    recorded = environment_of(solution)
    if recorded is None:
        return ()
    here = project.environment
    told = [
        f"recorded with {name} {then}, this project has {now}"
        for name, then, now in _versions(recorded, here)
        if then != now
    ]
    libraries = [
        f"recorded with {name} {then}, this project has {now}"
        for name, then, now in _libraries(recorded, here, solution)
        if then != now
    ]
    return (*told, *libraries[:_SHOWN_LIBRARIES])


def _versions(then: Environment, now: Environment) -> Iterator[tuple[str, str, str]]:
    for name, one, other in (
        ("Kotlin", then.kotlin, now.kotlin),
        ("Android Gradle plugin", then.android_gradle_plugin, now.android_gradle_plugin),
        ("Gradle", then.gradle, now.gradle),
    ):
        if one is not None and other is not None:
            yield name, one, other


def _libraries(then: Environment, now: Environment, solution: Solution) -> Iterator[tuple[str, str, str]]:
    words = _words_of(solution)
    for name, version in then.libraries.items():
        other = now.libraries.get(name)
        if other is not None and words & {part.lower() for part in _PARTS.findall(name)}:
            yield name, version, other


def _words_of(solution: Solution) -> frozenset[str]:
    """Return the words by which a record may name a library: in its frames, its cause and its solution."""
    metadata = solution.metadata
    named = [str(one) for key in ("frames", "libraries") for one in metadata.get(key) or ()]
    texts = (*named, solution.error_description, solution.root_cause, solution.solution, solution.error_type)
    return frozenset(part.lower() for text in texts for part in _PARTS.findall(text)) - _COMMON
