"""A normalised problem: what is fingerprinted, embedded and compared, for queries and records."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any

from models.error_report import ErrorReport, ReportedException
from models.solution import Solution
from rca.error_text import parse, trace_text
from rca.error_text.logcat import is_entry
from rca.knowledge.problem.app_names import is_app, without_app_names
from rca.knowledge.problem.fingerprint import fingerprint, root_exception, task_type, telling_types
from rca.knowledge.problem.frame_normalization import names_of, normal_names, own, tells_where, throwing
from rca.knowledge.problem.message_template import (
    elsewhere,
    first_line,
    legible,
    mask,
    printed_by_failed_task,
    says_nothing,
    simple_type,
    without_preamble,
)
from rca.knowledge.problem.salient_lines import (
    names_what_was_thrown,
    salient_lines,
    strip_prefix,
    warned_before_failure,
    written_by_a_tool,
)

VERSION = 5
"""Grows when a problem is derived differently; the ledger then derives its records anew."""

_THROWING = 6
_OWN = 3
_EMBEDDED_CHARS = 900
"""What 256 tokens hold of error text, about 3.5 characters each."""

_WORDS_CHARS = 600
"""A query up to this length is taken as it stands; a longer one is condensed."""

_LOG_LINES = 200
_MORE_ERRORS = 3
_LINE_CHARS = 160


_NAMED = re.compile(r"\b((?:[a-z]\w*\.)*[A-Z]\w*(?:Exception|Error))\b(?:: ?([^\n]{0,300}))?")
"""An exception's class, qualified or not, with the message after it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A normalised error.

    `types` are simple names from the root outwards (exception classes, or the build error's code); `message`
    is the root's message template without app names; `thrown` are the normalised library frames above the
    app's first one, where it was thrown; `own` the app's frames below; `task` is the kind of the failed
    Gradle task; `words` is the input of lexical search; `text` is the input of the embedding, at most about
    256 tokens. `told` says whether it contains a tool's own output, in contrast to a symptom described by a
    person.
    """

    kind: str | None
    told: bool
    types: tuple[str, ...]
    message: str
    thrown: tuple[str, ...]
    own: tuple[str, ...]
    task: str | None
    fingerprint: str | None
    words: str
    text: str

    @property
    def frames(self) -> tuple[str, ...]:
        """Return the frames that a record of this problem keeps."""
        return (*self.thrown, *self.own)

    def to_json(self) -> dict[str, Any]:
        """Return the problem as plain data."""
        return asdict(self)

    @staticmethod
    def from_json(raw: object) -> Problem | None:
        """Decode the result of `to_json`; None if another version wrote it in another form."""
        if not isinstance(raw, dict) or raw.keys() != set(Problem.__slots__):
            return None
        names = ("types", "thrown", "own")
        if not all(isinstance(raw[name], list | tuple) for name in names):
            return None
        return Problem(**{**raw, **{name: tuple(raw[name]) for name in names}})


def of_query(query: str, report: ErrorReport | None = None) -> Problem:
    """Return the problem of a query: error text of any size, or a symptom in a person's words.

    Args:
        query: the query text.
        report: the parsed text, if the caller has it already.
    """
    report = report if report is not None else parse(query)
    query = trace_text(query)
    problem = _with_named_types(of_report(report, query), query)
    if report.frame_count or (len(query) > _WORDS_CHARS and problem.told):
        return problem
    words = without_app_names(query[:4_000])
    problem = replace(problem, words=f"{words}\n{problem.words}")
    lines = query.splitlines()[:_LOG_LINES]
    logged = any(map(is_entry, lines))
    line = next(filter(written_by_a_tool, lines), None)
    if report.kind == "jvm_exception" and line is None and not logged:
        problem = replace(problem, told=False)  # a person's sentence that names an exception
    if not problem.told and (logged or len(query) > _WORDS_CHARS):
        return _of_log(problem, query, told=logged or line is not None)
    if line is not None and not problem.told:
        kind = "jvm_exception" if names_what_was_thrown(line) else None
        said = "" if kind else mask(strip_prefix(without_app_names(line)))
        problem = replace(problem, told=True, kind=kind, message=problem.message or said)
    message = problem.message or ("" if problem.types else mask(words))
    return replace(problem, message=message, text=legible(query)[:_EMBEDDED_CHARS])


def _of_log(problem: Problem, log: str, *, told: bool) -> Problem:
    """Return the problem of a log without a recognised error: its salient lines."""
    lines = salient_lines(log)
    message = problem.message or (mask(without_app_names(lines[0].said)) if lines else "")
    text = ". ".join(legible(without_app_names(str(line))) for line in lines)
    return replace(problem, told=told, message=message, text=text[:_EMBEDDED_CHARS])


def of_report(report: ErrorReport, log: str = "") -> Problem:
    """Return the problem of a parsed error: root exception or first real error, and its context.

    Args:
        report: the parsed error.
        log: the text it was parsed from, for builds whose failure message says nothing.
    """
    root = root_exception(report)
    error = next((found for found in report.diagnostics if found.severity == "error"), None)
    types: tuple[str, ...] = tuple(dict.fromkeys(simple_type(name) for name in telling_types(report)))
    thrown: tuple[str, ...] = ()
    app: tuple[str, ...] = ()
    raw = ""
    if root is not None:
        thrown, app = throwing(root.frames, _THROWING), own(root.frames, _OWN)
        raw = root.message or ""
    elif error is not None:
        types = (error.code,) if error.code else ()
        raw = error.message
    elif report.what_went_wrong:
        printed = printed_by_failed_task(log) if says_nothing(report.what_went_wrong) else ""
        raw = printed or without_preamble(report.what_went_wrong)
    if report.native_frames:
        functions = (frame.function for frame in report.native_frames if frame.function)
        thrown = tuple(islice(functions, _THROWING))
        types = (report.signal,) if report.signal else types
    raw = without_app_names(raw)
    # What went wrong in a build is said in several lines.
    message = mask(first_line(raw)) if root is not None or error is not None else mask(raw)[:400]
    task = task_type(report.failed_tasks[0]) if report.failed_tasks else None
    outer = "\n".join(
        _waits_for(found)
        if report.kind == "anr"
        else f"{simple_type(found.type)}: {legible(without_app_names(first_line(found.message or '')))}"
        for found in report.exceptions
        if found is not root and found.relation != "suppressed"
    )
    said = _said_by_build(report, raw, log) if root is None else legible(without_app_names(first_line(raw)))
    message = message or mask(said)[:_LINE_CHARS]
    head = f"{simple_type(root.type)}: {message}" if root is not None else " ".join((*types, message))
    legible_head = f"{simple_type(root.type)}: {said}" if root is not None else " ".join((*types, said))
    words = "\n".join(
        part
        for part in (head, mask(raw)[:1_500], mask(said), outer[:600], task or "", *names_of(thrown))
        if part
    )
    text = "\n".join(
        part for part in (legible_head[:500], *(f"at {frame}" for frame in thrown), outer[:200], task) if part
    )
    return Problem(
        kind=None if report.kind == "unknown" else report.kind,
        told=report.kind != "unknown",
        types=types,
        message=message,
        thrown=thrown,
        own=app,
        task=task,
        fingerprint=fingerprint(report),
        words=words,
        text=text[:_EMBEDDED_CHARS],
    )


def _said_by_build(report: ErrorReport, first: str, log: str) -> str:
    """Return a build's description of its failure, the first error first, readable and not a template."""
    more = [one.message for one in report.diagnostics if one.severity == "error"][: _MORE_ERRORS + 1]
    wrong = without_preamble(report.what_went_wrong or "").splitlines()
    lines = [*first_line(first).splitlines(), *more, *first.splitlines()[1:6]]
    lines += [*warned_before_failure(log).splitlines(), *(line for line in wrong if not elsewhere(line))]
    said = (legible(without_app_names(strip_prefix(line)))[:_LINE_CHARS] for line in lines)
    return ". ".join(dict.fromkeys(line.rstrip(". ") for line in said if line))


def of_solution(solution: Solution) -> Problem:
    """Return the problem of a record, from its own fields, so that an exported record comes back the same.

    Of `metadata` it reads `errorLine`, `frames`, `kind`, `task` and `fingerprint`.
    """
    metadata = solution.metadata
    line = str(metadata.get("errorLine") or first_line(solution.error_description))
    read = _with_named_types(of_report(parse(line)), line)
    # A line tells a kind of problem, not one occurrence: only a recorded error has an identity, and
    # frames of a real app.
    identity = _text(metadata.get("fingerprint"))
    frames = normal_names([str(name) for name in _listed(metadata.get("frames"))])
    app = tuple(frame for frame in frames if is_app(frame.rpartition(".")[0]))
    thrown = tuple(frame for frame in frames if frame not in app and tells_where(frame)) or read.thrown
    types = tuple(dict.fromkeys((simple_type(solution.error_type), *read.types)))
    extras = [str(item) for key in ("tags", "libraries") for item in _listed(metadata.get(key))]
    task = _text(metadata.get("task")) or read.task
    described = without_app_names(without_preamble(solution.error_description))
    # A person's words are nearer to the cause than to the error's own text.
    text = "\n".join((described[:450], solution.root_cause[:400], solution.solution))
    return Problem(
        kind=_text(metadata.get("kind")) or read.kind,
        told=True,
        types=tuple(name for name in types if name),
        message=read.message or ("" if read.types else mask(without_app_names(without_preamble(line)))),
        thrown=thrown[:_THROWING],
        own=app if identity else (),
        task=task,
        fingerprint=identity,
        words="\n".join(
            (simple_type(solution.error_type), described, task or "", *names_of(thrown), *extras)
        ),
        text=text[:_EMBEDDED_CHARS],
    )


def _waits_for(holder: ReportedException) -> str:
    """Return the thread that holds the lock which a hanging one waits for, as text."""
    return " ".join(("waiting to lock, held by thread in", *names_of(throwing(holder.frames, _OWN))))


def _with_named_types(problem: Problem, text: str) -> Problem:
    """Add exceptions that a text names in passing, if no error was recognised in it."""
    if problem.types:
        return problem
    named = [(match.group(1), match.group(2) or "") for match in _NAMED.finditer(text[:_WORDS_CHARS])]
    if not named:
        return problem
    types = tuple(dict.fromkeys(simple_type(name) for name, _message in named))
    return replace(problem, types=types, message=problem.message or mask(without_app_names(named[0][1])))


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
