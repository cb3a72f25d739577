"""Which JaCoCo probes of a class belong to which method: probes are counted as JaCoCo inserts them.

Source: JaCoCo's `LabelFlowAnalyzer`, `LabelInfo`, `MethodProbesAdapter` and `ClassProbesAdapter` (0.8); the
Java Virtual Machine Specification, chapters 4 and 6.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

_FIXED = {
    **dict.fromkeys((16, 18, 188, *range(21, 26), *range(54, 59), 169), 2),
    **dict.fromkeys((17, 19, 20, 132, *range(153, 169), *range(178, 185), 187, 189, 192, 193, 198, 199), 3),
    185: 5, 186: 5, 197: 4, 200: 5, 201: 5,
}  # fmt: skip
"""Length of an instruction by its opcode; 1 where it is not listed."""
_JUMPS = frozenset((*range(153, 169), 198, 199, 200, 201))
_GOTO = frozenset((167, 200))
_ENDS = frozenset((*range(172, 178), 191))
_INVOKES = frozenset(range(182, 187))
_TABLESWITCH, _LOOKUPSWITCH, _WIDE, _IINC = 170, 171, 196, 132
_EIGHT_BYTES = frozenset((5, 6))
_SKIPPED = {3: 4, 4: 4, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}


@dataclass(frozen=True, slots=True)
class MethodProbes:
    """The probes of a method: `count` from `first` on; `line` is the first of its code, if it has lines."""

    name: str
    first: int
    count: int
    line: int | None


@dataclass(slots=True)
class _Label:
    is_target: bool = False
    has_several: bool = False
    is_successor: bool = False
    begins_call_line: bool = False

    def target(self) -> None:
        if self.is_target or self.is_successor:
            self.has_several = True
        self.is_target = True

    def successor(self) -> None:
        self.is_successor = True
        if self.is_target:
            self.has_several = True

    @property
    def needs_probe(self) -> bool:
        return self.is_successor and (self.has_several or self.begins_call_line)


@dataclass(frozen=True, slots=True)
class _Instruction:
    at: int
    opcode: int
    targets: tuple[int, ...] = ()


@dataclass(slots=True)
class _Code:
    instructions: list[_Instruction]
    handlers: list[tuple[int, int]]
    lines: dict[int, int] = field(default_factory=dict)
    others: set[int] = field(default_factory=set)


def methods_of(data: bytes) -> list[MethodProbes]:
    """Return the methods of a class file that have probes, in its order.

    Raises:
        ValueError: it is no class file, or damaged.
    """
    try:
        return list(_methods(data))
    except (struct.error, IndexError, KeyError) as problem:
        message = f"damaged class file: {problem}"
        raise ValueError(message) from problem


def _methods(data: bytes) -> Iterator[MethodProbes]:
    names, at = _constants(data)
    at += 6
    at += 2 + 2 * _u2(data, at)
    fields = _u2(data, at)
    at += 2
    for _ in range(fields):
        at = _member_end(data, at)
    methods = _u2(data, at)
    at += 2
    probe = 0
    for _ in range(methods):
        name = names[_u2(data, at + 2)]
        attributes = _u2(data, at + 6)
        at += 8
        code = None
        for _attribute in range(attributes):
            length = struct.unpack_from(">I", data, at + 2)[0]
            if names.get(_u2(data, at)) == "Code":
                code = _read_code(data, at + 6, names)
            at += 6 + length
        if code is None:
            continue
        probes = _count(code)
        yield MethodProbes(name, probe, probes, min(code.lines.values(), default=None))
        probe += probes


def _u2(data: bytes, at: int) -> int:
    value: int = struct.unpack_from(">H", data, at)[0]
    return value


def _member_end(data: bytes, at: int) -> int:
    attributes = _u2(data, at + 6)
    at += 8
    for _ in range(attributes):
        at += 6 + struct.unpack_from(">I", data, at + 2)[0]
    return at


def _constants(data: bytes) -> tuple[dict[int, str], int]:
    """Return the texts of the constant pool by index, and where it ends."""
    if data[:4] != b"\xca\xfe\xba\xbe":
        message = "not a class file"
        raise ValueError(message)
    names: dict[int, str] = {}
    at, index, count = 10, 1, _u2(data, 8)
    while index < count:
        tag = data[at]
        at += 1
        if tag == 1:
            length = _u2(data, at)
            names[index] = data[at + 2 : at + 2 + length].decode("utf-8", "replace")
            at += 2 + length
        elif tag in _EIGHT_BYTES:
            at += 8
            index += 1
        else:
            at += _SKIPPED[tag]
        index += 1
    return names, at


def _read_code(data: bytes, at: int, names: dict[int, str]) -> _Code:
    length = struct.unpack_from(">I", data, at + 4)[0]
    start = at + 8
    code = _Code(list(_instructions(data, start, length)), [])
    at = start + length
    for _ in range(_u2(data, at)):
        code.handlers.append((_u2(data, at + 2), _u2(data, at + 6)))
        code.others.add(_u2(data, at + 4))
        at += 8
    at += 2
    attributes = _u2(data, at)
    at += 2
    for _ in range(attributes):
        size = struct.unpack_from(">I", data, at + 2)[0]
        if names.get(_u2(data, at)) == "LineNumberTable":
            for row in range(_u2(data, at + 6)):
                code.lines[_u2(data, at + 8 + 4 * row)] = _u2(data, at + 10 + 4 * row)
        at += 6 + size
    return code


def _instructions(data: bytes, start: int, length: int) -> Iterator[_Instruction]:
    at = 0
    while at < length:
        opcode = data[start + at]
        if opcode in (_TABLESWITCH, _LOOKUPSWITCH):
            table = at + 4 - at % 4
            default, second = struct.unpack_from(">ii", data, start + table)
            if opcode == _TABLESWITCH:
                high = struct.unpack_from(">i", data, start + table + 8)[0]
                size, first, step = high - second + 1, table + 12, 4
            else:
                size, first, step = second, table + 12, 8
            offsets = [struct.unpack_from(">i", data, start + first + step * row)[0] for row in range(size)]
            yield _Instruction(at, opcode, (at + default, *(at + one for one in offsets)))
            at = table + (12 + 4 * size if opcode == _TABLESWITCH else 8 + 8 * size)
            continue
        targets: tuple[int, ...] = ()
        if opcode in _JUMPS:
            form = ">i" if opcode >= 200 else ">h"
            targets = (at + struct.unpack_from(form, data, start + at + 1)[0],)
        yield _Instruction(at, opcode, targets)
        if opcode == _WIDE:
            at += 6 if data[start + at + 1] == _IINC else 4
        else:
            at += _FIXED.get(opcode, 1)


def _count(code: _Code) -> int:
    """Return how many probes JaCoCo puts into a method."""
    labels = _labels(code)
    probes = 0
    for one in code.instructions:
        label = labels.get(one.at)
        if label is not None and label.needs_probe:
            probes += 1
        if one.opcode in _ENDS:
            probes += 1
        elif one.targets:
            # Each of several labels of a switch has a probe of its own once.
            probes += sum(labels[target].has_several for target in dict.fromkeys(one.targets))
    return probes


def _labels(code: _Code) -> dict[int, _Label]:
    labels: dict[int, _Label] = {}

    def label(at: int) -> _Label:
        return labels.setdefault(at, _Label())

    for start, handler in code.handlers:
        label(start).target()
        label(handler).target()
    places = {target for one in code.instructions for target in one.targets}
    places |= {at for pair in code.handlers for at in pair} | code.others | code.lines.keys()
    successor, first, line = False, True, None
    for one in code.instructions:
        if one.at in places:
            here = label(one.at)
            if first:
                here.target()
            if successor:
                here.successor()
        if one.at in code.lines:
            line = one.at
        if one.targets:
            for target in dict.fromkeys(one.targets):
                label(target).target()
            successor = one.opcode not in _GOTO and one.opcode not in (_TABLESWITCH, _LOOKUPSWITCH)
        else:
            successor = one.opcode not in _ENDS
        if one.opcode in _INVOKES and line is not None:
            label(line).begins_call_line = True
        first = False
    return labels
