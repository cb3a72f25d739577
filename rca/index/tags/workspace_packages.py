"""The workspace's own packages, from its sources and build scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

# fmt: off
_SHARED = frozenset((
    "com", "org", "net", "io", "dev", "me", "de", "fr", "uk", "eu", "co", "app", "edu", "gov",
    "android", "androidx", "java", "javax", "jakarta", "kotlin", "kotlinx", "com.google",
    "com.android", "com.squareup", "com.github", "com.facebook", "com.amazonaws", "com.microsoft",
    "com.intellij", "org.jetbrains", "org.apache", "org.springframework", "org.junit", "org.gradle",
    "org.eclipse", "org.mozilla", "io.github", "io.ktor", "io.reactivex", "dev.android",
    "androidx.compose", "com.google.android", "com.google.firebase",
))
# fmt: on
"""Prefixes that many owners share: on their own they would claim platform and library frames."""


def app_packages(packages: Mapping[str, int], namespaces: Iterable[str]) -> tuple[str, ...]:
    """Return the packages of the workspace's own code, sorted; one that lies inside another is left out.

    `packages` counts the files of each package; `namespaces` are those that build scripts declare.
    The longest prefixes that sources share are taken, never one that platform or libraries share.
    """
    found = {name for name in namespaces if name not in _SHARED and "." in name}
    tree: dict[str, list[str]] = {}
    for package in packages:
        if package:
            tree.setdefault(package.split(".", maxsplit=1)[0], []).append(package)
    for members in tree.values():
        found.update(_own_prefixes(members))
    return tuple(sorted(name for name in found if not any(name.startswith(f"{other}.") for other in found)))


def _own_prefixes(packages: list[str]) -> set[str]:
    """Return the longest common prefix, or, where it is shared by many owners, those one step below."""
    split = [package.split(".") for package in packages]
    shared: list[str] = []
    for parts in zip(*split, strict=False):
        if len(set(parts)) > 1:
            break
        shared.append(parts[0])
    prefix = ".".join(shared)
    if prefix and prefix not in _SHARED:
        return {prefix}
    below: dict[str, list[str]] = {}
    for package, names in zip(packages, split, strict=True):
        if len(names) > len(shared):
            below.setdefault(".".join(names[: len(shared) + 1]), []).append(package)
    found: set[str] = set()
    for deeper in below.values():
        found |= _own_prefixes(deeper)
    return found
