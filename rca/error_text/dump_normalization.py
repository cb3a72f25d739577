"""Dumps of any layout, rewritten as the JVM prints them: threads, waits and holders found by their words.

Read where the exact readers find no holder: JRockit, WebLogic's console, watchdogs of servers, JSON of
`ThreadInfo`, and what people shorten. A line that fits nothing is dropped; nothing is guessed from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rca.error_text.thread_json import read_json_threads
from rca.text.lazy_regex import lazy_regex

_MOST_CHARACTERS = 4_000_000
_LONGEST_LINE = 2000
_HINT = lazy_regex(
    r"(?i)trying to get lock|(?:held|owned|locked) by|wai?ti?ng (?:to|on|for)\b|\"lockOwnerName\""
)
_PREFIX = lazy_regex(r"\s*(?:\[[^\]\n]{0,80}\][: ]*){1,4}(?=\S)|\s*(?:[*•>|]\s+){1,3}")
_NEXT_DUMP = lazy_regex(r"(?i)[=\s]*full thread dump")
_CHAINS = lazy_regex(r"(?i)\s*(?:circular|blocked|open)\b[^\n]{0,30} lock chains")
_HEADER = lazy_regex(
    r'(?:Thread-\w{1,20} )?"(?P<name>[^"\n]{1,300})"'
    r"(?=[^\n]*(?:\b(?:id|tid|prio)=|[Ii]d:|<[^>\n]*(?:priority=|blocked)|\b(?:BLOCKED|WAITING|RUNNABLE)\b))"
)
_CURRENT = lazy_regex(r"(?:Current )?Thread: (?P<name>\S[^\n]{0,200}?)\s*$")
_STATE = lazy_regex(r"\b(?P<state>BLOCKED|TIMED_WAITING|WAITING|RUNNABLE)\b")
_OBJECT = (
    r"(?:<(?P<id>(?:0x)?[0-9a-fA-F]{3,16})>(?: \(an? (?P<of>[^)\n]{1,300})\))?"
    r"|(?P<type>[\w.$/\[;]{1,300})@(?P<hash>(?:0x)?[0-9a-fA-F]{3,16}))"
)
_LOCK = lazy_regex(
    r"(?i)(?P<what>trying to get lock|waiting (?:to (?:acquire )?lock|for (?:lock|monitor)?|on)|blocked on"
    r"|parking to wait for|holding lock|locked(?: on)?|acquired)[: ]{1,3}['\"]?(?:an? )?" + _OBJECT
)
_OWNER = lazy_regex(
    r"(?i)\b(?:held|owned|locked) by:? (?:thread )?[\"'](?P<name>[^\"\n]{1,300}?)[\"'](?=[\s,.);]|$)"
)
_RELEASED = lazy_regex(r"(?i)lock released|waiting for notification")
_CHAIN = lazy_regex(
    r'\s*"(?P<name>[^"\n]{1,300})"[^\n]{0,80}?'
    r"(?: waiting for (?P<type>[^@\s]{1,300})@(?P<hash>\w{1,18}) held by:)?\s*$"
)
_FRAME = lazy_regex(
    r"(?:at )?(?P<call>[\w$./<>]{1,300}[./][\w$<>]{1,200})(?:\([\w/$;\[]{0,300}\)[\w/$;\[]{1,300})?"
    r"(?P<place>\((?:[\w$.-]{1,100}(?::\d{1,7})?|Native Method|Unknown Source)\))"
)
_WORD = lazy_regex(r"[A-Za-z]{4,12}")
_WORDS = ("waiting", "locked", "blocked", "holding", "parking", "owned")


@dataclass(slots=True)
class _Thread:
    """A thread as a text shows it. `lines` are its frames and lock lines as the JVM writes them."""

    name: str
    state: str | None = None
    lines: list[str] = field(default_factory=list)
    waits: dict[int, str] = field(default_factory=dict)
    locks: set[str] = field(default_factory=set)


def normalize_dump(text: str) -> str | None:
    """Return the dumps of a text as the JVM prints them; None where it shows no wait, or is too long."""
    if len(text) > _MOST_CHARACTERS or _HINT.search(text) is None:
        return None
    dumps = [read_json_threads(text)] if '"threadName"' in text else list(_dumps(text.split("\n")))
    dumps = [lines for lines in dumps if lines]
    return "\n".join("\n".join(["Full thread dump ", *lines, ""]) for lines in dumps) if dumps else None


def _dumps(lines: Sequence[str]) -> Iterator[list[str]]:
    start = 0
    for at, line in enumerate(lines):
        if at > start and _NEXT_DUMP.match(line):
            yield _rewritten(lines[start:at])
            start = at
    yield _rewritten(lines[start:])


def _rewritten(lines: Sequence[str]) -> list[str]:
    threads: list[_Thread] = []
    chained = next((at for at, line in enumerate(lines) if _CHAINS.match(line)), len(lines))
    for line in lines[:chained]:
        _take(threads, line)
    if not any(thread.waits for thread in threads):
        threads = _read_chains(lines[chained:])
    for thread in threads:
        _settle_waits(thread, threads)
    shown = []
    for number, thread in enumerate(threads, 1):
        shown.append(f'"{thread.name}" prio=5 tid={number}')
        shown += [f"   java.lang.Thread.State: {thread.state}"] if thread.state else []
        shown += [*thread.lines, ""]
    return shown if any(thread.waits for thread in threads) else []


def _take(threads: list[_Thread], line: str) -> None:
    """Add what a line says to the threads."""
    text = _PREFIX.sub("", line, count=1).strip() if len(line) <= _LONGEST_LINE else ""
    header = _HEADER.match(text) or _CURRENT.match(text)
    if header is not None:
        state = _STATE.search(text, header.end())
        threads.append(_Thread(header["name"], state["state"] if state else None))
    if not threads:
        return
    thread = threads[-1]
    lock = None if _RELEASED.search(text) else _LOCK.search(_spelled(text))
    if lock is not None:
        number = (lock["id"] or lock["hash"]).lower()
        kind = (lock["type"] or lock["of"] or "java.lang.Object").replace("/", ".")
        shown = f"<{number}> (a {kind})"
        if lock["what"].lower().startswith(("holding", "locked", "acquired")):
            thread.locks.add(number)
            thread.lines.append(f"\t- locked {shown}")
            return
        owner = _OWNER.search(text, lock.end())
        held = f' held by "{owner["name"]}"' if owner else ""
        verb = "waiting on" if lock["what"].lower() == "waiting on" and not held else "waiting to lock"
        verb = "parking to wait for" if lock["what"].lower().startswith("parking") else verb
        thread.waits[len(thread.lines)] = number
        thread.lines.append(f"\t- {verb} {shown}{held}")
    elif header is None and (frame := _FRAME.match(text)) is not None:
        thread.lines.append(f"\tat {frame['call'].replace('/', '.')}{frame['place']}")
    elif header is None and thread.state is None and (state := _STATE.search(text)) is not None:
        thread.state = state["state"]


def _settle_waits(thread: _Thread, threads: Sequence[_Thread]) -> None:
    """Read `waiting on` as a wait for a monitor that one other thread alone has locked."""
    for at, number in thread.waits.items():
        line = thread.lines[at]
        holders = [one for one in threads if number in one.locks]
        waits_inside = any("Object.wait(" in text for text in thread.lines)
        if "- waiting on" in line and len(holders) == 1 and thread not in holders and not waits_inside:
            thread.lines[at] = line.replace("- waiting on", "- waiting to lock")


def _read_chains(lines: Sequence[str]) -> list[_Thread]:
    """Return the threads of JRockit's lock chains: each waits for the one in the next line."""
    threads: dict[str, _Thread] = {}
    wait: tuple[str, str] | None = None
    for line in lines:
        found = _CHAIN.match(line) if len(line) <= _LONGEST_LINE else None
        if found is None:
            wait = None
            continue
        thread = threads.setdefault(found["name"], _Thread(found["name"]))
        if wait is not None and not threads[wait[0]].waits:
            threads[wait[0]].waits[0] = found["name"]
            threads[wait[0]].lines.append(f'\t- waiting to lock {wait[1]} held by "{thread.name}"')
        shown = f"<{found['hash']}> (a {found['type'].replace('/', '.')})" if found["type"] else None
        wait = (thread.name, shown) if shown else None
    return list(threads.values())


def _spelled(text: str) -> str:
    """Return a line about an object with keywords that are one letter off put right."""
    if "@" not in text and "<" not in text:
        return text
    head = text[:80]
    for found in _WORD.finditer(head):
        word = found[0].lower()
        meant = [one for one in _WORDS if one != word and _one_off(word, one)] if word not in _WORDS else []
        if len(meant) == 1:
            return f"{head[: found.start()]}{meant[0]}{head[found.end() :]}{text[80:]}"
    return text


def _one_off(word: str, meant: str) -> bool:
    """Return whether one letter was changed, added, left out or swapped with its neighbour."""
    at = next((n for n, (a, b) in enumerate(zip(word, meant, strict=False)) if a != b), len(word))
    rest, whole = word[at:], meant[at:]
    swapped = rest[:2] == whole[:2][::-1] and rest[2:] == whole[2:]
    return rest[1:] == whole[1:] or rest == whole[1:] or rest[1:] == whole or swapped
