"""Dumps of any layout, rewritten as the JVM prints them: threads, waits and holders found by their words.

Read where the exact readers find no holder: JRockit, WebLogic's console, watchdogs of servers, JSON of
`ThreadInfo`, detectors of an application's own, and what people and web pages shorten. A line that fits
nothing is dropped; nothing is guessed from it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rca.error_text.thread_json import JSON_HINT, read_json_threads
from rca.text.lazy_regex import lazy_regex

_MOST_CHARACTERS = 4_000_000
_LONGEST_LINE = 2000
_HINT = lazy_regex(r"(?i)trying to get lock|(?:held|owned|locked) by|wai?ti?ng (?:to|on|for)\b|" + JSON_HINT)
_PREFIX = lazy_regex(r"\s*(?:\[[^\]\n]{0,80}\][: ]*){1,4}(?=\S)|\s*(?:[*•>|#-]{1,6}\s+){1,3}")
_NEXT_DUMP = lazy_regex(r"(?i)[=\s]*full thread dump")
_CHAINS = lazy_regex(r"(?i)\s*(?:circular|blocked|open)\b[^\n]{0,30} lock chains")
_HEADER = lazy_regex(
    r'(?:Thread-\w{1,20} )?"(?P<name>[^"\n]{1,300})"'
    r"(?=[^\n]*(?:\b(?:id|tid|prio)=|[Ii]d:|<[^>\n]*(?:priority=|blocked)|\b(?:BLOCKED|WAITING|RUNNABLE)\b)"
    r"|\s+at\s+[\w$.]{3,300}\.(?:[\w$]|<))"
)
_CURRENT = lazy_regex(r"(?:Current )?Thread: (?P<name>\S[^\n]{0,200}?)\s*$")
_STATE = lazy_regex(r"\b(?P<state>BLOCKED|TIMED_WAITING|WAITING|RUNNABLE)\b")
_TID = lazy_regex(r"\btid=(?P<tid>\d{1,9})\b")
_OBJECT = (
    r"(?:<(?P<id>(?:0x)?[0-9a-fA-F]{3,16})>(?: \(an? (?P<of>[^)\n]{1,300})\))?"
    r"|(?P<type>[\w.$/\[;]{1,300})@(?P<hash>(?:0x)?[0-9a-fA-F]{3,16}))"
)
_LOCK = lazy_regex(
    r"(?i)(?P<what>trying to get lock|waiting (?:to (?:acquire )?lock|for (?:lock|monitor)?|on)|blocked on"
    r"|parking to wait for|holding lock|locked(?: on)?|acquired)[: ]{1,3}(?:object: )?['\"]?(?:an? )?"
    + _OBJECT
)
_INITIALIZER = lazy_regex(r"(?i)waiting on the class initialization monitor for (?P<type>[\w.$]{1,300})")
_OWNER = lazy_regex(
    r"(?i)\b(?:held|owned|locked) by:? (?:thread )?[\"'](?P<name>[^\"\n]{1,300}?)[\"'](?=[\s,.);]|$)"
)
_OWNER_NUMBER = lazy_regex(
    r"(?i)\bheld by (?:thread |tid=)(?P<tid>\d{1,9})\b(?: \((?!tid=)(?P<name>[^()\n]{1,200})\))?"
)
_BARE_OWNER = lazy_regex(
    r"(?i)\b(?:held|owned) by:? (?:thread )?(?P<name>[^\s\"'(),;][^\"'(),;\n]{0,200}?)"
    r"(?=\s*(?:[),;.]|\(?\b[Ii]d\b|$))"
)
_OWNER_LINE = lazy_regex(
    r"(?i)(?:lock )?(?:owner|(?:held|owned) by)(?: thread)?: ?['\"]?(?P<name>[^'\"()\n]{1,300}?)['\"]?"
    r"(?:\s*\([^)\n]{1,60}\))?$"
)
_RELEASED = lazy_regex(r"(?i)lock released|waiting for notification")
_CHAIN = lazy_regex(
    r'\s*"(?P<name>[^"\n]{1,300})"[^\n]{0,80}?'
    r"(?: waiting for (?P<type>[^@\s]{1,300})@(?P<hash>\w{1,18}) held by:)?\s*$"
)
_FRAME = lazy_regex(
    r"(?:at )?(?P<call>[\w$./<>]{1,300}[./][\w$<>]{1,200})(?:\([\w/$;\[]{0,300}\)[\w/$;\[]{1,300})?"
    r" ?(?P<place>\((?:[\w$.-]{1,100}(?: ?: ?~?\d{1,7})?|Native [Mm]ethod|Unknown Source)\))"
)
_PLACELESS = lazy_regex(r"at (?P<call>[\w$.]{1,300}\.(?:[\w$]{1,200}|<\w{4,6}>))\s*$")
_FLAT = lazy_regex(
    r"\s(?=at [\w$.<>]{3,300} ?\(|- ?(?:[Ww]aiting|locked|parking) |\| [a-z]"
    r'|"[^"\n]{1,200}" (?:daemon |prio=|tid=|#\d))'
)
"""Where a page or a form field has put the lines of a dump behind each other."""
_NAMED = lazy_regex(
    r"(?:[Tt]hread(?: name)?:? |[Nn]ame: )?[\"'\[]?(?P<name>[^\"'\n]{1,300}?)[\"'\]]?(?: \(\w+\))?:?$"
)
_ENTITY = lazy_regex(r"&(?:lt|gt|quot|amp|#3[49]);")
_WORD = lazy_regex(r"[A-Za-z]{4,12}")
_WORDS = ("waiting", "locked", "blocked", "holding", "parking", "owned")


@dataclass(slots=True)
class _Thread:
    """A thread as a text shows it. `lines` are its frames and lock lines as the JVM writes them.

    `owner_tids` are the dump's numbers of holders, by the number of the wait's line, each with the name that
    stands behind it.
    """

    name: str
    state: str | None = None
    tid: str | None = None
    lines: list[str] = field(default_factory=list)
    waits: dict[int, str] = field(default_factory=dict)
    locks: set[str] = field(default_factory=set)
    owner_tids: dict[int, tuple[str, str | None]] = field(default_factory=dict)


def normalize_dump(text: str) -> str | None:
    """Return the dumps of a text as the JVM prints them; None where it shows no wait, or is too long."""
    if len(text) > _MOST_CHARACTERS or _HINT.search(text) is None:
        return None
    dumps = [read_json_threads(text)]
    if not dumps[0]:
        lines = (html.unescape(text) if _ENTITY.search(text) else text).split("\n")
        dumps = list(_dumps([part for line in lines for part in _FLAT.split(line)]))
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
    owners = _owners(lines[:chained])
    for line in lines[:chained]:
        _take(threads, line, owners)
    if not any(thread.waits for thread in threads):
        threads = _read_chains(lines[chained:])
    names = {thread.tid: thread.name for thread in threads if thread.tid is not None}
    for thread in threads:
        _settle_owners(thread, names)
        _settle_waits(thread, threads)
    shown = []
    for number, thread in enumerate(threads, 1):
        shown.append(f'"{thread.name}" prio=5 tid={number}')
        shown += [f"   java.lang.Thread.State: {thread.state}"] if thread.state else []
        shown += [*thread.lines, ""]
    return shown if any(thread.waits for thread in threads) else []


def _owners(lines: Sequence[str]) -> frozenset[str]:
    """Return the names that stand behind `owned by`: a line of nothing else begins that thread."""
    found: set[str] = set()
    for line in lines:
        if " by" in line.lower() and len(line) <= _LONGEST_LINE:
            text = _plain(line)
            matches = (_OWNER.search(text), _OWNER_LINE.match(text), _BARE_OWNER.search(text))
            found |= {one["name"] for one in matches if one is not None}
    return frozenset(found)


def _plain(line: str) -> str:
    """Return a line without what a log or Markdown puts before it, and without emphasis."""
    return _PREFIX.sub("", line, count=1).replace("**", "").strip()


def _take(threads: list[_Thread], line: str, owners: frozenset[str]) -> None:
    """Add what a line says to the threads."""
    text = _plain(line) if len(line) <= _LONGEST_LINE else ""
    header = _HEADER.match(text) or _CURRENT.match(text)
    if header is None and owners and (named := _NAMED.match(text)) is not None and named["name"] in owners:
        header = named
    if header is not None:
        _begin(threads, header, text)
        text = text[header.end() :].strip() if text.startswith('"') else ""
    if not threads:
        return
    thread = threads[-1]
    lock = None if _RELEASED.search(text) else _LOCK.search(_spelled(text))
    if lock is not None:
        _take_lock(thread, lock, text)
    elif (initializer := _INITIALIZER.search(text)) is not None:
        thread.waits[len(thread.lines)] = initializer["type"]
        thread.lines.append(f"\t- waiting on the Class initialization monitor for {initializer['type']}")
    elif (owner := _OWNER_LINE.match(text)) is not None:
        _take_owner(thread, owner["name"])
    elif (frame := _FRAME.match(text)) is not None:
        thread.lines.append(f"\tat {frame['call'].replace('/', '.')}{frame['place'].replace(' : ', ':')}")
    elif (bare := _PLACELESS.match(text)) is not None:
        thread.lines.append(f"\tat {bare['call']}(Unknown Source)")
    elif header is None and thread.state is None and (state := _STATE.search(text)) is not None:
        thread.state = state["state"]


def _begin(threads: list[_Thread], header: re.Match[str], text: str) -> None:
    """Begin a thread, unless its own header stands in the line above, as Play Console repeats it."""
    state, tid = _STATE.search(text, header.end()), _TID.search(text, header.end())
    thread = _Thread(header["name"], state["state"] if state else None, tid["tid"] if tid else None)
    above = threads[-1] if threads else None
    if above is not None and (above.name, above.tid) == (thread.name, thread.tid) and not above.lines:
        threads.pop()
    threads.append(thread)


def _take_lock(thread: _Thread, lock: re.Match[str], text: str) -> None:
    number = (lock["id"] or lock["hash"]).lower()
    kind = (lock["type"] or lock["of"] or "java.lang.Object").replace("/", ".")
    shown = f"<{number}> (a {kind})"
    what = lock["what"].lower()
    if what.startswith(("holding", "locked", "acquired")):
        thread.locks.add(number)
        thread.lines.append(f"\t- locked {shown}")
        return
    owner = _OWNER.search(text, lock.end())
    by_number = _OWNER_NUMBER.search(text, lock.end())
    if owner is None and by_number is None:
        owner = _BARE_OWNER.search(text, lock.end())
    held = f' held by "{owner["name"]}"' if owner else ""
    verb = "waiting on" if what == "waiting on" and not held else "waiting to lock"
    verb = "parking to wait for" if what.startswith("parking") or _is_timed(thread) else verb
    if by_number is not None and owner is None:
        thread.owner_tids[len(thread.lines)] = (by_number["tid"], by_number["name"])
    thread.waits[len(thread.lines)] = number
    thread.lines.append(f"\t- {verb} {shown}{held}")


def _is_timed(thread: _Thread) -> bool:
    return thread.state == "TIMED_WAITING"


def _take_owner(thread: _Thread, name: str) -> None:
    """Add to the wait above the owner that a line of its own names."""
    at = max(thread.waits, default=-1)
    if at >= 0 and at == len(thread.lines) - 1 and " held by " not in thread.lines[at]:
        thread.lines[at] = f'{thread.lines[at].replace("- waiting on", "- waiting to lock")} held by "{name}"'


def _settle_owners(thread: _Thread, names: dict[str, str]) -> None:
    """Name the holders that the dump tells by number."""
    for at, (tid, told) in thread.owner_tids.items():
        name = names.get(tid) or told
        if name is not None and tid != thread.tid:
            line = thread.lines[at].replace("- waiting on", "- waiting to lock")
            thread.lines[at] = f'{line} held by "{name}"'


def _settle_waits(thread: _Thread, threads: Sequence[_Thread]) -> None:
    """Read `waiting on` as a wait for a monitor that one other thread alone has locked."""
    for at, number in thread.waits.items():
        line = thread.lines[at]
        holders = [one for one in threads if number in one.locks]
        waits_inside = any("Object.wait(" in text for text in thread.lines)
        if "- waiting on <" in line and len(holders) == 1 and thread not in holders and not waits_inside:
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
