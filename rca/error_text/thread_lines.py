"""Lines about locks in dumps of other tools, put as the JVM's own dumps write them.

Forms: `ThreadInfo.toString`, thread dumps of IntelliJ and its debugger, OpenJ9's javacore, and what people
shorten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from rca.error_text.thread_headers import lock_line_of, may_be_header
from rca.text.lazy_regex import lazy_regex

_OF = r"(?P<of> \(an? [^)\n]{1,300}\))?"
_RELEASE = lazy_regex(
    r"waiting for (?P<owner>[^\n]{1,300}?) to release lock on <(?P<lock>[^>\s]{1,40})>" + _OF
)
_BLOCKS = lazy_regex(r"blocks (?P<name>[^\n]{1,300}?)\s*$")
_DASHLESS = lazy_regex(r"(?:waiting to lock|waiting on|parking to wait for|locked) +<[^>\s]{1,40}>")
_DUMPLING = lazy_regex(r"(?:(?P<waits>Blocked by)|Acquired(?: \*)?)\s+(?P<rest><[^>\s]{1,40}>[^\n]{0,300})")
_OBJECT = r"(?P<lock>[\w.$/\[;]{1,300}@[0-9a-fA-F]{1,16})"
_INFO = lazy_regex(r"-\s+(?P<what>blocked on|waiting on|waiting to lock:?|locked:?)\s+" + _OBJECT)
_ON = lazy_regex(r"on " + _OBJECT + r'(?: owned by "(?P<owner>[^"\n]{1,300})"(?: Id=\d{1,9})?)?\s*$')
_BLOCK = lazy_regex(
    r"3XMTHREADBLOCK\s+(?P<what>Blocked|Waiting|Parked) on: (?P<lock>[^\s]{1,400}) Owned by: "
    r'(?:"(?P<owner>[^"\n]{1,300})"|<unowned>)(?:[^\n]{0,200}?Initializing thread: "(?P<by>[^"\n]{1,300})")?'
)
_ENTERED = lazy_regex(r"5XESTACKTRACE\s+\(entered lock: " + r"(?P<lock>[^\s,]{1,400})")
_FRAME = lazy_regex(r"4XESTACKTRACE\s+(?P<frame>at [^\n]{1,600})")
_PARENTHESES = lazy_regex(
    r"(?P<wait>- (?:waiting to lock|parking to wait for) +<[^>\s]{1,40}>[^\n]{0,300}?)"
    r" \((?:held|owned) by (?:thread )?(?P<owner>[^\s\"()][^\"()\n]{0,200})\)\s*$"
)
_COMMENTED = lazy_regex(r'\s*(?P<prefix>\*|//|#|>)\s*(?:"|Name: )')
_PREFIXES = {
    **{one: re.compile(rf"^[ \t]*{re.escape(one)} ?") for one in ("*", "//")},
    **{one: re.compile(rf"^[ \t]*{one}(?: |$|(?=[\t\"]))") for one in ("#", ">")},
}
_OF_THE_JVM = ("- ", "java.lang.Thread.State", "|", "Locked ownable", "native:", "#")
_ENOUGH = 200
"""Lines that are looked at for a comment's mark before each line of a dump."""


def as_jvm_line(text: str, state: str | None) -> str:
    """Return a stripped line of a thread's stack as the JVM writes it; itself where it is no other tool's.

    Args:
        text: the line.
        state: the thread's, as far as it is known.
    """
    if text.startswith(_OF_THE_JVM) and "@" not in text and not text.endswith(")"):
        return text
    for mark, convert in _FORMS:
        if mark in text and (line := convert(text, state or "")) is not None:
            return line
    return text


def _release(text: str, _state: str) -> str | None:
    found = _RELEASE.match(text)
    return (
        f'- waiting to lock <{found["lock"]}>{found["of"] or ""} held by "{found["owner"]}"'
        if found
        else None
    )


def _blocks(text: str, _state: str) -> str | None:
    found = _BLOCKS.match(text)
    return f'- blocks "{found["name"]}"' if found else None


def _dashless(text: str, _state: str) -> str | None:
    found = _DUMPLING.match(text)
    if found is not None:
        return f"- {'waiting to lock' if found['waits'] else 'locked'} {found['rest']}"
    return f"- {text}" if _DASHLESS.match(text) else None


def _info(text: str, state: str) -> str | None:
    found = _INFO.match(text)
    if found is None:
        return None
    if found["what"].startswith("locked"):
        line = lock_line_of("", found["lock"], None)
        return line.replace("parking to wait for", "locked") if line is not None else None
    is_monitor = found["what"] != "waiting on"
    return lock_line_of("BLOCKED" if is_monitor else state, found["lock"], None)


def _in_parentheses(text: str, _state: str) -> str | None:
    found = _PARENTHESES.match(text)
    return f'{found["wait"]} held by "{found["owner"]}"' if found else None


def _on(text: str, state: str) -> str | None:
    found = _ON.match(text)
    return lock_line_of(state, found["lock"], found["owner"]) if found else None


def _block(text: str, _state: str) -> str | None:
    found = _BLOCK.match(text)
    if found is None:
        return None
    state = "BLOCKED" if found["what"] == "Blocked" else ""
    return lock_line_of(state, found["lock"], found["owner"] or found["by"])


def _entered(text: str, _state: str) -> str | None:
    found = _ENTERED.match(text)
    line = lock_line_of("", found["lock"], None) if found else None
    return line.replace("parking to wait for", "locked") if line is not None else None


def _frame(text: str, _state: str) -> str | None:
    found = _FRAME.match(text)
    if found is None:
        return None
    call, bracket, place = found["frame"].partition("(")
    return f"{call.replace('/', '.')}{bracket}{place}"


_FORMS: tuple[tuple[str, Callable[[str, str], str | None]], ...] = (
    ("to release lock on <", _release),
    ("blocks ", _blocks),
    (" by ", _in_parentheses),
    (" <", _dashless),
    ("@", _info),
    ("on ", _on),
    ("3XMTHREADBLOCK", _block),
    ("5XESTACKTRACE", _entered),
    ("4XESTACKTRACE", _frame),
)


def without_comment_marks(lines: Sequence[str]) -> Sequence[str]:
    """Return lines without the mark of a comment or a quotation that stands before each line of a dump."""
    marks = _marks(lines)
    for mark in marks:
        prefix = _PREFIXES[mark]
        return [prefix.sub("", line, count=1) for line in lines]
    return lines


def _marks(lines: Sequence[str]) -> Iterator[str]:
    for line, following in zip_longest(lines[:_ENOUGH], lines[1:_ENOUGH], fillvalue=""):
        found = _COMMENTED.match(line)
        if found is not None and (
            may_be_header(line) or line.rstrip().endswith('":') or "State: " in following
        ):
            yield found["prefix"]
