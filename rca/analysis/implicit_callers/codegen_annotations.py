"""Annotations that belong to a code generator of the build and that no built-in rule lists."""

from __future__ import annotations

from collections.abc import Iterator

from rca.analysis.implicit_callers.framework_annotations import annotations_of
from rca.analysis.module_graph import builds_of
from rca.index.index_view import IndexView
from rca.resolve.symbol import Symbol
from rca.workspace.build_modules import modules_of

_PROCESSES = ("ksp", "kapt", "annotationprocessor")
_PLAIN = (
    "java.",
    "javax.",
    "kotlin.",
    "kotlinx.",
    "android.",
    "androidx.",
    "org.jetbrains.",
    "org.intellij.",
)
_SHARED_PARTS = 2
"""Parts that a package begins with as a generator's group does, to be taken for its own."""


def generators_of(symbol: Symbol, index: IndexView) -> Iterator[tuple[str, str]]:
    """Return the annotations of a declaration or its class that belong to a generator, with the generator.

    Only generators of its module count. An annotation belongs to a generator if its package begins with the
    generator's group: `com.squareup.moshi.JsonClass` and `com.squareup.moshi:moshi-kotlin-codegen`.
    """
    marks = [
        (shown, full) for shown, full in annotations_of(symbol) if not full.startswith(_PLAIN) and "." in full
    ]
    if not marks:
        return
    modules = modules_of(index)
    build = builds_of(index, modules).by_module[modules.of(symbol.path)]
    groups = {
        _start(name.partition(":")[0]): name
        for name, (_, how) in build.libraries.items()
        if any(one.lower().startswith(_PROCESSES) for one in how)
    }
    for shown, full in marks:
        if _start(full) in groups:
            yield shown, groups[_start(full)]


def _start(name: str) -> str:
    return ".".join(name.split(".")[:_SHARED_PARTS])
