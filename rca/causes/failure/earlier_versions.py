"""Maps the line of a frame to its line in today's file, by earlier versions of the file in git."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from models.code import ProjectFrame
from models.error_report import Frame
from rca.causes.failure.candidate_expressions import candidates
from rca.causes.failure.condition import Target
from rca.causes.failure.expression_candidate import Candidate
from rca.causes.failure.expression_search import FoundExpression, narrow
from rca.causes.failure.searched_file import CodeFile
from rca.history.git import GitMissing
from rca.history.repository import NoHistory, open_repository
from rca.languages.registry import extract
from rca.navigation.jvm_names import method_names
from rca.resolve.symbol import enclosing, symbols_of
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure
from rca.workspace import Snapshot

_MOST_VERSIONS = 8
_TOLD_BY_CONTENT = frozenset(
    ("call", "callee", "read", "write", "cast", "lateinit", "not_null", "division", "raise")
)
"""Kinds that few lines have; what most lines have (an index, any use of a value) would be found by chance."""


def find_in_earlier_version(
    code: CodeFile, frame: Frame, place: ProjectFrame, targets: Iterable[Target], deadline: Deadline
) -> tuple[FoundExpression, Target] | None:
    """Return where the expression stands now that an earlier version of the file has on a frame's line.

    The earlier version must have the frame's function at that line and one expression that fits on it, and
    the file of today the same code once. None where that is not so, or git tells nothing.
    """
    line = frame.line
    wanted = [target for target in targets if target.kind in _TOLD_BY_CONTENT]
    if line is None or place.function is None or not wanted:
        return None
    try:
        versions = _versions(code.snapshot, code.path, deadline)
    except (Failure, NoHistory, GitMissing, OSError):
        return None
    for commit, text in versions:
        if deadline.expired:
            return None
        old = CodeFile(code.path, text, code.snapshot, deadline, extract(code.path, text))
        around = enclosing(symbols_of(code.path, old.facts), line)
        if around is None or around.name not in method_names(frame):
            continue
        for target in wanted:
            found = narrow(old, candidates(old, target, (line, line)), target)
            if len(found) == 1 and (target.kind != "raise" or found[0].score):
                today = _today(code, old, found[0], commit, line)
                return None if today is None else (today, target)
    return None


def _versions(snapshot: Snapshot, path: str, deadline: Deadline) -> list[tuple[str, str]]:
    """Return the earlier texts of a file, latest first, each with its commit."""
    file = snapshot.resolve(path)
    if file.root is None:
        return []
    inside = file.path.removeprefix(f"{file.root.prefix}/") if file.root.prefix else file.path
    repository = open_repository(file.root.path, inside, deadline)
    place = repository.inside(inside)
    listed = repository.git("log", f"--max-count={_MOST_VERSIONS}", "--format=%H", "--", place)
    texts = []
    for commit in listed.text.split() if listed.succeeded else ():
        shown = repository.git("show", f"{commit}:{place}")
        if shown.succeeded:
            texts.append((commit, shown.text))
    return texts


def _today(code: CodeFile, old: CodeFile, found: Candidate, commit: str, line: int) -> FoundExpression | None:
    """Return the same code in the file of today, where it stands there once."""
    wanted = old.tokens.words[found.first : found.last + 1]
    words, length = code.tokens.words, len(wanted)
    places = [
        at
        for at in range(len(words) - length + 1)
        if words[at] == wanted[0] and words[at : at + length] == wanted
    ]
    if len(places) != 1:
        return None
    moved = places[0] - found.first
    value = None if found.value is None else (found.value[0] + moved, found.value[1] + moved)
    there = code.tokens.line_of(places[0])
    note = f"line {line} was this in commit {commit[:10]}, it is line {there} now"
    shown = replace(found, first=places[0], last=places[0] + length - 1, line=there, value=value, site=None)
    return FoundExpression(code, (shown,), note)
