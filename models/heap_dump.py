"""What a heap dump shows: leaks, the objects that retain most, and classes by size."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.hypothesis import Hypothesis
from models.leak_trace import LeakNode, LeakTrace
from models.wire import Wire, absent_if_empty


class DumpFacts(Wire):
    """The dump itself."""

    form: str = Field(description="As its header says it, `JAVA PROFILE 1.0.2`.")
    platform: Literal["android", "jvm"]
    bytes: int = Field(description="Size of the file.")
    objects: int
    classes: int
    reachable_objects: int = Field(description="Objects that a GC root reaches over strong references.")
    reachable_bytes: int = Field(
        description="Their size; of the JVM's objects an estimate, as the dump lacks their headers."
    )


class HeapLeak(Wire):
    """Objects that should be gone and are held in the same way; the trace is that of the largest."""

    trace: LeakTrace
    text: str = Field(default="", description="The trace as LeakCanary prints it.")
    hypotheses: tuple[Hypothesis, ...] = absent_if_empty(
        "Which reference of the project holds on, and who should have cleared it; likeliest first."
    )


class LargeObject(Wire):
    """An object that retains much: all that would be freed with it."""

    class_name: str
    retained_bytes: int
    gathered_in: str = Field(description="Class of the object below it in which most of that is gathered.")
    gathered_bytes: int
    path: tuple[LeakNode, ...] = Field(
        description="From a GC root to the latter, at most its last 40 objects."
    )


class ClassCount(Wire):
    """Reachable instances of a class."""

    class_name: str
    count: int
    bytes: int = Field(description="Size of the instances alone, without what they retain.")
