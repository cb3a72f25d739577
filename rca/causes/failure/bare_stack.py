"""What a stack shows by its innermost frames where the text names no exception."""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import Frame
from rca.causes.failure.blocked_threads import describe_wait
from rca.causes.failure.condition import Condition, simple_name

_DEEPEST = 8
_SHOWN: dict[str, Condition] = {
    "StrictMode$AndroidBlockGuardPolicy.onReadFromDisk": Condition(
        "wrong_thread", "The thread read from the disk, which StrictMode watches for."
    ),
    "StrictMode$AndroidBlockGuardPolicy.onWriteToDisk": Condition(
        "wrong_thread", "The thread wrote to the disk, which StrictMode watches for."
    ),
    "StrictMode$AndroidBlockGuardPolicy.onNetwork": Condition(
        "wrong_thread", "The thread used the network, which StrictMode watches for."
    ),
    "StrictMode$AndroidBlockGuardPolicy.onUnbufferedIO": Condition(
        "io", "Data was read or written without a buffer, which StrictMode watches for."
    ),
    "CloseGuard.open": Condition(
        "lifecycle", "The stack was taken where a resource was opened: nothing closed it."
    ),
    "CloseGuard.openWithCallSite": Condition(
        "lifecycle", "The stack was taken where a resource was opened: nothing closed it."
    ),
    "WindowManagerGlobal.addView": Condition(
        "lifecycle",
        "The stack was taken where a window was added, as for a window that outlives its activity.",
    ),
    "ApplicationImpl.throwThreadAccessException": Condition(
        "wrong_thread", "A call that belongs to the event dispatch thread came from another."
    ),
    "ApplicationImpl.assertIsDispatchThread": Condition(
        "wrong_thread", "A call that belongs to the event dispatch thread came from another."
    ),
    "ThreadingAssertions.assertEventDispatchThread": Condition(
        "wrong_thread", "A call that belongs to the event dispatch thread came from another."
    ),
    "ApplicationImpl.assertReadAccessAllowed": Condition(
        "wrong_thread", "Something was read without the read action that it asks for."
    ),
    "LoadedApk.getReceiverDispatcher": Condition(
        "lifecycle",
        "The stack was taken where a receiver was registered: its context ended before it was unregistered.",
    ),
    "LoadedApk.getServiceDispatcher": Condition(
        "lifecycle", "The stack was taken where a service was bound: its context ended before it was unbound."
    ),
}
"""By class and method, packages left out."""


def describe_stack(frames: Sequence[Frame]) -> Condition | None:
    """Return what the frames above the app's innermost one show; None where they show nothing known."""
    for frame in frames[:_DEEPEST]:
        if frame.origin == "app":
            return None
        owner = (frame.class_name or "").rpartition(".")[2]
        shown = _SHOWN.get(f"{owner}.{frame.method}")
        if shown is not None:
            return shown
        waits = describe_wait(frame)
        if waits is not None:
            thing = f"{simple_name(frame.class_name or '')}.{frame.method}"
            return Condition("not_responding", f"No exception is named; the thread waits {waits}.", thing)
    return None
