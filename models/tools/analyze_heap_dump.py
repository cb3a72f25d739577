"""`analyze_heap_dump`: an HPROF file → what leaks, what holds it, and what is largest."""

from __future__ import annotations

from pydantic import Field

from models.heap_dump import ClassCount, DumpFacts, HeapLeak, LargeObject
from models.wire import Params, Wire


class AnalyzeHeapDumpParams(Params):
    """Which dump."""

    file_path: str = Field(
        min_length=1, description="Workspace file: an `.hprof` of Android or of the JVM, not compressed."
    )
    limit: int = Field(
        default=10, ge=1, le=100, description="Leaks, large objects and classes that are listed."
    )


class AnalyzeHeapDumpResult(Wire):
    """The findings."""

    dump: DumpFacts
    leaks: tuple[HeapLeak, ...] = Field(
        description="Destroyed activities and fragments, cleared view models, views of destroyed activities, "
        "stopped services, and what LeakCanary watched: the project's before known leaks, the largest first."
    )
    largest: tuple[LargeObject, ...] = Field(description="Objects that retain most, at least 1% of the heap.")
    classes: tuple[ClassCount, ...] = Field(description="Classes whose instances take most.")
