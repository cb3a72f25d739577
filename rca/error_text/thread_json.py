"""Threads in JSON that writes out `ThreadInfo`: Spring's actuator, health checks, JMX clients."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rca.text.lazy_regex import lazy_regex

_TOKEN = lazy_regex(r'[{}]|"threadName"\s*:|"(?:[^"\\\n]|\\.)*"')
_LOCK = lazy_regex(r"(?P<type>[\w.$/\[;]{1,300})@(?P<hash>[0-9a-fA-F]{1,16})$")
_DEEPEST = 60


def read_json_threads(text: str) -> list[str]:
    """Return the threads as lines of a JVM's dump; none where no thread waits for another."""
    shown: list[str] = []
    is_held = False
    for number, thread in enumerate(_threads(text), 1):
        name, owner = thread["threadName"], _text(thread, "lockOwnerName")
        shown += [f'"{name}" prio=5 tid={number}']
        if (state := _text(thread, "threadState")) is not None:
            shown.append(f"   java.lang.Thread.State: {state}")
        frames = _frames(thread.get("stackTrace"))
        if owner is not None and owner != name:
            is_held = True
            lock = _LOCK.match(_text(thread, "lockName") or "")
            what = f"<{lock['hash']}> (a {lock['type']})" if lock else "an unknown object"
            frames.insert(1, f'\t- waiting to lock {what} held by "{owner}"')
        shown += [*frames, ""]
    return shown if is_held else []


def _threads(text: str) -> Iterator[dict[str, Any]]:
    """Yield the objects that name a thread, as far as they are whole."""
    opened: list[tuple[int, bool]] = []
    for token in _TOKEN.finditer(text):
        if token[0] == "{":
            opened.append((token.start(), False))
        elif token[0] == "}":
            start, names_a_thread = opened.pop() if opened else (0, False)
            if not names_a_thread:
                continue
            try:
                found = json.loads(text[start : token.end()])
            except ValueError:
                continue
            if _text(found, "threadName") is not None:
                yield found
        elif token[0].startswith('"threadName"') and token[0].endswith(":") and opened:
            opened[-1] = (opened[-1][0], True)


def _text(thread: dict[str, Any], key: str) -> str | None:
    value = thread.get(key)
    return value if isinstance(value, str) and value and "\n" not in value and '"' not in value else None


def _frames(trace: object) -> list[str]:
    lines = []
    for frame in trace[:_DEEPEST] if isinstance(trace, list) else ():
        if not isinstance(frame, dict):
            continue
        owner, method, file = (_text(frame, key) for key in ("className", "methodName", "fileName"))
        line = frame.get("lineNumber")
        if owner is not None and method is not None:
            number = f":{line}" if isinstance(line, int) and line > 0 else ""
            lines.append(f"\tat {owner}.{method}({file or 'Unknown Source'}{number if file else ''})")
    return lines
