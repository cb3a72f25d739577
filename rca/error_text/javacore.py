"""The deadlock that an OpenJ9 javacore tells: its lines `2LKDEADLOCKTHR` to `4LKDEADLOCKOBJ`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rca.text.lazy_regex import lazy_regex

JAVACORE_DEADLOCK = "1LKDEADLOCK "
_THREAD = lazy_regex(r'\s*2LKDEADLOCKTHR\s+Thread "(?P<name>[^"\n]{1,300})"')
_OBJECT = lazy_regex(r"\s*4LKDEADLOCKOBJ\s+(?P<type>[\w/$\[;]{1,300})@(?P<lock>0x[0-9A-Fa-f]{1,16})")
_PARTS = ("3LKDEADLOCK", "4LKDEADLOCK", "NULL")


@dataclass(slots=True)
class JavacoreThread:
    """One thread of the deadlock: what it waits for, as the JVM's own section says it, and who holds it."""

    name: str
    waits: list[str] = field(default_factory=list)
    holder: str | None = None


def read_javacore_deadlock(lines: Sequence[str], start: int) -> tuple[int, list[JavacoreThread]]:
    """Return the last line of a javacore's deadlock and its threads in order.

    Args:
        lines: the text.
        start: the line that begins with `1LKDEADLOCK`.
    """
    threads: dict[str, JavacoreThread] = {}
    current: JavacoreThread | None = None
    last = start
    for at in range(start + 1, len(lines)):
        line = lines[at]
        named, awaited = _THREAD.match(line), _OBJECT.match(line)
        if named is not None:
            if current is not None and current.holder is None:
                current.holder = named["name"]
                current.waits.append(f'which is held by "{named["name"]}"')
            current = threads.setdefault(named["name"], JavacoreThread(named["name"]))
        elif awaited is not None and current is not None:
            lock = awaited["lock"].lower()
            current.waits.append(f"waiting to lock monitor {lock} (object {lock}, a {awaited['type']})")
        elif line.strip() and not line.strip().startswith(_PARTS):
            break
        last = at if line.strip() else last
    return last, list(threads.values())
