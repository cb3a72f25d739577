"""A leak trace while it is read."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.leak_trace import LeakKind, LeakNode, LeakNodeKind, LeakReference, LeakStatus, LeakTrace


@dataclass(slots=True)
class NodeDraft:
    """An object of the trace while it is read."""

    class_name: str
    kind: LeakNodeKind
    leaking: LeakStatus | None = None
    reason: str | None = None
    retained: str | None = None
    labels: list[str] = field(default_factory=list)
    reference: LeakReference | None = None

    @property
    def is_bare(self) -> bool:
        """Whether nothing but the class was read."""
        return self.leaking is None and self.reference is None and not self.labels

    def finish(self) -> LeakNode:
        """Return the object as it was read."""
        return LeakNode(
            class_name=self.class_name,
            kind=self.kind,
            leaking=self.leaking,
            reason=self.reason,
            retained=self.retained,
            labels=tuple(self.labels),
            reference=self.reference,
        )


@dataclass(slots=True)
class TraceDraft:
    """A leak trace while it is read; `first` and `last` are its lines, 0-based."""

    first: int
    last: int
    kind: LeakKind = "application"
    gc_root: str | None = None
    nodes: list[NodeDraft] = field(default_factory=list)
    known_leak: str | None = None
    retained_bytes: int | None = None
    signature: str | None = None
    key: str | None = None
    instances: int | None = None
    leaking_class: str | None = None
    process: str | None = None
    metadata: dict[str, str] = field(default_factory=dict)
    complete: bool = False

    def finish(self) -> LeakTrace:
        """Return the trace as it was read."""
        return LeakTrace(
            kind=self.kind,
            gc_root=self.gc_root,
            nodes=tuple(node.finish() for node in self.nodes),
            known_leak=self.known_leak,
            retained_bytes=self.retained_bytes,
            signature=self.signature,
            key=self.key,
            instances=self.instances,
            metadata=self.metadata or None,
        )
