"""Libraries that bring a package although their coordinates do not say so: by group, by a table."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from rca.causes.configuration.error_symptoms import package_of
from rca.causes.configuration.requirements import Requirement

_TABLE: Final = Path(__file__).parent / "data" / "package_libraries.toml"
_OF_MANY: Final = frozenset(
    (
        "com.android", "com.facebook", "com.github", "com.google", "com.microsoft", "com.squareup", "com.sun",
        "io.github", "org.apache", "org.eclipse", "org.jetbrains", "org.springframework",
    )
)  # fmt: skip
"""Beginnings under which many unrelated libraries are published."""
_LEAST_PARTS: Final = 2


def requirements_of_package(class_name: str, requirements: Iterable[Requirement]) -> tuple[Requirement, ...]:
    """Return the libraries that bring the package of a class by their group or by the table.

    A group fits where it begins with the same two parts as the package, unless many unrelated libraries do.

    Args:
        class_name: the full name, dots between its parts.
        requirements: what the build asks for.
    """
    package = package_of(class_name)
    start = ".".join(package.split(".")[:_LEAST_PARTS])
    is_telling = start.count(".") == _LEAST_PARTS - 1 and start not in _OF_MANY
    tabled = _modules_of(package)
    libraries = [one for one in requirements if one.kind == "library"]
    by_group = [one for one in libraries if is_telling and f"{one.group}.".startswith(f"{start}.")]
    return tuple(dict.fromkeys([*by_group, *(one for one in libraries if one.module in tabled)]))


def _modules_of(package: str) -> frozenset[str]:
    return frozenset(
        module
        for known, modules in _read_table()
        if f"{package}.".startswith(f"{known}.")
        for module in modules
    )


@cache
def _read_table() -> tuple[tuple[str, tuple[str, ...]], ...]:
    rows = tomllib.loads(_TABLE.read_text("utf-8"))["packages"]
    return tuple((row["package"], tuple(row["modules"])) for row in rows)
