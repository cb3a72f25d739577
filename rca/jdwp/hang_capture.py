"""Reads all threads of a program that does not go on: stacks, monitors, and what parked threads wait for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from models.error_report import Frame, FrameOrigin
from rca.error_text.thread_dump import Thread
from rca.hangs.hang_dump import HangDump
from rca.jdwp.jdwp_connection import Command, JdwpConnection
from rca.jdwp.jdwp_packets import Location, PacketReader, ReplyError
from rca.jdwp.loaded_classes import LoadedClasses

MOST_THREADS = 256
MOST_FRAMES = 48
_STATES = {0: "TERMINATED", 1: "RUNNABLE", 2: "TIMED_WAITING", 3: "BLOCKED", 4: "WAITING"}
_MONITOR = 3
_CLASS_TYPE = 1
Reply = PacketReader | ReplyError


@dataclass(slots=True)
class _LiveThread:
    """A thread by its object. `held` has the monitors with the number of the frame that took each."""

    id: int
    name: str
    state: int
    stack: list[Location] = field(default_factory=list)
    held: list[tuple[int, int]] = field(default_factory=list)
    awaited: int | None = None
    parked_on: int | None = None


def read_hang(
    connection: JdwpConnection, classes: LoadedClasses, origin: Callable[[str], FrameOrigin]
) -> HangDump:
    """Return the threads of a program as a dump shows them; the program stands still meanwhile.

    A parked thread's `parkBlocker` says what it waits for, and the lock's `exclusiveOwnerThread` who holds
    it: that is in no text of `jstack` without `-l`.

    Args:
        connection: to the program.
        classes: of the program.
        origin: whose code a class is.

    Raises:
        JdwpProblem: the program ended, or does not answer.
    """
    connection.request(Command(1, 8))
    try:
        threads = _read_threads(connection)
        objects = _Objects(connection, classes)
        _read_blockers(threads, objects)
        owners = _owners(threads, objects)
        types = objects.names(
            one
            for thread in threads
            for one in (*(lock for lock, _depth in thread.held), thread.awaited, thread.parked_on)
            if one is not None
        )
    finally:
        connection.request(Command(1, 9))
    places = [place for thread in threads for place in thread.stack]
    classes.load_methods(place.class_id for place in places)
    classes.load_tables((place.class_id, place.method_id) for place in places)
    return HangDump([_shown(thread, classes, types, owners, origin) for thread in threads])


def _read_threads(connection: JdwpConnection) -> list[_LiveThread]:
    reply = connection.request(Command(1, 4))
    ids = [reply.object_id() for _ in range(reply.int32())][:MOST_THREADS]
    data = [bytes(connection.writer().object_id(one).data) for one in ids]
    answers = connection.request_all(
        [Command(11, number, one) for one in data for number in (1, 4, 7, 13, 9)]
    )
    threads = []
    for number, id_ in enumerate(ids):
        name, status, count, held, awaited = answers[number * 5 : number * 5 + 5]
        state = 1 if isinstance(status, ReplyError) else status.int32()
        thread = _LiveThread(id_, "?" if isinstance(name, ReplyError) else name.string(), state)
        thread.held = _held(held)
        thread.awaited = None if isinstance(awaited, ReplyError) else awaited.value().object_id
        depth = 0 if isinstance(count, ReplyError) else min(count.int32(), MOST_FRAMES)
        writer = connection.writer().object_id(id_).int32(0).int32(depth)
        (frames,) = connection.request_all([Command(11, 6, bytes(writer.data))])
        thread.stack = _stack(frames)
        threads.append(thread)
    return threads


def _held(reply: Reply) -> list[tuple[int, int]]:
    if isinstance(reply, ReplyError):
        return []
    found = [(reply.value().object_id, reply.int32()) for _ in range(reply.int32())]
    return [(one, depth) for one, depth in found if one is not None]


def _stack(reply: Reply) -> list[Location]:
    if isinstance(reply, ReplyError):
        return []
    stack = []
    for _ in range(reply.int32()):
        reply.frame_id()
        stack.append(reply.location())
    return stack


class _Objects:
    """Classes and fields of objects in the suspended program."""

    def __init__(self, connection: JdwpConnection, classes: LoadedClasses) -> None:
        self._connection = connection
        self._classes = classes
        self._types: dict[int, int] = {}

    def names(self, objects: Iterable[int]) -> dict[int, str]:
        """Return the class of each object."""
        wanted = list(dict.fromkeys(objects))
        self._load(wanted)
        return {one: self._classes[self._types[one]].name for one in wanted if one in self._types}

    def field(self, objects: Sequence[int], name: str) -> dict[int, int]:
        """Return what a field of each object refers to; objects without the field, and null, are left out."""
        self._load(objects)
        known = [one for one in objects if one in self._types]
        self._classes.load_fields(self._types[one] for one in known)
        asked, commands = [], []
        for one in known:
            fields = self._classes.instance_fields(self._types[one])
            wanted = next((entry for entry in fields if entry.name == name), None)
            if wanted is not None:
                writer = self._connection.writer().object_id(one).int32(1).field_id(wanted.id)
                asked.append(one)
                commands.append(Command(9, 2, bytes(writer.data)))
        found = {}
        for one, reply in zip(asked, self._connection.request_all(commands), strict=True):
            if not isinstance(reply, ReplyError) and reply.int32() == 1:
                value = reply.value().object_id
                if value is not None:
                    found[one] = value
        return found

    def _load(self, objects: Iterable[int]) -> None:
        missing = [one for one in dict.fromkeys(objects) if one not in self._types]
        commands = [Command(9, 1, bytes(self._connection.writer().object_id(one).data)) for one in missing]
        for one, reply in zip(missing, self._connection.request_all(commands), strict=True):
            if not isinstance(reply, ReplyError) and reply.byte() == _CLASS_TYPE:
                self._types[one] = reply.type_id()
        self._classes.load_names(self._types[one] for one in missing if one in self._types)


def _read_blockers(threads: Sequence[_LiveThread], objects: _Objects) -> None:
    waiting = [one for one in threads if one.awaited is None and one.stack]
    blockers = objects.field([one.id for one in waiting], "parkBlocker")
    for thread in waiting:
        thread.parked_on = blockers.get(thread.id)


def _owners(threads: Sequence[_LiveThread], objects: _Objects) -> dict[int, list[int]]:
    """Return, by the thread that holds them, the locks that threads are parked on."""
    locks = list(dict.fromkeys(one.parked_on for one in threads if one.parked_on is not None))
    owned: dict[int, list[int]] = {}
    for lock, owner in objects.field(locks, "exclusiveOwnerThread").items():
        owned.setdefault(owner, []).append(lock)
    return owned


def _shown(
    thread: _LiveThread,
    classes: LoadedClasses,
    types: dict[int, str],
    owners: dict[int, list[int]],
    origin: Callable[[str], FrameOrigin],
) -> Thread:
    """Return a thread with the lines about locks that a dump would have."""
    shown = Thread(thread.name, f"0x{thread.id:x}", f'"{thread.name}"', 0, 0)
    shown.state = _STATES.get(thread.state)
    shown.frames = [_frame(place, classes, origin) for place in thread.stack]

    def named(one: int) -> str:
        return f"<0x{one:x}> (a {types.get(one, '?')})"

    if thread.awaited is not None:
        verb = "waiting to lock" if thread.state == _MONITOR else "waiting on"
        shown.lock_lines.append((0, f"- {verb} {named(thread.awaited)}"))
    elif thread.parked_on is not None:
        shown.lock_lines.append((0, f"- parking to wait for  {named(thread.parked_on)}"))
    held = [(depth, lock) for lock, depth in thread.held if lock != thread.awaited]
    shown.lock_lines += [(depth, f"- locked {named(lock)}") for depth, lock in sorted(held)]
    shown.lock_lines += [(len(shown.frames) - 1, f"- {named(lock)}") for lock in owners.get(thread.id, ())]
    return shown


def _frame(place: Location, classes: LoadedClasses, origin: Callable[[str], FrameOrigin]) -> Frame:
    loaded = classes[place.class_id]
    method = loaded.methods.get(place.method_id)
    name = method.name if method is not None else "?"
    line = method.line_at(place.index) if method is not None else None
    file = loaded.source_file
    shown = f"{file}:{line}" if file and line is not None else file or "Unknown Source"
    return Frame(
        class_name=loaded.name,
        method=name,
        file=file,
        line=line,
        origin=origin(loaded.name),
        text=f"at {loaded.name}.{name}({shown})",
    )
