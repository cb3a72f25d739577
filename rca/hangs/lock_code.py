"""Locks by the code: which ones a function holds at a line, and which one a line waits for.

Read from the text of one function: calls of `lock`, `acquire`, `withLock`, `read`, `write` and their ends. A
name counts with its file, where that declares it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rca.hangs.hang_code import CodePlace, HangCode, lines_around

_SIDE = r"(?:\.(?P<side>readLock|writeLock)(?:\(\))?)?"
_TAKEN = re.compile(
    r"(?P<name>[A-Za-z_][\w.]{0,120}?)"
    + _SIDE
    + r"\.(?P<call>lock|lockInterruptibly|acquire|acquireUninterruptibly|withLock|withPermit|read|write)"
    r"\s*(?P<open>\(|\{)"
)
_STAMPED = re.compile(r"(?P<name>[A-Za-z_][\w.]{0,120}?)\.(?P<call>writeLock|readLock)\(\)(?!\s*\.)")
"""A lock of `StampedLock` is taken by the call itself."""
_BLOCKS = frozenset({"withLock", "withPermit", "read", "write"})
_GIVEN = re.compile(
    r"(?P<name>[A-Za-z_][\w.]{0,120}?)" + _SIDE + r"\.(?:unlock|release|unlock(?P<stamped>Write|Read))\s*\("
)
_CALLED = re.compile(r"(?<![\w.])(?:this\.)?(?P<name>[a-z]\w{1,80})\s*\(")
_DEFERRED = re.compile(
    r"\b(?:launch|async|thread|Thread|submit|execute|supplyAsync|runAsync|schedule\w*|post\w*|invokeLater|future)"
    r"\s*(?:\([^{]*)?(?:\{|->)"
)
"""A block that another thread, or this one later, runs."""
_COMMENT = re.compile(r"//.*$|/\*.*?\*/")
_MAKERS = re.compile(r"\b(?:Mutex|Semaphore|ReentrantLock|ReentrantReadWriteLock|StampedLock)\b")


@dataclass(frozen=True, slots=True)
class LockUse:
    """A lock that the code takes at a line. `key` is its name with the file that declares it."""

    key: tuple[str, str]
    name: str
    side: str | None
    path: str
    line: int
    is_block: bool = False


def locks_held(place: CodePlace, code: HangCode, inner: str | None) -> list[LockUse]:
    """Return the locks that a function holds at a place.

    Args:
        place: where the function is.
        code: the project's.
        inner: the function that it calls there; None at the top of a stack, where it waits itself.
    """
    if place.line is None or place.start is None:
        return []
    held: list[LockUse] = []
    depth, blocks = 0, list[tuple[int, LockUse]]()
    later = max((number for number, text in lines_around(place, code) if _DEFERRED.search(text)), default=0)
    for number, text in _body(place, code):
        is_there = number == place.line
        if number == later:
            # What a task does later, it does without the locks of who made it.
            held, blocks = [], []
        for use, end in _taken(text, number, place.path, code):
            if is_there and not _is_inside(text, end, inner, use):
                continue
            if use.is_block:
                blocks.append((depth + text[:end].count("{") - text[:end].count("}"), use))
            else:
                held.append(use)
        if is_there:
            break
        held = _after_giving(held, text, place.path, code)
        for taken, given in _left_by_called(text, place, code):
            held = [one for one in held if (one.key, one.side) not in given] + taken
        depth += text.count("{") - text.count("}")
        blocks = [(at, use) for at, use in blocks if depth >= at]
    return [*held, *(use for _at, use in blocks)]


def _after_giving(held: list[LockUse], text: str, path: str, code: HangCode) -> list[LockUse]:
    """Return the locks that are still held after a line."""
    for given in _GIVEN.finditer(text):
        side = given["stamped"].lower() if given["stamped"] else _side(given["side"], None)
        key = _key(given["name"].removeprefix("this."), path, code)
        # `unlock(stamp)` says no side.
        held = [one for one in held if one.key != key or (side is not None and one.side != side)]
    return held


def _left_by_called(
    text: str, place: CodePlace, code: HangCode
) -> Iterator[tuple[list[LockUse], set[tuple[tuple[str, str], str | None]]]]:
    """Yield what functions of the same file that a line calls leave to it: locks taken and given back."""
    for match in _CALLED.finditer(text):
        functions = [one for one in code.functions(match["name"]) if one.path == place.path]
        if len(functions) != 1 or functions[0].start == place.start:
            continue
        taken: list[LockUse] = []
        given: set[tuple[tuple[str, str], str | None]] = set()
        for number, line in _body(functions[0], code):
            taken += [use for use, _end in _taken(line, number, place.path, code) if not use.is_block]
            for back in _GIVEN.finditer(line):
                side = back["stamped"].lower() if back["stamped"] else _side(back["side"], None)
                key = (_key(back["name"].removeprefix("this."), place.path, code), side)
                if any((one.key, one.side) == key for one in taken):
                    taken = [one for one in taken if (one.key, one.side) != key]
                else:
                    given.add(key)
        yield taken, given


def locks_wanted(place: CodePlace, code: HangCode) -> list[LockUse]:
    """Return the locks that a place may wait for.

    Those of its line; where that is of an inlined function, those of the whole function.
    """
    if place.line is None:
        return [
            use for number, text in _body(place, code) for use, _end in _taken(text, number, place.path, code)
        ]
    lines = code.lines(place.path)
    if place.line > len(lines):
        return []
    return [use for use, _end in _taken(_plain(lines[place.line - 1]), place.line, place.path, code)]


def _body(place: CodePlace, code: HangCode) -> Iterator[tuple[int, str]]:
    lines = code.lines(place.path)
    if place.start is None or place.end is None:
        return
    for number in range(place.start, min(place.end, len(lines)) + 1):
        yield number, _plain(lines[number - 1])


def _plain(line: str) -> str:
    return _COMMENT.sub("", line)


def _taken(text: str, number: int, path: str, code: HangCode) -> Iterator[tuple[LockUse, int]]:
    """Yield the locks that a line takes, each with the offset behind the call."""
    for match in _TAKEN.finditer(text):
        name = match["name"].removeprefix("this.")
        is_block = match["call"] in _BLOCKS
        if match["call"] in {"read", "write"} and match["open"] != "{":
            continue  # a stream's
        side = _side(match["side"], match["call"])
        yield LockUse(_key(name, path, code), name, side, path, number, is_block), match.end()
    for match in _STAMPED.finditer(text):
        name = match["name"].removeprefix("this.")
        side = match["call"].removesuffix("Lock")
        yield LockUse(_key(name, path, code), name, side, path, number), match.end()


def _side(side: str | None, call: str | None) -> str | None:
    if side is not None:
        return side.removesuffix("Lock")
    return call if call in {"read", "write"} else None


def _is_inside(text: str, end: int, inner: str | None, use: LockUse) -> bool:
    """Return whether a line that takes a lock and calls `inner` does so with the lock."""
    if inner is None:
        return use.is_block and bool(text[end:].strip(" }\t"))
    return re.search(rf"\b{re.escape(inner)}\b", text[end:]) is not None


def _key(name: str, path: str, code: HangCode) -> tuple[str, str]:
    """Return a lock's name with the file that declares it, an empty text where that is not seen.

    What is reached through another object keeps that object's name: it is another lock than one's own.
    """
    owner, _, last = name.rpartition(".")
    if owner and not owner.rpartition(".")[2][:1].isupper():
        return name, ""
    return last, path if _declares(code.lines(path), last) else ""


def _declares(lines: Sequence[str], name: str) -> bool:
    declared = re.compile(rf"\b{re.escape(name)}\b\s*(?::[^=]*)?=")
    return any(name in line and declared.search(line) and _MAKERS.search(line) for line in lines)
