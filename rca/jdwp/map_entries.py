"""Reads the entries of maps from their tables and trees, as no method of the program is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rca.jdwp.jdwp_connection import Command, JdwpConnection
from rca.jdwp.jdwp_packets import JvmValue, PacketReader, ReplyError
from rca.jdwp.loaded_classes import LoadedClasses

TABLE_FIELDS = ("table", "root")
"""Fields of maps in which the entries lie: an array of them, or the topmost of a tree."""
SINGLE_FIELDS = (("k", "v"), ("k0", "v0"))
"""Fields of maps of one entry: its key and its value."""
_NODE_FIELDS = ("key", "value", "val", "next", "left", "right")
_FOLLOWED = ("next", "left", "right")
_MOST_BUCKETS = 64
_MOST_ROUNDS = 6


@dataclass(slots=True)
class MapTable:
    """Where the entries of a map lie, and those that were read.

    Attributes:
        table: object of the array, or of the topmost entry.
        is_array: whether it is an array.
        most: entries that are read at most.
        entries: keys with their values.
    """

    table: int
    is_array: bool
    most: int
    entries: list[tuple[JvmValue, JvmValue]] = field(default_factory=list)


def read_map_entries(
    tables: Sequence[MapTable],
    connection: JdwpConnection,
    classes: LoadedClasses,
    region: Callable[[PacketReader], list[JvmValue]],
) -> None:
    """Read the entries of several maps, those of the same step in one round trip.

    Args:
        tables: the maps; their entries are filled in.
        connection: to the program; its threads are suspended.
        classes: of the program.
        region: reads the values of a part of an array from an answer.
    """
    waiting = [(one, one.table) for one in tables if not one.is_array]
    arrays = [one for one in tables if one.is_array]
    lengths = connection.request_all([Command(13, 1, _object(connection, one.table)) for one in arrays])
    known = [
        (one, min(reply.int32(), _MOST_BUCKETS))
        for one, reply in zip(arrays, lengths, strict=True)
        if not isinstance(reply, ReplyError)
    ]
    commands = [
        Command(13, 2, bytes(connection.writer().object_id(one.table).int32(0).int32(count).data))
        for one, count in known
    ]
    for (one, _), reply in zip(known, connection.request_all(commands), strict=True):
        if not isinstance(reply, ReplyError):
            waiting += [(one, value.object_id) for value in region(reply) if value.object_id is not None]
    for _ in range(_MOST_ROUNDS):
        waiting = [(one, node) for one, node in waiting if len(one.entries) < one.most]
        if not waiting:
            return
        following: list[tuple[MapTable, int]] = []
        for (one, _), node in zip(
            waiting, _nodes([node for _, node in waiting], connection, classes), strict=True
        ):
            held = node.get("value", node.get("val"))
            if "key" in node and held is not None and len(one.entries) < one.most:
                one.entries.append((node["key"], held))
            following += [
                (one, found.object_id)
                for name in _FOLLOWED
                if (found := node.get(name)) is not None and found.object_id is not None
            ]
        waiting = following


def _nodes(
    nodes: Sequence[int], connection: JdwpConnection, classes: LoadedClasses
) -> list[Mapping[str, JvmValue]]:
    """Return the fields of each entry; none where it cannot be read."""
    replies = connection.request_all([Command(9, 1, _object(connection, node)) for node in nodes])
    class_ids: list[int] = []
    for reply in replies:
        if isinstance(reply, ReplyError):
            class_ids.append(0)
            continue
        reply.byte()
        class_ids.append(reply.type_id())
    classes.load_fields(dict.fromkeys(one for one in class_ids if one))
    wanted, commands = [], []
    for node, class_id in zip(nodes, class_ids, strict=True):
        fields = (
            [one for one in classes.instance_fields(class_id) if one.name in _NODE_FIELDS] if class_id else []
        )
        writer = connection.writer().object_id(node).int32(len(fields))
        for declared in fields:
            writer.field_id(declared.id)
        wanted.append(fields)
        if fields:
            commands.append(Command(9, 2, bytes(writer.data)))
    answers = iter(connection.request_all(commands))
    found: list[Mapping[str, JvmValue]] = []
    for fields in wanted:
        answer = next(answers) if fields else None
        if answer is None or isinstance(answer, ReplyError):
            found.append({})
            continue
        values = [answer.value() for _ in range(answer.int32())]
        found.append({one.name: value for one, value in zip(fields, values, strict=True)})
    return found


def _object(connection: JdwpConnection, object_id: int) -> bytes:
    return bytes(connection.writer().object_id(object_id).data)
