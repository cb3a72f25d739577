"""Files and folders of crash reports → one report after another, in bounded memory."""

from __future__ import annotations

import codecs
import gzip
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from models.error_report import ErrorReport
from models.triage import SkippedInput
from rca.error_text import occurrences, parse, parse_report
from rca.error_text.crash_services import ServiceReports, read_service_reports
from rca.error_text.crash_services.report_building import render_trace
from rca.error_text.crash_services.service_report import ServiceReport
from rca.scheduling.deadline import Deadline
from rca.triage.json_splitter import JsonSplitter

LARGEST_TEXT = 64 * 1024 * 1024
"""Bytes of the largest file that is read as a text; JSON may be of any size."""

_CHUNK = 256 * 1024
_MOST_SKIPPED = 200
_LONGEST_NAME = 300
_LONGEST_TRACE = 64 * 1024
_NO_REPORT = "no crash report or error that is known"
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class ReadReport:
    """One report of the input.

    Attributes:
        source: its file, with its number in the file where that holds several.
        trace: the error as a program would print it.
        user: equal for two reports of one user; None where the report does not say.
        count: how often it stands in its file.
    """

    source: str
    report: ErrorReport
    trace: str
    user: str | None = None
    count: int = 1


@dataclass
class CrashReportReader:
    """Reads reports; a file that cannot be read is named in `skipped`, and the next one is read."""

    app_packages: Sequence[str] = ()
    deadline: Deadline = field(default_factory=Deadline)
    files: int = 0
    skipped: list[SkippedInput] = field(default_factory=list)
    skipped_beyond: int = 0
    """Further parts that were skipped, beyond those that are named."""

    def read(self, paths: Iterable[Path]) -> Iterator[ReadReport]:
        """Yield the reports of files, and of all files of folders, by name; stop when the time is over."""
        for path in paths:
            for file, name in self._files(path):
                if self.deadline.expired:
                    self._skip(name, "not read: the time ran out")
                    continue
                self.files += 1
                try:
                    yield from self._read_file(file, name)
                except (OSError, EOFError) as problem:
                    self._skip(name, f"cannot be read: {getattr(problem, 'strerror', None) or problem}")

    def _files(self, path: Path) -> Iterator[tuple[Path, str]]:
        if not path.is_dir():
            yield path, path.name
            return

        def unlisted(problem: OSError) -> None:
            self._skip(str(problem.filename), f"cannot be listed: {problem.strerror}")

        for folder, folders, names in os.walk(path, onerror=unlisted):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                file = Path(folder, name)
                if not name.startswith("."):
                    yield file, file.relative_to(path).as_posix()

    def _read_file(self, file: Path, name: str) -> Iterator[ReadReport]:
        if not file.is_file():
            self._skip(name, "is no file")
            return
        with file.open("rb") as raw:
            is_packed = raw.read(2) == _GZIP
            raw.seek(0)
            # A packed file is unpacked as it is read.
            with gzip.open(raw) if is_packed else raw as stream:
                head = stream.read(_CHUNK)
                if not head.strip():
                    self._skip(name, "is empty")
                elif _begins_like_json(head):
                    yield from self._read_json(_chunks(head, stream), name)
                elif b"\0" in head[:4096] and not head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                    self._skip(name, "is no text")
                else:
                    yield from self._read_text(head, stream, name)

    def _read_text(self, head: bytes, stream: BinaryIO | gzip.GzipFile, name: str) -> Iterator[ReadReport]:
        rest = stream.read(LARGEST_TEXT)
        if len(rest) >= LARGEST_TEXT:
            self._skip(name, f"a text of more than {LARGEST_TEXT // 1024**2} MB: split it")
            return
        text = _decode(head + rest)
        services = read_service_reports(text)
        if services is not None and services.reports:
            yield from self._of_services(services, name, numbered=len(services.reports) > 1)
            return
        yield from self._of_text(text, name)

    def _of_text(self, text: str, name: str) -> Iterator[ReadReport]:
        found = [one for one in occurrences(text, self.app_packages) if _is_error(one.report)]
        if not found:
            problems = parse(text, self.app_packages).problems
            self._skip(name, "; ".join((_NO_REPORT, *problems)))
        for number, one in enumerate(found, 1):
            source = f"{name}:{number}" if len(found) > 1 else name
            yield ReadReport(source, one.report, one.text[:_LONGEST_TRACE], count=one.count)

    def _read_json(self, chunks: Iterable[str], name: str) -> Iterator[ReadReport]:
        records = _NumberedRecords(chunks)
        for number, text in records:
            if self.deadline.expired:
                self._skip(name, f"from record {number} on not read: the time ran out")
                return
            services = read_service_reports(text)
            if services is not None and services.reports:
                is_list = records.is_alone and len(services.reports) > 1
                source = name if records.is_alone else f"{name}:{number}"
                yield from self._of_services(services, source, numbered=is_list)
            elif records.is_alone:
                yield from self._of_text(text, name)
            else:
                why = services.problems if services is not None else ()
                self._skip(f"{name}:{number}", "; ".join((_NO_REPORT, *why)))
        for _ in range(records.oversized):
            self._skip(name, "a record of more than 8 MB was left out")

    def _of_services(
        self, services: ServiceReports, name: str, *, numbered: bool = False
    ) -> Iterator[ReadReport]:
        for problem in services.problems:
            self._skip(name, problem)
        for number, one in enumerate(services.reports, 1):
            source = f"{name}:{number}" if numbered else name
            trace = render_trace(one)[:_LONGEST_TRACE]
            yield ReadReport(source, parse_report(one, self.app_packages), trace, _user(one))

    def _skip(self, source: str, reason: str) -> None:
        if len(self.skipped) < _MOST_SKIPPED:
            self.skipped.append(SkippedInput(source=source[:_LONGEST_NAME], reason=reason))
        else:
            self.skipped_beyond += 1


class _NumberedRecords:
    """The records of a JSON text, counted from 1: of lines one each, else of documents and lists."""

    def __init__(self, chunks: Iterable[str]) -> None:
        self._chunks = iter(chunks)
        self._splitter = JsonSplitter()
        self._count = 0
        self._has_more = False

    @property
    def oversized(self) -> int:
        """Return how many records were left out."""
        return self._splitter.oversized

    @property
    def is_alone(self) -> bool:
        """Return whether the record read last is the text's only one so far."""
        return self._count == 1 and not self._has_more

    def __iter__(self) -> Iterator[tuple[int, str]]:
        first = next(self._chunks, "")
        records: Iterable[str]
        if _is_lines(first):
            records = _lines(first, self._chunks, self._note_oversized)
        else:
            records = self._with_rest(first)
        pending: str | None = None
        for record in records:
            if pending is not None and _is_ips_header(pending):
                pending = f"{pending}\n{record}"
                continue
            if pending is not None:
                self._has_more = True
                self._count += 1
                yield self._count, pending
            pending = record
        if pending is not None:
            self._count += 1
            yield self._count, pending

    def _with_rest(self, first: str) -> Iterator[str]:
        yield from self._splitter.split(_chain(first, self._chunks))
        if self._splitter.rest.strip():
            yield self._splitter.rest

    def _note_oversized(self) -> None:
        self._splitter.oversized += 1


def _is_ips_header(record: str) -> bool:
    """Return whether a record is the line above the body of one of Apple's crash reports."""
    return len(record) < _CHUNK and '"bug_type"' in record and '"threads"' not in record


def _chain(first: str, rest: Iterable[str]) -> Iterator[str]:
    yield first
    yield from rest


def _is_lines(head: str) -> bool:
    """Return whether a text has a JSON document on each line: the first two lines begin like one."""
    lines = [line for line in head.split("\n", 20)[:20] if line.strip()]
    return (
        len(lines) > 1
        and all(line.startswith("{") for line in lines[:2])
        and lines[0].rstrip().endswith("}")
        and '"bug_type"' not in lines[0]
    )


def _lines(first: str, chunks: Iterable[str], note_oversized: Callable[[], None]) -> Iterator[str]:
    """Yield the lines of a text; one that is too long is left out."""
    held, is_dropping = "", False
    for chunk in _chain(first, chunks):
        *whole, held = (held + chunk).split("\n")
        for line in whole:
            if is_dropping:
                is_dropping = False
            elif line.strip():
                yield line
        if len(held) > JsonSplitter().largest:
            if not is_dropping:
                note_oversized()
            held, is_dropping = "", True
    if held.strip() and not is_dropping:
        yield held


def _chunks(head: bytes, stream: BinaryIO | gzip.GzipFile) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    data = head
    while data:
        yield decoder.decode(data)
        data = stream.read(_CHUNK)
    yield decoder.decode(b"", final=True)


def _begins_like_json(head: bytes) -> bool:
    begin = head.removeprefix(codecs.BOM_UTF8).lstrip()[:200]
    rest = begin[1:].lstrip()[:1]
    return (begin[:1] == b"{" and rest in (b'"', b"}")) or (begin[:1] == b"[" and rest in (b"{", b"]"))


def _decode(data: bytes) -> str:
    from rca.text.decoding import NotText, decode

    try:
        return decode(data).text
    except NotText:
        return data.decode("utf-8", "replace")


def _is_error(report: ErrorReport) -> bool:
    return report.kind != "unknown" or bool(report.exceptions)


def _user(report: ServiceReport) -> str | None:
    return None if report.user is None else f"{report.context.service}:{report.user}"
