"""Logcat in every format → one stream of messages per thread and tag."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rca.error_text.exception_header import read_header
from rca.error_text.typed_json import as_list, as_object, as_text, load_json
from rca.text.lazy_regex import lazy_regex

_DATE = r"(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,9}(?: [+-]\d{4})?"
_NAME = r"[a-z]\w{0,60}(?:\.\w{1,60}){1,12}"
"""An app's process."""

_FORMATS: tuple[re.Pattern[str], ...] = (
    # threadtime, with year, microseconds, zone and uid variants; epoch; monotonic
    lazy_regex(
        rf"(?:{_DATE}|\s*\d{{1,12}}\.\d{{3,9}})\s+(?:[a-z_]\w{{0,30}}\s+|\d{{1,7}}\s+(?=\d+\s+\d+\s))?"
        r"(?P<pid>\d{1,9})\s+(?P<tid>\d{1,9})\s+(?P<level>[VDIWEFAS])\s(?P<rest>.*)"
    ),
    # Android Studio up to Electric Eel: pid-tid/process level/tag: message
    lazy_regex(
        rf"(?:{_DATE}\s+)?(?P<pid>\d{{1,9}})-(?P<tid>\d{{1,9}})(?:/(?P<process>\S+)\s+|/\s*|\s+)"
        r"(?P<level>[VDIWEFA])/(?P<tag>[^:\ufe55]{0,200})[:\ufe55] ?(?P<message>.*)"
    ),
    # Android Studio since Electric Eel: columns of tag, process, level
    lazy_regex(
        rf"{_DATE}\s{{1,60}}(?P<pid>\d{{1,9}})-(?P<tid>\d{{1,9}})\s{{1,60}}(?P<tag>\S.{{0,80}}?)?\s{{1,60}}"
        r"(?P<process>\S{1,120})\s+(?P<level>[VDIWEFA])(?:\s\s?(?P<message>.*))?$"
    ),
    # time and brief
    lazy_regex(
        rf"(?:{_DATE}:?\s+)?(?P<level>[VDIWEFA])/(?P<tag>.{{0,80}}?)"
        r"\(\s{0,8}(?P<pid>\d{1,9})\): ?(?P<message>.*)"
    ),
    # process and thread
    lazy_regex(
        r"(?P<level>[VDIWEFA])\(\s{0,8}(?P<pid>\d{1,9})(?::\s{0,8}(?P<tid>\w{1,12}))?\)(?: (?P<message>.*))?$"
    ),
    # Android Studio up to Electric Eel, with the process alone
    lazy_regex(
        rf"(?P<process>{_NAME}) (?P<level>[VDIWEFA])/(?P<tag>[^:\ufe55()\n]{{1,80}})[:\ufe55] ?"
        r"(?P<message>.*)"
    ),
    # apps that show logcat: day and month, pid, process, tag
    lazy_regex(
        rf"\d\d\.\d\d \d\d:\d\d:\d\d\.\d{{3}} (?P<pid>\d{{1,9}}) (?P<process>{_NAME}) "
        r"(?P<tag>[^:\n]{1,80}): ?(?P<message>.*)"
    ),
    # apps that show logcat: date, uid, pid, tid, process, tag, without a level
    lazy_regex(
        rf"{_DATE} (?:\d{{1,7}} )?(?P<pid>\d{{1,9}}) (?P<tid>\d{{1,9}}) (?P<process>{_NAME}) "
        r"(?P<tag>[^:\n]{1,80}): ?(?P<message>.*)"
    ),
    # tag
    lazy_regex(
        rf"(?:{_DATE}:?\s+)?(?P<level>[VDIWEFA])/(?P<tag>[^:\ufe55()\n]{{1,80}})[:\ufe55] ?(?P<message>.*)"
    ),
)
_LONG = lazy_regex(
    rf"\[ {_DATE}\s+(?P<pid>\d{{1,9}}):\s{{0,8}}(?P<tid>\w{{1,12}}) "
    r"(?P<level>[VDIWEFA])/(?P<tag>[^\]]{0,120})\]\s*$"
)
_BARE_TAG = lazy_regex(
    r"(?:\d\d:\d\d:\d\d\.\d{3}\s+)?(?:[VDIWEF] +)?"
    r"(?P<tag>AndroidRuntime|System\.err|ActivityManager|DEBUG|libc|art|zygote(?:64)?)"
    r"(?:\s+[VDIWEFA])?\s{0,20}: ?(?P<message>.*)"
)
_BARE_LEVEL = lazy_regex(r"(?:\d\d:\d\d:\d\d\.\d{3}\s+)?(?P<level>[VDIWEFA])(?:\s\s|:\s)(?P<message>.*)")
_BARE_LEVEL_EVIDENCE = lazy_regex(
    r"(?:\d\d:\d\d:\d\d\.\d{3}\s+)?[EWFA](?:\s\s|:\s)\s*(?:at [\w.$]+\(|FATAL EXCEPTION|#\d\d pc )"
)
_SOURCE = lazy_regex(r"(?:[\w/\-]{0,80}/)?\w{1,60}\.cc:\d{1,6}\] ?")
_SAMPLES = 200
_LONG_LINE = 400
_COLUMN = " " * 40
_BUFFER = lazy_regex(r"-{5,} (?:beginning of|switch to) ")


@dataclass(slots=True)
class Stream:
    """Messages of one thread under one tag, without their prefixes.

    `at[i]` is the line of the whole text that `lines[i]` comes from, 0-based.
    """

    tag: str | None = None
    pid: int | None = None
    process: str | None = None
    lines: list[str] = field(default_factory=list)
    at: list[int] = field(default_factory=list)

    def add(self, line: str, index: int) -> None:
        """Add a message."""
        self.lines.append(line)
        self.at.append(index)


def split(lines: Sequence[str], first: int = 0) -> list[Stream]:
    """Split logcat into streams, one per thread and tag, in order of their first message.

    A line without a prefix continues the stream of the line before it. Text that is no logcat is one stream
    without a tag. `first` is the number of `lines[0]` in the whole text.
    """
    return _Splitter(first).split(lines)


def is_entry(line: str) -> bool:
    """Return whether a line has a prefix of logcat's."""
    return any(pattern.match(line) for pattern in _FORMATS) or _BARE_TAG.match(line) is not None


def without_logcat(lines: Sequence[str]) -> list[str]:
    """Blank the lines that logcat wrote; the number of lines stays the same."""
    rest = [""] * len(lines)
    for stream in split(lines):
        if stream.tag is None:
            for at, line in zip(stream.at, stream.lines, strict=True):
                rest[at] = line
    return rest


def is_device_log(text: str) -> bool:
    """Return whether a long text is mostly logcat, judged by a sample."""
    step = len(text) // _SAMPLES
    if step < _LONG_LINE:
        return False
    hits = 0
    for number in range(_SAMPLES):
        start = text.find("\n", number * step) + 1
        line = text[start : text.find("\n", start)][:_LONG_LINE]
        hits += any(pattern.match(line) for pattern in _FORMATS)
    return hits * 2 > _SAMPLES


class _Splitter:
    def __init__(self, first: int) -> None:
        self._first = first
        self._streams: dict[tuple[str | None, ...], Stream] = {}
        self._plain = Stream()
        self._recent = 0
        self._streams_begun = False

    def split(self, lines: Sequence[str]) -> list[Stream]:
        current = self._plain
        bare = _bare_formats(lines)
        after_blank = False
        for index, line in enumerate(lines, self._first):
            found = self._entry(line, bare)
            if found is not None:
                current, message = found
                if not self._streams_begun:
                    self._begin(current, message or "")
                if message is not None:
                    current.add(message, index)
            elif _BUFFER.match(line):
                current = self._plain
            else:
                if after_blank and line[:1] not in (" ", "\t", "") and current is not self._plain:
                    current = self._plain
                current.add(line, index)
            after_blank = not line.strip()
        streams = [stream for stream in (self._plain, *self._streams.values()) if stream.lines]
        return sorted(streams, key=lambda stream: stream.at[0])

    def _begin(self, stream: Stream, message: str) -> None:
        """Add the lines above the first entry in Android Studio's message column to that entry's stream.

        So is an exception right above an entry that is a frame: who copied it began in the middle of a line.
        """
        self._streams_begun = True
        at = len(self._plain.lines)
        if at and message.lstrip().startswith("at "):
            header = read_header(self._plain.lines[at - 1])
            at -= header is not None and header.is_telling
        while at and self._plain.lines[at - 1].startswith(_COLUMN):
            at -= 1
        stream.lines, self._plain.lines = self._plain.lines[at:], self._plain.lines[:at]
        stream.at, self._plain.at = self._plain.at[at:], self._plain.at[:at]

    def _entry(self, line: str, bare: Iterable[re.Pattern[str]]) -> tuple[Stream, str | None] | None:
        head = line[:1]
        if head.isspace():
            line = line.lstrip()
            head = line[:1]
            if not (head.isdecimal() or (head in "VDIWEFA" and line[1:2] in ("/", "("))):
                return None
        if not head:
            return None
        found = self._match(line)
        if found is not None:
            return self._stream(found), _message(found)
        if head == "[":
            found = _LONG.match(line)
            return None if found is None else (self._stream(found), None)
        for pattern in bare:
            found = pattern.match(line)
            if found is not None:
                return self._stream(found), found["message"]
        return None

    def _match(self, line: str) -> re.Match[str] | None:
        """Match a line, first against the previous line's format, as a log keeps to one."""
        found = _FORMATS[self._recent].match(line)
        if found is not None:
            return found
        for number, pattern in enumerate(_FORMATS):
            found = pattern.match(line)
            if found is not None:
                self._recent = number
                return found
        return None

    def _stream(self, found: re.Match[str]) -> Stream:
        parts = found.groupdict()
        tag = parts.get("tag")
        if tag is None and "rest" in parts:
            tag = parts["rest"].partition(":")[0]
        tag = (tag or "").strip()
        key = (parts.get("pid"), parts.get("tid"), tag)
        stream = self._streams.get(key)
        if stream is None:
            pid = parts.get("pid")
            process = parts.get("process")
            named = (
                process if process and "." in process and not process.startswith(("...", "pid-")) else None
            )
            stream = Stream(tag, int(pid) if pid else None, named)
            self._streams[key] = stream
        return stream


def _message(found: re.Match[str]) -> str:
    parts = found.groupdict()
    if "rest" in parts:
        _, _, message = found["rest"].partition(":")
        message = message.removeprefix(" ")
    else:
        message = parts["message"] or ""
    if "tid" in parts and parts["tid"] is None and message.endswith(")"):
        # The process format: `E( 4242) message  (tag)`.
        message = message.rpartition("  (")[0] or message
    source = _SOURCE.match(message)
    return message[source.end() :] if source else message


def _bare_formats(lines: Sequence[str]) -> tuple[re.Pattern[str], ...]:
    """Return the short prefix formats that the text confirms."""
    tagged = sum(1 for line in lines if _BARE_TAG.match(line))
    levelled = any(_BARE_LEVEL_EVIDENCE.match(line) for line in lines)
    return ((_BARE_TAG,) if tagged >= 2 else ()) + ((_BARE_LEVEL,) if levelled else ())


def is_export(text: str) -> bool:
    """Return whether a text is Android Studio's JSON export of logcat."""
    return text.lstrip("\ufeff \t\r\n")[:1] == "{" and '"logcatMessages"' in text[:65536]


def read_export(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Convert Android Studio's JSON export to logcat text (threadtime); None if it holds no entry.

    Of a truncated export the entries before the cut are read.

    Returns:
        The text, and a sentence about what could not be read.
    """
    entries, whole = _export_entries(text)
    read = [_export_lines(as_object(entry)) for entry in entries]
    unreadable = sum(not lines for lines in read)
    lines = [line for one in read for line in one]
    if not lines:
        return None
    problems = []
    if not whole:
        problems.append(
            f"the logcat export is cut or damaged: only {len(entries)} entries were read, export it again"
        )
    if unreadable:
        problems.append(
            f"{unreadable} of {len(entries)} entries of the logcat export are of an unknown shape"
        )
    return "\n".join(lines), tuple(problems)


def _export_entries(text: str) -> tuple[list[object], bool]:
    """Return the entries of an export, and whether it is whole."""
    read = load_json(text)
    if read is not None:
        return as_list(as_object(read).get("logcatMessages")), True
    found = _EXPORTED.search(text)
    entries: list[object] = []
    decoder = json.JSONDecoder()
    at = found.end() if found is not None else len(text)
    while at < len(text):
        try:
            entry, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            break  # here it is cut: the caller says so
        entries.append(entry)
        while at < len(text) and text[at] in ", \t\r\n":
            at += 1
    return entries, False


_EXPORTED = lazy_regex(r'"logcatMessages"\s*:\s*\[\s*')


def _export_lines(entry: dict[str, object]) -> list[str]:
    header, message = as_object(entry.get("header")), as_text(entry.get("message"))
    if not header or message is None:
        return []
    level = str(header.get("logLevel", "I"))[:1].replace("A", "F")
    process = str(header.get("applicationId") or header.get("processName") or "?").replace(" ", "_")
    prefix = (
        f"2000-01-01 00:00:00.000 {header.get('pid', 0)}-{header.get('tid', 0)}/{process} "
        f"{level}/{str(header.get('tag', '')).replace(':', ' ')}: "
    )
    return [prefix + line for line in message.split("\n")]
