"""Fit between the versions that a text mentions and those of the project."""

from __future__ import annotations

import re
from collections.abc import Mapping

from models.evidence import Environment

_NUMBER = r"(\d{1,3}(?:\.\d{1,4}){1,3})(?:-?(?:alpha|beta|rc|m|snapshot|eap)[\w.-]{0,12})?"
_PRODUCTS: Mapping[str, str] = {
    "kotlin": r"kotlin(?:[ -](?:gradle[ -])?plugin|[ -]compiler|[ -]stdlib(?:-jdk\d)?|[ -]version|_version)?",
    "androidGradlePlugin": (
        r"(?:agp|android[ -]gradle[ -]plugin|com\.android\.tools\.build:gradle"
        r"|com\.android\.(?:application|library))"
    ),
    "gradle": r"(?<!:)gradle(?:[ -]wrapper)?",
    "compose": r"(?:jetpack[ -])?compose(?:[ -](?:compiler|bom|ui))?",
    "java": r"(?:java|jdk|openjdk)",
}
_BETWEEN = r"(?:[\s:=('\"@/-]|version|v(?=\d)){1,14}"
_PATTERNS = {
    name: re.compile(rf"(?<![\w.-]){words}{_BETWEEN}{_NUMBER}", re.IGNORECASE)
    for name, words in _PRODUCTS.items()
}
_COORDINATE = re.compile(rf"\b([a-z][\w.-]{{2,60}}):([a-z][\w.-]{{1,60}}):{_NUMBER}", re.IGNORECASE)


def versions_used(environment: Environment) -> dict[str, str]:
    """Return the versions that a project states, by product and by library (`group:name`)."""
    products = {
        "kotlin": environment.kotlin,
        "androidGradlePlugin": environment.android_gradle_plugin,
        "gradle": environment.gradle,
    }
    libraries = {name.lower(): version for name, version in environment.libraries.items()}
    return {**libraries, **{name: version for name, version in products.items() if version}}


def version_fit(text: str, used: Mapping[str, str]) -> float:
    """Return how well the versions in a text match those in use, from -1 (others) to 1 (the same).

    0 if the text mentions none. For each product the best version counts: equal up to the second part is 1,
    equal first part less with the distance, another first part -1.

    Args:
        text: of a page.
        used: version by product (`kotlin`, `androidGradlePlugin`, `gradle`, …) or library (`group:name`).
    """
    fits = [
        max(_likeness(version, used[product]) for version in versions)
        for product, versions in spoken_of(text).items()
        if product in used
    ]
    return sum(fits) / len(fits) if fits else 0.0


def spoken_of(text: str) -> dict[str, list[str]]:
    """Return the versions in a text by product or library coordinate."""
    found: dict[str, list[str]] = {}
    for name, pattern in _PATTERNS.items():
        for match in pattern.finditer(text):
            found.setdefault(name, []).append(match[1])
    for match in _COORDINATE.finditer(text):
        found.setdefault(f"{match[1]}:{match[2]}".lower(), []).append(match[3])
    return found


def _likeness(one: str, other: str) -> float:
    left, right = _parts(one), _parts(other)
    if left[:1] != right[:1]:
        return -1.0
    if len(left) < 2 or len(right) < 2:
        return 0.5
    return max(0.0, 1.0 - abs(left[1] - right[1]) / 5)


def _parts(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)[:3]]
