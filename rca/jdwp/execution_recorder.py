"""Records which functions of the app run before a throw, and which places write its fields.

Each function of the app has a breakpoint and each field a watch, neither of which suspends the program. A
function or field that is met often loses its own, so that loops run at their speed. Method events would tell
more, but a JVM interprets all code while they are asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rca.jdwp.jdwp_connection import Command, JdwpConnection
from rca.jdwp.jdwp_packets import JvmValue, Location, PacketReader, PacketWriter, ReplyError
from rca.jdwp.loaded_classes import JvmMethod, LoadedClasses

BREAKPOINT, CLASS_PREPARE, FIELD_MODIFICATION = 2, 8, 21
MOST_OF_ONE = 50
"""Calls of one function, or writes of one field, that are recorded before it is dropped from the watch."""
MOST_EVENTS = 20_000
MOST_PREPARING_SECONDS = 3.0
"""Time that the program may lose while its classes are put under watch."""
_MOST_PACKAGES = 20
_NO_SUSPENSION, _SUSPEND_THREAD = 0, 1
_CLASS_MATCH, _CLASS_EXCLUDE, _LOCATION_ONLY, _FIELD_ONLY = 5, 6, 7, 9
_CLASS_KIND = 1
_BRIDGE = 0x0040
_LIBRARIES = (
    "java.*",
    "javax.*",
    "jdk.*",
    "sun.*",
    "com.sun.*",
    "kotlin.*",
    "kotlinx.*",
    "org.gradle.*",
    "org.junit.*",
    "org.apache.maven.*",
)
"""Classes that are never the app's: most of what a program loads."""


@dataclass(frozen=True, slots=True)
class RawCalls:
    """Calls of one function: how many, and the number of the first and of the last event.

    `is_cut` says that there may have been further ones.
    """

    class_name: str
    method: str
    file: str | None
    line: int
    count: int
    first: int
    last: int
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class RawWrites:
    """Writes of one field at one place; `value` is what the last of them wrote."""

    class_name: str
    name: str
    file: str | None
    line: int | None
    count: int
    first: int
    last: int
    value: JvmValue
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class RawHistory:
    """What ran before a throw. `incomplete` says from where on something is missing, and why."""

    calls: tuple[RawCalls, ...]
    writes: tuple[RawWrites, ...]
    incomplete: str | None = None


@dataclass(slots=True)
class _Watched:
    """A function or a field under watch: its request, and how often it was met."""

    kind: int
    request: int
    met: int = 0
    is_dropped: bool = False


@dataclass(slots=True)
class _Occurrences:
    count: int = 0
    first: int = 0
    last: int = 0
    value: JvmValue = field(default_factory=lambda: JvmValue("V", None))


class ExecutionRecorder:
    """Records one program from its start on.

    Args:
        connection: to the program.
        classes: of the program.
        is_app: whether a class is the app's.
        packages: of the app; empty where they are not known.
    """

    def __init__(
        self,
        connection: JdwpConnection,
        classes: LoadedClasses,
        is_app: Callable[[str], bool],
        packages: tuple[str, ...],
    ) -> None:
        self._connection = connection
        self._classes = classes
        self._is_app = is_app
        self._packages = packages
        self._requests: list[int] = []
        self._methods: dict[tuple[int, int], _Watched] = {}
        self._fields: dict[tuple[int, int], _Watched] = {}
        self._calls: dict[tuple[int, int], _Occurrences] = {}
        self._writes: dict[tuple[tuple[int, int], Location], _Occurrences] = {}
        self._number = 0
        self._preparing = 0.0
        self._incomplete: str | None = None
        self._is_stopped = False

    def start(self) -> None:
        """Ask for the classes that the program loads from now on."""
        names = [one.rstrip(".*") for one in self._packages]
        filters = [[(_CLASS_MATCH, f"{one}*")] for one in names if one]
        if not filters or len(filters) > _MOST_PACKAGES:
            filters = [[(_CLASS_EXCLUDE, one) for one in _LIBRARIES]]
        for modifiers in filters:
            writer = self._request(CLASS_PREPARE, _SUSPEND_THREAD, len(modifiers))
            for kind, pattern in modifiers:
                writer.byte(kind).string(pattern)
            self._requests.append(self._connection.request(_set(writer)).int32())

    def stop(self) -> None:
        """Cancel all requests."""
        if self._is_stopped:
            return
        self._is_stopped = True
        commands = [self._clearing(CLASS_PREPARE, one) for one in self._requests]
        commands.append(Command(15, 3))
        watched = [one for one in self._fields.values() if not one.is_dropped]
        commands += [self._clearing(one.kind, one.request) for one in watched]
        self._connection.request_all(commands)

    def history(self) -> RawHistory:
        """Return what was recorded until now."""
        calls = []
        for (class_id, method_id), seen in self._calls.items():
            loaded = self._classes[class_id]
            method = loaded.methods[method_id]
            is_cut = self._methods[class_id, method_id].is_dropped
            line = min(number for _, number in method.lines)
            calls.append(
                RawCalls(
                    loaded.name,
                    method.name,
                    loaded.source_file,
                    line,
                    seen.count,
                    seen.first,
                    seen.last,
                    is_cut,
                )
            )
        return RawHistory(tuple(calls), self._written(), self._incomplete)

    def handle(self, kind: int, event: PacketReader) -> int | None:
        """Take one event of the recorder's; return the thread that it suspended."""
        if kind == CLASS_PREPARE:
            thread, _tag, class_id = event.object_id(), event.byte(), event.type_id()
            event.string(), event.int32()
            started = time.monotonic()
            self._watch_class(class_id)
            self._preparing += time.monotonic() - started
            return thread
        event.object_id()
        place = event.location()
        self._number += 1
        if kind == BREAKPOINT:
            key = (place.class_id, place.method_id)
            self._meet(self._calls.setdefault(key, _Occurrences()), self._methods.get(key))
        else:
            event.byte()
            field_key = (event.type_id(), event.field_id())
            event.value()
            seen = self._writes.setdefault((field_key, place), _Occurrences())
            seen.value = event.value()
            self._meet(seen, self._fields.get(field_key))
        if self._number >= MOST_EVENTS:
            self._give_up(f"nothing after the first {MOST_EVENTS} calls and writes was recorded")
        return None

    def _meet(self, seen: _Occurrences, watched: _Watched | None) -> None:
        seen.count += 1
        seen.first = seen.first or self._number
        seen.last = self._number
        if watched is None:
            return
        watched.met += 1
        if watched.met >= MOST_OF_ONE and not watched.is_dropped and not self._is_stopped:
            watched.is_dropped = True
            self._connection.request_all([self._clearing(watched.kind, watched.request)])

    def _watch_class(self, class_id: int) -> None:
        self._classes.load_names([class_id])
        if self._is_stopped or not self._is_app(self._classes[class_id].name):
            return
        if self._preparing > MOST_PREPARING_SECONDS:
            self._give_up("the program loads too many classes to record what they do")
            return
        self._classes.load_methods([class_id])
        self._classes.load_fields([class_id])
        loaded = self._classes[class_id]
        self._classes.load_tables((class_id, one) for one in loaded.methods)
        asked = [
            ((class_id, number), self._at_start(class_id, number, method))
            for number, method in loaded.methods.items()
            if method.lines and not method.modifiers & _BRIDGE and not method.name.startswith("access$")
        ]
        self._add(asked, self._methods, BREAKPOINT)
        fields = [one for one in loaded.fields or () if "$" not in one.name]
        watched = [((class_id, one.id), self._of_field(class_id, one.id)) for one in fields]
        self._add(watched, self._fields, FIELD_MODIFICATION)

    def _add(
        self, asked: list[tuple[tuple[int, int], Command]], known: dict[tuple[int, int], _Watched], kind: int
    ) -> None:
        replies = self._connection.request_all([command for _, command in asked])
        for (key, _), reply in zip(asked, replies, strict=True):
            if not isinstance(reply, ReplyError):
                known[key] = _Watched(kind, reply.int32())

    def _give_up(self, why: str) -> None:
        if not self._is_stopped:
            self._incomplete = why
            self.stop()

    def _written(self) -> tuple[RawWrites, ...]:
        places = [place for _, place in self._writes]
        self._classes.load_methods(place.class_id for place in places)
        self._classes.load_tables((place.class_id, place.method_id) for place in places)
        found = []
        for ((class_id, field_id), place), seen in self._writes.items():
            fields = self._classes[class_id].fields or ()
            name = next((one.name for one in fields if one.id == field_id), None)
            writer = self._classes[place.class_id]
            method = writer.methods.get(place.method_id) or JvmMethod("?", "()V", 0)
            if name is not None:
                made = RawWrites(
                    self._classes[class_id].name,
                    name,
                    writer.source_file,
                    method.line_at(place.index),
                    seen.count,
                    seen.first,
                    seen.last,
                    seen.value,
                )
                watched = self._fields.get((class_id, field_id))
                found.append(replace(made, is_cut=watched is not None and watched.is_dropped))
        return tuple(found)

    def _at_start(self, class_id: int, method_id: int, method: JvmMethod) -> Command:
        writer = self._request(BREAKPOINT, _NO_SUSPENSION, 1)
        writer.byte(_LOCATION_ONLY).byte(_CLASS_KIND).type_id(class_id).method_id(method_id)
        return _set(writer.int64(method.lines[0][0]))

    def _of_field(self, class_id: int, field_id: int) -> Command:
        writer = self._request(FIELD_MODIFICATION, _NO_SUSPENSION, 1)
        return _set(writer.byte(_FIELD_ONLY).type_id(class_id).field_id(field_id))

    def _request(self, kind: int, policy: int, modifiers: int) -> PacketWriter:
        return self._connection.writer().byte(kind).byte(policy).int32(modifiers)

    def _clearing(self, kind: int, request: int) -> Command:
        return Command(15, 2, bytes(self._connection.writer().byte(kind).int32(request).data))


def _set(writer: PacketWriter) -> Command:
    return Command(15, 1, bytes(writer.data))
