"""Headers of threads in dumps: the JVM's, ART's, and those that other tools print of the same threads."""

from __future__ import annotations

from dataclasses import dataclass

from rca.text.lazy_regex import lazy_regex

_HEADER = lazy_regex(
    r'\s*"(?P<name>[^\n]*)" (?:\([^)\n]*\) ?)?(?:daemon |virtual )*(?:#\d+ )?'
    r"(?=[^\n]*(?:tid=|prio=|sysTid=|nid=))"
)
_CRASHLYTICS = lazy_regex(
    r"\s*(?P<name>[^\n:()\"]{1,100}) \((?P<state>\w[\w ]{0,30})\):tid=(?P<tid>\d+) systid=\d+"
)
_OWNED = r'(?: on (?P<lock>[^\s"]{1,400}))?(?:\s+owned by "(?P<owner>[^"\n]{1,300})")?'
_STATE = r"(?P<state>BLOCKED|WAITING|TIMED_WAITING|RUNNABLE|NEW|TERMINATED)\b"
_THREAD_INFO = lazy_regex(
    r'\s*"(?P<name>[^"\n]{1,300})"(?: daemon| prio=\d{1,2})* [Ii]d=(?P<tid>\d{1,9})(?: \(0x[0-9a-f]+\))?'
    r"(?: in| Group=\S+)?(?: | state=)" + _STATE + _OWNED
)
"""`ThreadInfo.toString`, as Arthas, crash reports of servers and own watchdogs print it."""
_SHORT = lazy_regex(
    r'\s*"(?P<name>[^"\n]{1,300})",?\s+(?:#\d{1,9}\s+)?(?:\.{3}\s+)?(?:(?:java\.lang\.Thread\.)?State: )?'
    + _STATE
    + _OWNED
)
"""The part of a header that is left where it was cut."""
_VISUALVM = lazy_regex(r'\s*"(?P<name>[^"\n]{1,300})" - Thread t@(?P<tid>\d{1,9})\s*$')
_JAVACORE = lazy_regex(
    r'\s*3XMTHREADINFO\s+"(?P<name>[^"\n]{1,300})" J9VMThread:(?P<tid>0x[0-9A-Fa-f]{1,16}),'
    r"[^\n]{0,300}\bstate:(?P<state>\w{1,4})"
)
_CONSOLE_NAME = lazy_regex(r"\s*`?Name: (?P<name>\S[^\n]{0,300}?)\s*$")
_CONSOLE_STATE = lazy_regex(
    r"\s*State: " + _STATE + r"(?: on (?P<lock>\S{1,400}))?(?: owned by: (?P<owner>\S[^\n]{0,300}?))?\s*$"
)
_OTHER_MARKS = lazy_regex(r'" - Thread t@|"[^"\n]{0,40} [Ii]d=\d|3XMTHREADINFO|BLOCKED|WAITING|RUNNABLE')
_TID = lazy_regex(r"\btid=(0x[0-9a-fA-F]+|\d+)")
_HASH = lazy_regex(r"(?P<type>[\w.$/\[;]{1,300})@(?P<lock>(?:0x)?[0-9a-fA-F]{1,16})")
_LONGEST = 2000
_JAVACORE_STATES = {"R": "RUNNABLE", "B": "BLOCKED", "CW": "WAITING", "P": "WAITING (parking)"}


@dataclass(frozen=True, slots=True)
class ThreadHeader:
    """A thread's header. `lock_line` is what it says of the thread's wait, as the JVM's dumps write it."""

    name: str
    tid: str | None
    state: str | None = None
    lock_line: str | None = None


def may_be_header(line: str) -> bool:
    """Return whether a line may be a thread's header."""
    return "tid=" in line or "prio=" in line or ('"' in line and _OTHER_MARKS.search(line) is not None)


def read_header(line: str) -> ThreadHeader | None:
    """Read a thread's header; None where the line is none."""
    if len(line) > _LONGEST or not may_be_header(line):
        return None
    other = _THREAD_INFO.match(line) or _SHORT.match(line)
    if other is not None:
        parts = other.groupdict()
        return ThreadHeader(
            other["name"],
            parts.get("tid"),
            other["state"],
            lock_line_of(other["state"], other["lock"], other["owner"]) if other["lock"] else None,
        )
    j9 = _JAVACORE.match(line)
    if j9 is not None:
        return ThreadHeader(j9["name"], j9["tid"], _JAVACORE_STATES.get(j9["state"]))
    visual = _VISUALVM.match(line)
    if visual is not None:
        return ThreadHeader(visual["name"], visual["tid"])
    found = _HEADER.match(line) or _CRASHLYTICS.match(line)
    if found is None:
        return None
    # What stands behind the name may be quoted too: `"a" tid=22 owned by "b" tid=21`.
    name = found["name"].partition('" tid=')[0]
    tid = _TID.search(line, found.start("name") + len(name))
    return ThreadHeader(name, tid[1] if tid else None)


def read_console_header(name_line: str, state_line: str) -> ThreadHeader | None:
    """Read a thread as JConsole shows it: its name in one line, its state in the next.

    Args:
        name_line: `Name: …`.
        state_line: `State: BLOCKED on … owned by: …`.
    """
    if "State: " not in state_line:
        return None
    named, told = _CONSOLE_NAME.match(name_line), _CONSOLE_STATE.match(state_line)
    if named is None or told is None:
        return None
    line = lock_line_of(told["state"], told["lock"], told["owner"]) if told["lock"] else None
    return ThreadHeader(named["name"], None, told["state"], line)


def lock_line_of(state: str, lock: str, owner: str | None) -> str | None:
    """Return a wait for `type@hash` as the JVM's dumps write it, its owner's name behind it.

    Args:
        state: the thread's, by which a monitor is told from another wait.
        lock: the object.
        owner: the name of the thread that has it.
    """
    found = _HASH.match(lock)
    if found is None:
        return None
    verb = "waiting to lock" if state.startswith("BLOCKED") else "parking to wait for"
    held = f' held by "{owner}"' if owner is not None else ""
    return f"- {verb} <{found['lock']}> (a {found['type'].replace('/', '.')}){held}"
