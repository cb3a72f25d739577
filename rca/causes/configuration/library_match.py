"""Which dependency declaration provides a class, by the words that package and coordinates share."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rca.causes.configuration.requirements import Requirement

_WORD = re.compile(r"[A-Za-z]+\d*|\d+")
_DOMAINS = frozenset(
    (
        "com",
        "org",
        "net",
        "io",
        "dev",
        "de",
        "me",
        "co",
        "app",
        "github",
        "gitlab",
        "java",
        "javax",
        "jakarta",
    )
)
_COMMON = _DOMAINS | frozenset(
    (
        "android", "androidx", "kotlin", "kotlinx", "google", "apache", "core", "api", "common", "lib",
        "library", "ktx", "jvm", "runtime", "util", "utils", "impl", "internal", "client", "sdk", "bom",
        "gradle", "plugin", "jetbrains", "squareup", "support", "gms", "test", "tools", "build", "main",
        "base", "extensions", "aar",
    )
)  # fmt: skip
_LEAST = 1.0
_LONG = 6


def rank_requirements(
    class_name: str, requirements: Iterable[Requirement], known: str | None = None
) -> list[tuple[float, Requirement]]:
    """Return the requirements that may bring a class with their scores, best first.

    Args:
        class_name: the full name, dots between its parts.
        requirements: what the build asks for.
        known: `group:name` of the library that is known to have it.
    """
    scored = []
    for requirement in requirements:
        score = (
            9.0
            if known is not None and requirement.module == known
            else coordinate_similarity(class_name, requirement)
        )
        if score >= _LEAST:
            scored.append((score, requirement))
    return sorted(scored, key=lambda pair: -pair[0])


def coordinate_similarity(class_name: str, requirement: Requirement) -> float:
    """Return how much the coordinates of a requirement have in common with the name of a class."""
    parts = class_name.replace("$", ".").split(".")
    package = [part.lower() for part in parts if not part[:1].isupper()]
    words = {word for part in package for word in _words(part)} | set(package)
    coordinates = requirement.group or requirement.name
    group = [part.lower() for part in coordinates.split(".")]
    shared = _shared_prefix(group, package)
    telling = [word for word in _words(requirement.name) if word not in _COMMON]
    matched = [word for word in dict.fromkeys(telling) if _is_in(word, words, parts)]
    whole_group = shared == len(group) and shared >= 2
    score = 0.0
    if whole_group:
        score += 1.0 + 0.3 * shared
    elif shared >= 2 and not _DOMAINS.issuperset(group[:shared]):
        score += 0.3 * shared
    elif group and group[-1] not in _COMMON and group[-1] in package:
        score += 0.8
    score += 0.6 * len(matched)
    if requirement.name.lower() in package and len(requirement.name) >= _LONG:
        score += 0.5  # the artifact's whole name is a package
    score -= 0.15 * (len(set(telling)) - len(matched))
    if not whole_group and not any(len(word) >= 4 for word in matched):
        return min(score, _LEAST - 0.01)
    return score


def names_artifact(class_name: str, requirement: Requirement) -> bool:
    """Return whether every telling word of the artifact's name stands in the class's package."""
    parts = class_name.replace("$", ".").split(".")
    words = {word for part in parts[:-1] for word in (*_words(part), part.lower())}
    telling = [word for word in _words(requirement.name) if word not in _COMMON]
    return all(_is_in(word, words, parts) for word in telling)


def rank_by_words(simple_name: str, requirements: Iterable[Requirement]) -> list[Requirement]:
    """Return the requirements whose group is among the words of a class's simple name, best first."""
    words = set(_words(simple_name))
    found = []
    for requirement in requirements:
        family = requirement.group.rpartition(".")[2].lower()
        telling = [word for word in _words(requirement.name) if word not in _COMMON]
        others = [word for word in telling if word not in words]
        if len(family) >= _LONG and family in words:
            found.append((len(others), -len(telling), requirement))
    return [requirement for _, _, requirement in sorted(found, key=lambda row: row[:2])]


def _words(text: str) -> list[str]:
    spread = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text)
    return [word.lower() for word in _WORD.findall(spread)]


def _is_in(word: str, words: set[str], parts: list[str]) -> bool:
    if word in words:
        return True
    bare = word.rstrip("0123456789")
    return len(bare) >= 4 and (bare in words or any(bare in part.lower() for part in parts))


def _shared_prefix(group: list[str], package: list[str]) -> int:
    count = 0
    for left, right in zip(group, package, strict=False):
        if left != right:
            break
        count += 1
    return count
