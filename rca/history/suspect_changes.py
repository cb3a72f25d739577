"""Suspect changes: every change that may have caused the error, ranked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from models.code import SuspectChange
from rca.history.blame import blame, function_history, suspect
from rca.history.chain_blame import WrittenPlace, read_chain
from rca.history.change_query import ChangeTarget, SuspectOutcome
from rca.history.commit_evidence import CommitEvidence, chain_of_culprit, collect_evidence
from rca.history.commit_ranking import probabilities
from rca.history.formatting_commits import changes_only_format, listed_commits
from rca.history.git import GitMissing
from rca.history.recent_commits import RecentCommit, recent_commits
from rca.history.related_changes import file_changes, name_changes, subject_changes
from rca.history.repository import Commit, NoHistory, Repository, open_repository
from rca.history.suspect_score import Reason, score
from rca.history.unified_diff import new_line
from rca.history.version_changes import dependency_changes
from rca.history.working_tree import FileState, file_state, uncommitted, window_of
from rca.scheduling.deadline import Deadline

MOST_CHANGES = 10
"""Suspects that an answer holds at most."""

_MOST_CALLER_FILES = 4
_AT_ONCE = 2  # questions; the first in the list are the weightiest and must not starve
_CALLER_DAYS = 180  # a caller that has not changed for longer is no suspect, and looking further back is slow
_CULPRIT_WEIGHT = 0.5
_TELLING = frozenset({"name_removed", "removed"})  # clues that say more of a change than its file
_KNOWN_SHARE = 0.9  # of the development bugs, so often the inducing commit is one of those that are rated


@dataclass
class HistoryClues:
    """The result of one query: clues to changes, lines that commits wrote, and what could not be determined.

    A clue is a change with the feature that it adds to its commit's evidence; none for edits.
    """

    clues: list[tuple[str, SuspectChange]] = field(default_factory=list)
    written: list[WrittenPlace] = field(default_factory=list)
    recent: list[RecentCommit] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RatedCommit:
    """A commit, the probability that it introduced the error, and why it is a candidate.

    `change` is how an answer shows it; None if only its age speaks for it.
    """

    commit: Commit
    probability: float
    evidence: CommitEvidence
    change: SuspectChange | None


@dataclass(frozen=True, slots=True)
class RatedHistory:
    """Commits, the likeliest first; edits that are not committed; what history could not answer and why."""

    commits: tuple[RatedCommit, ...]
    edits: tuple[SuspectChange, ...]
    notes: tuple[str, ...]
    repository: Repository | None = None


def suspects(root: Path, target: ChangeTarget, deadline: Deadline) -> SuspectOutcome:
    """Return the changes that may have caused an error at a place of the workspace.

    Whatever git cannot answer becomes a note, never an exception: no git, no repository, no commit yet, an
    untracked file, a shallow clone, a history too long for the remaining time. Nothing is written, nothing is
    fetched, no hook runs.
    """
    rated = rate_commits(root, target, deadline)
    changes = [*rated.edits, *(one.change for one in rated.commits if one.change is not None)]
    changes.sort(key=lambda change: (-change.score, change.commit or "", change.file_path))
    kept = _without_formatting(rated.repository, listed_commits(root), changes)
    return SuspectOutcome(tuple(islice(kept, MOST_CHANGES)), rated.notes)


def _without_formatting(
    repository: Repository | None, listed: frozenset[str], changes: Sequence[SuspectChange]
) -> Iterator[SuspectChange]:
    """Yield the changes but for commits that changed only how the code is written, as far as time allows."""
    for change in changes:
        is_formatting = change.commit in listed or (
            repository is not None
            and not repository.git.deadline.expired
            and changes_only_format(repository, change)
        )
        if not is_formatting:
            yield change


def rate_commits(root: Path, target: ChangeTarget, deadline: Deadline) -> RatedHistory:
    """Return the probability of each recent commit, and each that wrote a place of the chain."""
    if not target.chain:
        target = replace(target, chain=chain_of_culprit(target, _CULPRIT_WEIGHT))
    found = HistoryClues()
    commits: list[RatedCommit] = []
    repository: Repository | None = None
    try:
        repository = opened = open_repository(root, target.file_path, deadline)
        found.notes.extend(repository.notes)
        with ThreadPoolExecutor(max_workers=_AT_ONCE, thread_name_prefix="history") as pool:
            for one in pool.map(lambda ask: ask(opened, root, target), _QUESTIONS):
                found.clues.extend(one.clues)
                found.written.extend(one.written)
                found.recent.extend(one.recent)
                found.notes.extend(one.notes)
        commits = _rate(repository, target, found)
    except NoHistory as reason:
        found.notes.append(str(reason))
    except GitMissing:
        found.notes.append("There is no git on this machine, so changes were not looked at.")
    except OSError as problem:  # a folder that may not be looked into, say
        found.notes.append(f"Changes were not looked at: {problem.strerror or problem}.")
    if deadline.expired:
        found.notes.append("The search for changes ran out of time: there may be more.")
    return RatedHistory(tuple(commits), _edits(found), tuple(dict.fromkeys(found.notes)), repository)


def _culprit(repository: Repository, root: Path, target: ChangeTarget) -> HistoryClues:
    """Look at the culprit's own file: edits that are not committed, removed lines, newest commits."""
    try:
        state = file_state(repository, root, target.file_path, target.unsaved.get(target.file_path))
    except NoHistory as reason:
        return HistoryClues(notes=[str(reason)])
    found = HistoryClues()
    window = window_of(target)
    local = uncommitted(state, window, target.line)
    if local is not None:
        found.clues.append(("", local))
    if state.committed_path is None:
        found.notes.append(f"'{target.file_path}' is not in the last commit: it has no history yet.")
        return found
    found.notes.extend(_moved(state, target.line))
    history, function_lack = function_history(repository, state, window)
    files, file_lack = file_changes(repository, state)
    for commit, diff in history.values():
        found.clues.append(("removed", suspect(commit, state.file_path, "blame_function", 0.0, (), diff)))
    found.clues.extend(("", change) for change in files)
    found.notes.extend(
        f"The history of '{state.file_path}' was read in part: {lack}."
        for lack in filter(None, (function_lack, file_lack))
    )
    return found


def _chain(repository: Repository, root: Path, target: ChangeTarget) -> HistoryClues:
    history = read_chain(repository, root, target)
    found = HistoryClues(written=list(history.written), notes=list(history.notes))
    for state in history.states:
        if state.file_path != target.file_path:
            found.clues.extend(("", change) for change in _edit_of_chain(state, target))
    return found


def _edit_of_chain(state: FileState, target: ChangeTarget) -> Iterable[SuspectChange]:
    """Yield the edit of a chain's file that is not committed, if it touches a place of the chain."""
    for place in target.chain:
        if place.file_path == state.file_path and any(edit.touches(*place.window) for edit in state.edits):
            local = uncommitted(state, place.window, place.line)
            if local is not None:
                yield local
            return


def _moved(state: FileState, line: int | None) -> list[str]:
    """Return a note on the culprit's line in HEAD, for a failing build made from the last commit."""
    if line is None or state.committed_path is None or not state.edits:
        return []
    today = new_line(state.edits, line)
    if today == line:
        return []
    where = f"is line {today} now" if today else "has been edited since"
    note = (
        f"'{state.file_path}' has edits that are not committed: "
        f"if the failing build was made without them, its line {line} {where}."
    )
    return [note]


def _recent(repository: Repository, _root: Path, _target: ChangeTarget) -> HistoryClues:
    commits, lack = recent_commits(repository)
    return HistoryClues(
        recent=commits, notes=[f"The newest commits were read in part: {lack}."] if lack else []
    )


def _callers(repository: Repository, root: Path, target: ChangeTarget) -> HistoryClues:
    calls: dict[str, list[int]] = defaultdict(list)
    window = window_of(target)
    for file_path, line in target.callers:
        inside = window is not None and file_path == target.file_path and window[0] <= line <= window[1]
        if not inside:
            calls[file_path].append(line)
    found = HistoryClues()
    for file_path, lines in list(calls.items())[:_MOST_CALLER_FILES]:
        if repository.git.deadline.expired:
            break
        try:
            state = file_state(repository, root, file_path, target.unsaved.get(file_path))
        except NoHistory as reason:
            found.notes.append(str(reason))
            continue
        windows = [(line, line) for line in lines]
        touched = [w for w in windows if any(edit.touches(*w) for edit in state.edits)]
        if touched or (state.label and state.committed_path is None):
            first = touched[0] if touched else windows[0]
            local = uncommitted(state, first, first[0], "caller_changed")
            found.clues.extend([("", local)] if local else [])
        for commit, numbers in blame(repository, state, windows, _CALLER_DAYS).commits.items():
            weight = score("caller_changed", age_days=repository.age_days(commit))
            found.clues.append(("caller", suspect(commit, file_path, "caller_changed", weight, numbers)))
    return found


def _dependencies(repository: Repository, root: Path, target: ChangeTarget) -> HistoryClues:
    changes, lack = dependency_changes(repository, root, target.libraries)
    notes = [f"Changes of dependencies were read in part: {lack}."] if lack else []
    return HistoryClues([("dependency", change) for change in changes], notes=notes)


def _related(repository: Repository, _root: Path, target: ChangeTarget) -> HistoryClues:
    names, names_lack = name_changes(repository, target.names)
    subject, subject_lack = subject_changes(repository, target.file_path)
    lack = names_lack or subject_lack
    clues = [("name_removed", change) for change in names] + [("subject", change) for change in subject]
    return HistoryClues(clues, notes=[f"Changes elsewhere were looked for in part: {lack}."] if lack else [])


_QUESTIONS: tuple[Callable[[Repository, Path, ChangeTarget], HistoryClues], ...] = (
    _chain,
    _culprit,
    _recent,
    _related,
    _dependencies,
    _callers,
)


def _edits(found: HistoryClues) -> tuple[SuspectChange, ...]:
    """Return the edits that are not committed, each file once with its strongest reason."""
    best: dict[str, SuspectChange] = {}
    for _, change in found.clues:
        known = best.get(change.file_path)
        if change.commit is None and (known is None or change.score > known.score):
            best[change.file_path] = change
    return tuple(best.values())


def _rate(repository: Repository, target: ChangeTarget, found: HistoryClues) -> list[RatedCommit]:
    evidence = collect_evidence(repository, target, found.written, found.recent)
    clues: dict[str, list[tuple[str, SuspectChange]]] = defaultdict(list)
    for name, change in found.clues:
        if change.commit is not None:
            clues[change.commit].append((name, change))
    for commit, about in clues.items():
        change = about[0][1]
        of_commit = evidence.setdefault(
            commit, CommitEvidence(Commit(commit, change.author or "", change.date or "", 0, change.summary))
        )
        names = {name for name, _ in about if name}
        if of_commit.written:
            names.discard("removed")  # what it wrote there is told already
        of_commit.features.update(dict.fromkeys(names, 1.0))
        if "dependency" in names:
            of_commit.features["dependency"] = max(
                min(change.score, 1.0) for name, change in about if name == "dependency"
            )
    ordered = list(evidence.values())
    rated = [
        RatedCommit(one.commit, share, one, _shown(one, clues.get(one.commit.hash, ()), share))
        for one, share in zip(ordered, probabilities(ordered), strict=True)
    ]
    rated.sort(key=lambda one: (-one.probability, one.commit.hash))
    return rated


def _shown(
    evidence: CommitEvidence, clues: Sequence[tuple[str, SuspectChange]], share: float
) -> SuspectChange | None:
    """Return a commit as an answer shows it: by the likeliest place that it wrote, or else what names it."""
    weight = round(share * _KNOWN_SHARE, 4)
    diff = next((change.diff for _, change in clues if change.diff), None)
    if "name_removed" in evidence.features or not evidence.written:
        if clues:
            strongest = max(clues, key=lambda clue: (clue[0] in _TELLING, clue[1].score))[1]
            return strongest.model_copy(update={"score": weight})
        if evidence.touched is None:
            return None
        return suspect(evidence.commit, evidence.touched, "recent_commit", weight)
    best = max(evidence.written, key=lambda one: (one.place.weight * (one.on_line + one.share), one.on_line))
    in_file = [one for one in evidence.written if one.place.file_path == best.place.file_path]
    lines = sorted({line for one in in_file for line in one.lines})
    reason: Reason = "blame_line" if best.on_line else "blame_function"
    return suspect(evidence.commit, best.place.file_path, reason, weight, tuple(lines), diff)
