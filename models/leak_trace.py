"""A leak trace: the references from a GC root to an object that should be gone, as LeakCanary writes them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Wire, absent_if_empty, absent_if_none

LeakStatus = Literal["yes", "no", "unknown"]
LeakNodeKind = Literal["class", "instance", "array", "thread"]
LeakReferenceKind = Literal["field", "static_field", "array_element", "local_variable"]
LeakKind = Literal[
    "application",
    "library",  # a known leak of the platform or of a library
    "unreachable",  # no strong path from a GC root: the object will be collected
]


class LeakReference(Wire):
    """A reference from one object of the trace to the next."""

    kind: LeakReferenceKind
    owner: str = Field(
        description="Simple name of the class that declares the field, as the text has it; "
        "of an element the array's or collection's class."
    )
    name: str = Field(description="Field, `[0]` of an element, `<Java Local>` of a local variable.")
    suspect: bool = Field(
        default=False, description="Whether the leak can be here: the text underlines or marks it."
    )


class LeakNode(Wire):
    """An object of the trace."""

    class_name: str = Field(description="As the text has it; the full name where that has it.")
    kind: LeakNodeKind
    leaking: LeakStatus | None = absent_if_none("Absent where the text does not say it.")
    reason: str | None = absent_if_none("Why it is leaking or is not.")
    retained: str | None = absent_if_none("What would be freed with it, in the text's words.")
    labels: tuple[str, ...] = absent_if_empty("Further facts of the object, a line each.")
    reference: LeakReference | None = absent_if_none("What it holds on to; absent of the last.")


class LeakTrace(Wire):
    """One leak."""

    kind: LeakKind
    gc_root: str | None = absent_if_none("What keeps the first object alive.")
    nodes: tuple[LeakNode, ...] = Field(description="From the GC root to the object that leaks.")
    known_leak: str | None = absent_if_none("Of a known leak: its pattern and description.")
    retained_bytes: int | None = absent_if_none(
        "Bytes that all leaks of this signature keep from being freed."
    )
    signature: str | None = absent_if_none("LeakCanary's hash of the suspect references.")
    key: str | None = absent_if_none("LeakCanary's key of the watched object.")
    instances: int | None = absent_if_none("How many objects leak in this way, where the text says it.")
    metadata: dict[str, str] | None = absent_if_none(
        "Device, version and measurements at the end of the text, as it names them."
    )
