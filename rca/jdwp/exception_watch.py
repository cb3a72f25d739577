"""Waits for an exception that leaves the app's code, and captures the program at its throw."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rca.error_text.frame_origin import origin_of
from rca.hangs.hang_dump import HangDump
from rca.jdwp.execution_recorder import BREAKPOINT, CLASS_PREPARE, FIELD_MODIFICATION, ExecutionRecorder
from rca.jdwp.frame_capture import FrameCapture, RawFrame, RawState, StackEntry
from rca.jdwp.hang_capture import read_hang
from rca.jdwp.jdwp_connection import Command, JdwpConnection
from rca.jdwp.jdwp_packets import JdwpProblem, JvmValue, Location, PacketReader, ReplyError
from rca.jdwp.loaded_classes import LoadedClasses
from rca.jdwp.thread_capture import capture_threads
from rca.jdwp.value_reader import RawValue, ValueReader

STILL_SECONDS = 0.25
"""How long the program may be suspended for one capture."""

_EXCEPTION, _VM_START, _VM_DEATH = 4, 90, 99
_RECORDED = (BREAKPOINT, CLASS_PREPARE, FIELD_MODIFICATION)
_SUSPEND_THREAD = 1
_EXCEPTION_ONLY = 8
_POLL_SECONDS = 0.2
_LAST_EVENT_SECONDS = 0.02
"""Time for an event that was reported before its request was cancelled to arrive."""
_MOST_STACK = 256
_MOST_KEPT = 30
_MOST_EARLY_CAPTURES = 100
"""Throws that the app catches are captured too, as it may throw the same exception again, or wrap it."""
_MOST_CAUSES = 8
_ASSERTING = ("AssertThrows", "ThrowableAssert", "ExpectException", "ThrowableSubject")
"""Classes of test libraries that catch what a test expects to be thrown."""


@dataclass(frozen=True, slots=True)
class ThrowFilter:
    """Which throws count.

    Attributes:
        exception: class name, with or without its package, of the exception or a class above it; None: any.
        caught: also what the app itself catches.
        app_packages: packages of the app; empty: all that are no known library's.
    """

    exception: str | None = None
    caught: bool = False
    app_packages: tuple[str, ...] = ()

    def accepts(self, class_chain: Sequence[str]) -> bool:
        """Return whether an exception with these classes, its own first, counts."""
        if self.exception is None:
            return True
        wanted = self.exception
        return any(name == wanted or name.replace("$", ".").endswith(f".{wanted}") for name in class_chain)


@dataclass(frozen=True, slots=True)
class _Throw:
    """One exception event."""

    thread: int
    exception: int
    catch: Location | None


class ExceptionWatch:
    """Watches one program; `detach` resumes it, whatever happened.

    Args:
        connection: to the program.
        throw_filter: which throws count.
        records: whether it also records what runs before the throw, from the program's start on.
    """

    def __init__(
        self, connection: JdwpConnection, throw_filter: ThrowFilter, *, records: bool = False
    ) -> None:
        self._connection = connection
        self._filter = throw_filter
        self._classes = LoadedClasses(connection)
        self._early: dict[int, RawState] = {}
        self._early_count = 0
        self._request: int | None = None
        packages = throw_filter.app_packages
        recorder = ExecutionRecorder(connection, self._classes, self._is_app, packages)
        self._recorder = recorder if records else None
        self.seen = 0
        """Exceptions that were thrown while it watched."""

    def start(self) -> None:
        """Request exception events, and resume a program that waits for its debugger."""
        writer = self._connection.writer()
        writer.byte(_EXCEPTION).byte(_SUSPEND_THREAD).int32(1)
        writer.byte(_EXCEPTION_ONLY).type_id(0).byte(1).byte(1)
        self._request = self._connection.request(Command(15, 1, bytes(writer.data))).int32()
        if self._recorder is not None:
            self._recorder.start()

    def wait(self, is_over: Callable[[], bool]) -> RawState | None:
        """Return the state at the first throw that counts; None where the watch is over before.

        Raises:
            ConnectionLost: the program ended.
        """
        while not is_over():
            event = self._connection.next_event(_POLL_SECONDS)
            if event is not None and (state := self._handle(event)) is not None:
                return state
        return None

    def read_hang(self) -> HangDump:
        """Return all threads as they stand now, for a program that throws nothing and does not go on.

        Raises:
            JdwpProblem: the program ended, or does not answer.
        """
        packages = self._filter.app_packages
        return read_hang(self._connection, self._classes, lambda name: origin_of(name, packages))

    def detach(self) -> None:
        """Cancel all event requests and resume all threads.

        A JVM that is let go of while it reports an event can keep that event's thread suspended for ever. So
        no further events are asked for, and the threads of those on their way are resumed, before that.
        """
        try:
            with contextlib.suppress(JdwpProblem, ReplyError):  # it is let go of whatever it says
                self._stop_events()
                while (event := self._connection.next_event(_LAST_EVENT_SECONDS)) is not None:
                    self._resume_reported(event)
            self._connection.request(Command(1, 6))
        finally:
            self._connection.close()

    def _stop_events(self) -> None:
        """Cancel the requests for events."""
        if self._recorder is not None:
            self._recorder.stop()
        if self._request is not None:
            writer = self._connection.writer().byte(_EXCEPTION).int32(self._request)
            self._request = None
            self._connection.request(Command(15, 2, bytes(writer.data)))

    def _resume_reported(self, event: PacketReader) -> None:
        """Resume what an event suspended: its threads, or a program that waits for its debugger."""
        policy = event.byte()
        for _ in range(event.int32()):
            kind = event.byte()
            event.int32()
            if kind == _EXCEPTION:
                thread = event.object_id()
                event.location(), event.value(), event.location()
                self._resume(thread)
            elif kind == _VM_START and policy:
                event.object_id()
                self._connection.request(Command(1, 9))
            elif kind in _RECORDED and self._recorder is not None:
                self._record(kind, event)
            else:
                return

    def _record(self, kind: int, event: PacketReader) -> None:
        thread = self._recorder.handle(kind, event) if self._recorder is not None else None
        if thread:
            self._resume(thread)

    def _handle(self, event: PacketReader) -> RawState | None:
        stopped_at = time.monotonic()
        policy = event.byte()
        for _ in range(event.int32()):
            kind = event.byte()
            event.int32()
            if kind == _VM_START:
                event.object_id()
                # Nowhere else: one resume too many would let a thread go that an exception stopped.
                if policy:
                    self._connection.request(Command(1, 9))
            elif kind == _EXCEPTION:
                thread, _place = event.object_id(), event.location()
                exception, catch = event.value().object_id or 0, event.location()
                throw = _Throw(thread, exception, catch if catch.class_id else None)
                self.seen += 1
                state = self._judge(throw, stopped_at)
                if state is not None:
                    self._stop_events()  # before the thread goes on and throws again
                self._resume(thread)
                if state is not None:
                    return state
            elif kind in _RECORDED and self._recorder is not None:
                self._record(kind, event)
            elif kind != _VM_DEATH:
                return None  # nothing else was asked for, and its data has an unknown length
        return None

    def _resume(self, thread: int) -> None:
        self._connection.request_all([Command(11, 3, self._id(thread))])

    def _id(self, number: int) -> bytes:
        return bytes(self._connection.writer().object_id(number).data)

    def _judge(self, throw: _Throw, stopped_at: float) -> RawState | None:
        """Return the state at a throw that counts, the program still suspended; None for another."""
        stack = self._stack(throw)
        first_app = next((number for number, entry in enumerate(stack) if entry.is_app), None)
        if first_app is None:
            return None
        catching = self._catching_frame(throw, stack)
        if catching is not None and catching < first_app:
            return None  # a library catches what its own code throws
        chain, catcher = self._exception_classes(throw), self._class_of(throw.catch)
        is_caught = catching is not None and stack[catching].is_app
        is_caught |= catcher is not None and catcher.endswith(_ASSERTING)
        if is_caught and not self._filter.caught:
            self._capture_early(throw, stack, stopped_at)
            return None
        if not self._filter.accepts(chain):
            return None
        return self._capture(throw, stack, stopped_at)

    def _stack(self, throw: _Throw) -> list[StackEntry]:
        count = self._connection.request(Command(11, 7, self._id(throw.thread))).int32()
        writer = self._connection.writer().object_id(throw.thread)
        reply = self._connection.request(
            Command(11, 6, bytes(writer.int32(0).int32(min(count, _MOST_STACK)).data))
        )
        frames = [(reply.frame_id(), reply.location()) for _ in range(reply.int32())]
        self._classes.load_names(place.class_id for _, place in frames)
        return [
            StackEntry(frame, place, self._is_app(self._classes[place.class_id].name))
            for frame, place in frames
        ]

    def _is_app(self, name: str) -> bool:
        return origin_of(name, self._filter.app_packages) == "app"

    def _catching_frame(self, throw: _Throw, stack: Sequence[StackEntry]) -> int | None:
        if throw.catch is None:
            return None
        wanted = (throw.catch.class_id, throw.catch.method_id)
        places = (
            number
            for number, entry in enumerate(stack)
            if (entry.place.class_id, entry.place.method_id) == wanted
        )
        return next(places, None)

    def _exception_classes(self, throw: _Throw) -> list[str]:
        reply = self._connection.request(Command(9, 1, self._id(throw.exception)))
        reply.byte()
        class_id = reply.type_id()
        self._classes.load_fields([class_id])
        return self._classes.class_chain(class_id)

    def _class_of(self, place: Location | None) -> str | None:
        if place is None:
            return None
        self._classes.load_names([place.class_id])
        return self._classes[place.class_id].name

    def _capture_early(self, throw: _Throw, stack: Sequence[StackEntry], stopped_at: float) -> None:
        """Capture a throw that the app catches: `finally`, `synchronized` and `use` throw it again."""
        self._early_count += 1
        if throw.exception in self._early or self._early_count > _MOST_EARLY_CAPTURES:
            return
        self._early[throw.exception] = self._capture(throw, stack, stopped_at)
        if len(self._early) > _MOST_KEPT:
            del self._early[next(iter(self._early))]

    def _frames(
        self, throw: _Throw, stack: Sequence[StackEntry], reader: ValueReader
    ) -> tuple[RawFrame, ...]:
        return FrameCapture(self._connection, self._classes, reader).capture(throw.thread, stack)

    def _capture(self, throw: _Throw, stack: Sequence[StackEntry], stopped_at: float) -> RawState:
        """Suspend all threads, read the state, and resume the others."""
        self._connection.request(Command(1, 8))
        reader = ValueReader(self._connection, self._classes, stopped_at + STILL_SECONDS)
        causes = self._causes(throw.exception)
        early = next((self._early[one] for one in reversed(causes) if one in self._early), None)
        if early is None:
            frames = FrameCapture(self._connection, self._classes, reader).capture(throw.thread, stack)
            state = self._state_of(throw, frames, reader)
            state.threads = capture_threads(self._connection, self._classes, reader, self._is_app)
            state.notes = tuple(reader.cuts)
        else:
            outer = self._state_of(throw, (), reader)
            is_wrapped = early.exception.value != outer.exception.value
            state = replace(
                early,
                caught_by=outer.caught_by,
                wrapped_in=outer.exception.class_name if is_wrapped else None,
            )
        if early is None and self._recorder is not None:
            state.history = self._recorder.history()
        self._connection.request(Command(1, 9))
        state.suspended_seconds = max(state.suspended_seconds, time.monotonic() - stopped_at)
        return state

    def _state_of(self, throw: _Throw, frames: tuple[RawFrame, ...], reader: ValueReader) -> RawState:
        exception = RawValue("exception", JvmValue("L", throw.exception))
        reader.read([exception], levels=0)
        (name,) = self._connection.request_all([Command(11, 1, self._id(throw.thread))])
        thread = "?" if isinstance(name, ReplyError) else name.string()
        return RawState(exception, thread, self._described(throw.catch), frames)

    def _causes(self, exception: int) -> list[int]:
        """Return the exception and its causes, the outermost first."""
        found = [exception]
        while len(found) < _MOST_CAUSES:
            one = RawValue("cause", JvmValue("L", found[-1]))
            ValueReader(self._connection, self._classes, time.monotonic() + STILL_SECONDS).read([one], 0)
            cause = one.read["cause"].object_id if "cause" in one.read else None
            if cause is None or cause in found:
                break
            found.append(cause)
        return found

    def _described(self, place: Location | None) -> str | None:
        if place is None:
            return None
        self._classes.load_methods([place.class_id])
        loaded = self._classes[place.class_id]
        method = loaded.methods.get(place.method_id)
        return f"{loaded.name}.{method.name if method is not None else '?'}"
