"""Reads the app's frames of one suspended thread: variables, `this`, and their fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rca.jdwp.execution_recorder import RawHistory
from rca.jdwp.jdwp_connection import Command, JdwpConnection
from rca.jdwp.jdwp_packets import JvmValue, Location, PacketReader, ReplyError
from rca.jdwp.loaded_classes import NATIVE, JvmMethod, JvmVariable, LoadedClasses
from rca.jdwp.value_reader import RawValue, ValueReader

MOST_FRAMES = 10
MOST_LOCALS = 40


@dataclass(frozen=True, slots=True)
class StackEntry:
    """A frame of a suspended thread, and whether its class is the app's."""

    frame_id: int
    place: Location
    is_app: bool


@dataclass(slots=True)
class RawFrame:
    """A frame as the JVM has it. `receiver` is None in static methods."""

    class_name: str
    method: str
    file: str | None
    line: int | None
    receiver: RawValue | None = None
    locals: list[RawValue] = field(default_factory=list)
    note: str | None = None


@dataclass(frozen=True, slots=True)
class RawThread:
    """A thread as the JVM has it; monitors by class and identity."""

    name: str
    state: str
    top: str | None
    contended: str | None
    owns: tuple[str, ...]


@dataclass(slots=True)
class RawState:
    """What was captured at one throw; `suspended_seconds` counts seconds."""

    exception: RawValue
    thread: str
    caught_by: str | None
    frames: tuple[RawFrame, ...]
    wrapped_in: str | None = None
    threads: tuple[RawThread, ...] = ()
    suspended_seconds: float = 0.0
    notes: tuple[str, ...] = ()
    history: RawHistory | None = None


class FrameCapture:
    """Captures frames of one program.

    Args:
        connection: to the program.
        classes: of the program.
        reader: reads the values, in bounds.
    """

    def __init__(self, connection: JdwpConnection, classes: LoadedClasses, reader: ValueReader) -> None:
        self._connection = connection
        self._classes = classes
        self._reader = reader

    def capture(self, thread: int, stack: Sequence[StackEntry]) -> tuple[RawFrame, ...]:
        """Return the app's frames of a thread, the throw first."""
        own = [entry for entry in stack if entry.is_app]
        if len(own) > MOST_FRAMES:
            self._reader.cuts[f"{len(own) - MOST_FRAMES} further app frames were not read"] = None
            own = own[:MOST_FRAMES]
        self._classes.load_methods(entry.place.class_id for entry in own)
        self._classes.load_tables((entry.place.class_id, entry.place.method_id) for entry in own)
        frames, variables, commands = [], [], []
        for entry in own:
            method = self._method(entry)
            visible = _visible(method, entry.place.index)
            frames.append(self._describe(entry, method))
            variables.append(visible)
            commands.append(self._values_command(thread, entry, visible))
            commands.append(Command(16, 3, self._frame_data(thread, entry)))
        replies = iter(self._connection.request_all(commands))
        for entry, frame, visible in zip(own, frames, variables, strict=True):
            values, receiver = next(replies), next(replies)
            frame.locals = self._locals(thread, entry, visible, values)
            if not isinstance(receiver, ReplyError) and not (value := receiver.value()).is_null:
                frame.receiver = RawValue("this", value)
        # The frame of the throw comes first, so that a cut strikes those farther away.
        self._reader.read([one for frame in frames[:1] for one in _roots(frame)])
        self._reader.read([one for frame in frames[1:] for one in _roots(frame)])
        return tuple(frames)

    def _method(self, entry: StackEntry) -> JvmMethod:
        loaded = self._classes[entry.place.class_id]
        return loaded.methods.get(entry.place.method_id) or JvmMethod("?", "()V", 0)

    def _describe(self, entry: StackEntry, method: JvmMethod) -> RawFrame:
        loaded = self._classes[entry.place.class_id]
        note = None
        if method.variables is None and not method.modifiers & NATIVE:
            note = (
                "the class was compiled without local variable tables (javac -g has them): "
                "values of variables are absent"
            )
        line = method.line_at(entry.place.index)
        return RawFrame(loaded.name, method.name, loaded.source_file, line, note=note)

    def _values_command(self, thread: int, entry: StackEntry, wanted: Sequence[JvmVariable]) -> Command:
        writer = self._connection.writer().object_id(thread).frame_id(entry.frame_id).int32(len(wanted))
        for variable in wanted:
            writer.int32(variable.slot).byte(ord(variable.signature[0]))
        return Command(16, 1, bytes(writer.data))

    def _frame_data(self, thread: int, entry: StackEntry) -> bytes:
        return bytes(self._connection.writer().object_id(thread).frame_id(entry.frame_id).data)

    def _locals(
        self,
        thread: int,
        entry: StackEntry,
        visible: Sequence[JvmVariable],
        values: PacketReader | ReplyError,
    ) -> list[RawValue]:
        if not visible:
            return []
        if not isinstance(values, ReplyError):
            values.int32()
            return [RawValue(one.name, values.value(), one.signature) for one in visible]
        # One variable that cannot be read makes the whole answer an error: ask for each alone.
        replies = self._connection.request_all(
            [self._values_command(thread, entry, [one]) for one in visible]
        )
        found = []
        for variable, reply in zip(visible, replies, strict=True):
            one = RawValue(variable.name, JvmValue("V", None), variable.signature)
            if isinstance(reply, ReplyError):
                one.note = f"could not be read: {reply}"
            else:
                reply.int32()
                one.value = reply.value()
            found.append(one)
        return found


def _roots(frame: RawFrame) -> list[RawValue]:
    return [*frame.locals, *([frame.receiver] if frame.receiver is not None else [])]


def _visible(method: JvmMethod, index: int) -> list[JvmVariable]:
    """Return the variables that hold a value at an instruction, in the order of the source."""
    found = [
        one
        for one in method.variables or ()
        if one.start <= index < one.start + one.length and one.name != "this"
    ]
    return sorted(found, key=lambda one: one.slot)[:MOST_LOCALS]
