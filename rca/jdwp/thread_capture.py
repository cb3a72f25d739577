"""Reads the threads of a suspended program: states, top frames, monitors that are held or awaited."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rca.jdwp.frame_capture import RawThread
from rca.jdwp.jdwp_connection import Command, JdwpConnection
from rca.jdwp.jdwp_packets import Location, PacketReader, ReplyError
from rca.jdwp.loaded_classes import LoadedClasses
from rca.jdwp.value_reader import ValueReader

MOST_THREADS = 64
_TOP_FRAMES = 12
_STATES = {0: "zombie", 1: "running", 2: "sleeping", 3: "monitor", 4: "waiting", 5: "not_started"}
_QUESTIONS = 5


def capture_threads(
    connection: JdwpConnection,
    classes: LoadedClasses,
    reader: ValueReader,
    is_app: Callable[[str], bool],
) -> tuple[RawThread, ...]:
    """Return the threads; none where the time is used up.

    Args:
        connection: to the program, whose threads are all suspended.
        classes: of the program.
        reader: knows how much time is left, and notes what is cut.
        is_app: whether a class is the app's.
    """
    if reader.is_over:
        reader.cuts["threads were left out, as the program should not be suspended for longer"] = None
        return ()
    reply = connection.request(Command(1, 4))
    threads = [reply.object_id() for _ in range(reply.int32())]
    if len(threads) > MOST_THREADS:
        reader.cuts[f"{len(threads) - MOST_THREADS} further threads were not read"] = None
        threads = threads[:MOST_THREADS]
    commands = []
    for thread in threads:
        data = bytes(connection.writer().object_id(thread).data)
        commands += [Command(11, number, data) for number in (1, 4, 8, 9, 7)]
    answers = connection.request_all(commands)
    stacks = _stacks(connection, threads, answers[4::_QUESTIONS])
    classes.load_names(place.class_id for stack in stacks for place in stack)
    tops = [_top(stack, classes, is_app) for stack in stacks]
    classes.load_methods(place.class_id for place in tops if place is not None)
    monitors = [
        (_monitors(answers[start + 2]), _contended(answers[start + 3]))
        for start in range(0, len(answers), _QUESTIONS)
    ]
    names = _monitor_names(connection, classes, monitors)
    found = []
    for number, (owned, waited) in enumerate(monitors):
        name, status = answers[number * _QUESTIONS : number * _QUESTIONS + 2]
        found.append(
            RawThread(
                name="?" if isinstance(name, ReplyError) else name.string(),
                state="unknown" if isinstance(status, ReplyError) else _STATES.get(status.int32(), "unknown"),
                top=_described(tops[number], classes),
                contended=names.get(waited) if waited is not None else None,
                owns=tuple(names[one] for one in owned),
            )
        )
    return tuple(found)


def _stacks(
    connection: JdwpConnection, threads: Sequence[int], counts: Sequence[PacketReader | ReplyError]
) -> list[list[Location]]:
    """Return the places of the topmost frames of each thread."""
    commands = []
    for thread, count in zip(threads, counts, strict=True):
        depth = 0 if isinstance(count, ReplyError) else min(count.int32(), _TOP_FRAMES)
        writer = connection.writer().object_id(thread).int32(0).int32(depth)
        commands.append(Command(11, 6, bytes(writer.data)))
    stacks: list[list[Location]] = []
    for reply in connection.request_all(commands):
        stack = []
        if not isinstance(reply, ReplyError):
            for _ in range(reply.int32()):
                reply.frame_id()
                stack.append(reply.location())
        stacks.append(stack)
    return stacks


def _top(stack: Sequence[Location], classes: LoadedClasses, is_app: Callable[[str], bool]) -> Location | None:
    own = (place for place in stack if is_app(classes[place.class_id].name))
    return next(own, stack[0] if stack else None)


def _described(place: Location | None, classes: LoadedClasses) -> str | None:
    if place is None:
        return None
    loaded = classes[place.class_id]
    method = loaded.methods.get(place.method_id)
    return f"{loaded.name}.{method.name if method is not None else '?'}"


def _monitors(reply: PacketReader | ReplyError) -> list[int]:
    if isinstance(reply, ReplyError):
        return []  # the JVM cannot tell
    values = [reply.value() for _ in range(reply.int32())]
    return [value.object_id for value in values if value.object_id is not None]


def _contended(reply: PacketReader | ReplyError) -> int | None:
    return None if isinstance(reply, ReplyError) else reply.value().object_id


def _monitor_names(
    connection: JdwpConnection, classes: LoadedClasses, monitors: Sequence[tuple[list[int], int | None]]
) -> dict[int, str]:
    """Return each monitor's class with a number that is its own."""
    ids = list(dict.fromkeys(one for owned, waited in monitors for one in (*owned, *_given(waited))))
    commands = [Command(9, 1, bytes(connection.writer().object_id(one).data)) for one in ids]
    types = {}
    for one, reply in zip(ids, connection.request_all(commands), strict=True):
        if not isinstance(reply, ReplyError):
            reply.byte()
            types[one] = reply.type_id()
    classes.load_names(types.values())
    return {one: f"{classes[types[one]].name if one in types else '?'}@{one:x}" for one in ids}


def _given(monitor: int | None) -> tuple[int, ...]:
    return () if monitor is None else (monitor,)
