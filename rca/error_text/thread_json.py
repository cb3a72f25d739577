"""Threads in JSON: `ThreadInfo`, as actuators and JMX clients write it out, and `jcmd Thread.dump_to_file`.

The keys of the former are in camel or snake case. Source of the latter: `jdk.internal.vm.ThreadDumper`; it
tells of locks in newer JDKs, of virtual threads too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rca.text.lazy_regex import lazy_regex

JSON_HINT = r'"(?:lock_?Owner_?Name|lock_?Owner_?Id|blockedOn|parkBlocker)"\s*:'
_MAY_HOLD = lazy_regex("(?i)" + JSON_HINT)
_NAMES = ("threadname", "name")
_NAME = r'"(?:threadName|thread_name|name)"'
_TOKEN = lazy_regex(r"[{}]|" + _NAME + r'\s*:|"(?:[^"\\\n]|\\.)*"')
_ELIDED = lazy_regex(r"(?:,\s*)?(?:\.{3}|…)(?=\s*[\]}])")
_LOCK = lazy_regex(r"(?P<type>[\w.$/\[;]{1,300})@(?P<hash>[0-9a-fA-F]{1,16})$")
_STATES = frozenset({"BLOCKED", "WAITING", "TIMED_WAITING", "RUNNABLE", "NEW", "TERMINATED"})
_DEEPEST = 60
_NO_ID = frozenset({"", "0", "-1", "None"})


@dataclass(slots=True)
class _Thread:
    """A thread. `lock` is what it waits for, `owner` the holder's name, `owned` the monitors that it has."""

    name: str
    id: str
    state: str | None
    frames: list[str]
    lock: str | None = None
    owner: str | None = None
    owner_id: str | None = None
    owned: set[str] = field(default_factory=set)


def read_json_threads(text: str) -> list[str]:
    """Return the threads as lines of a JVM's dump; none where no thread waits for another."""
    if _MAY_HOLD.search(text) is None:
        return []
    threads = [_read(found) for found in _objects(_ELIDED.sub("", text))]
    names = {one.id: one.name for one in threads if one.id not in _NO_ID}
    shown: list[str] = []
    is_held = False
    for number, thread in enumerate(threads, 1):
        shown += [f'"{thread.name}" prio=5 tid={number}']
        if thread.state is not None:
            shown.append(f"   java.lang.Thread.State: {thread.state}")
        owner = thread.owner or names.get(thread.owner_id or "") or _holder_of(thread, threads)
        frames = list(thread.frames)
        if owner is not None and owner != thread.name:
            is_held = True
            lock = _LOCK.match(thread.lock or "")
            what = f"<{lock['hash']}> (a {lock['type']})" if lock else "an unknown object"
            verb = (
                "waiting to lock" if thread.state in {"BLOCKED", None} or not lock else "parking to wait for"
            )
            frames.insert(1, f'\t- {verb} {what} held by "{owner}"')
        shown += [*frames, ""]
    return shown if is_held else []


def _holder_of(thread: _Thread, threads: Sequence[_Thread]) -> str | None:
    """Return the one thread that has the monitor which a blocked thread waits for."""
    if thread.lock is None or thread.state != "BLOCKED":
        return None
    holders = [one.name for one in threads if thread.lock in one.owned and one is not thread]
    return holders[0] if len(holders) == 1 else None


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the objects that are threads, as far as they are whole, their keys in small letters alone."""
    opened: list[tuple[int, bool]] = []
    for token in _TOKEN.finditer(text):
        if token[0] == "{":
            opened.append((token.start(), False))
        elif token[0] == "}":
            start, has_a_name = opened.pop() if opened else (0, False)
            if not has_a_name:
                continue
            try:
                found = json.loads(text[start : token.end()], strict=False)
            except ValueError:
                continue
            plain = {key.replace("_", "").lower(): value for key, value in found.items()}
            if _is_thread(plain):
                yield plain
        elif token[0].endswith(":") and opened:
            opened[-1] = (opened[-1][0], True)


def _is_thread(found: dict[str, Any]) -> bool:
    is_named = any(isinstance(found.get(key), str) for key in _NAMES)
    state = _text(found, "threadstate", "state")
    waits = _text(found, "lockownername") is not None or (state is None and "lockname" in found)
    return is_named and (waits or (state or "").upper() in _STATES)


def _read(found: dict[str, Any]) -> _Thread:
    identity = str(next((found[key] for key in ("threadid", "tid", "id") if key in found), ""))
    state = _text(found, "threadstate", "state")
    kind = "virtual thread" if found.get("virtual") is True else "thread"
    thread = _Thread(
        name=_text(found, *_NAMES) or f"{kind} #{identity}",
        id=identity,
        state=state.upper() if state is not None else None,
        frames=_frames(next((found[key] for key in ("stacktrace", "stack") if key in found), None)),
        lock=_text(found, "lockname", "blockedon"),
        owner=_text(found, "lockownername"),
        owner_id=str(found.get("lockownerid")),
    )
    blocker = found.get("parkblocker")
    if isinstance(blocker, dict):
        thread.lock = thread.lock or _text(blocker, "object")
        owner = blocker.get("owner", blocker.get("exclusiveOwnerThread"))
        thread.owner_id = str(owner.get("tid")) if isinstance(owner, dict) else str(owner)
    thread.owned = set(_owned(found))
    return thread


def _owned(found: dict[str, Any]) -> Iterator[str]:
    """Yield the monitors that a thread has, as `type@hash`."""
    for held in _list(found.get("monitorsowned")):
        if isinstance(held, dict):
            yield from (lock for lock in _list(held.get("locks")) if isinstance(lock, str))
    for held in _list(found.get("lockedmonitors")):
        if isinstance(held, dict) and isinstance(held.get("identityHashCode"), int):
            yield f"{held.get('className')}@{held['identityHashCode']:x}"


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(thread: dict[str, Any], *keys: str) -> str | None:
    for key in keys:
        value = thread.get(key)
        if isinstance(value, str) and value and "\n" not in value and '"' not in value:
            return value
    return None


def _frames(trace: object) -> list[str]:
    if isinstance(trace, str):
        trace = [line for line in trace.split("\n") if line.strip() and not line.lstrip().startswith("-")]
    lines = []
    for frame in trace[:_DEEPEST] if isinstance(trace, list) else ():
        if isinstance(frame, str):
            lines.append(f"\tat {frame.strip().removeprefix('at ')}")
        if not isinstance(frame, dict):
            continue
        owner, method, file = (_text(frame, key) for key in ("className", "methodName", "fileName"))
        line = frame.get("lineNumber")
        if owner is None or method is None:
            owner, method, file = (_text(frame, key) for key in ("class_name", "method_name", "file_name"))
            line = frame.get("line_number")
        if owner is not None and method is not None:
            number = f":{line}" if isinstance(line, int) and line > 0 else ""
            lines.append(f"\tat {owner}.{method}({file or 'Unknown Source'}{number if file else ''})")
    return lines
