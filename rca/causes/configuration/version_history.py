"""Recently changed versions: the lines of build files that recent commits wrote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rca.caching.cached_attribute import cached_attribute
from rca.causes.configuration.configuration_cause import Span
from rca.causes.configuration.project_files import ProjectFiles
from rca.history.git import GitMissing
from rca.history.repository import COMMIT_FORMAT, PLAIN_DIFF, Commit, NoHistory, open_repository, split_log
from rca.history.unified_diff import FilePatch, parse_patch
from rca.history.version_changes import PATHS

_COMMITS = 12
_MOST_LINES = 6
"""A commit that writes more lines than this sets up a build, and changes no version."""
_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class RecentLine:
    """A line of a build file that a recent commit wrote, where it stands today."""

    span: Span
    commit: Commit
    rank: int
    """How many commits to build files came after, the newest has 0."""


class VersionHistory:
    """Asks git once for each question."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files

    @cached_attribute
    def lines(self) -> tuple[RecentLine, ...]:
        """The lines that recent commits wrote into build files, the newest commit first."""
        found: list[RecentLine] = []
        for root in self._files.snapshot.roots[:1]:
            try:
                found.extend(self._of(root))
            except (NoHistory, GitMissing, OSError):
                continue
        return tuple(found)

    def _of(self, root: Path) -> Iterator[RecentLine]:
        repository = open_repository(root, "build.gradle", self._files.deadline.part(_SHARE))
        scope = [
            path.replace(":(glob)", f":(glob){repository.folder}") for path in (*PATHS, ":(glob)**/*.gradle")
        ]
        output = repository.git(
            "log", "-n", str(_COMMITS), "-p", "-U0", COMMIT_FORMAT, *PLAIN_DIFF, "HEAD", "--", *scope
        )
        for rank, (commit, text) in enumerate(split_log(output.text)):
            if commit.hash in repository.shallow:
                continue
            for patch in parse_patch(text):
                if patch.new_path is None or patch.old_path is None:
                    continue
                for span in self._spans(repository.shown(patch.new_path), patch):
                    yield RecentLine(span, commit, rank)

    def _spans(self, path: str, patch: FilePatch) -> Iterator[Span]:
        written = {
            line[1:].strip() for hunk in patch.hunks for line in hunk.body
            if line[:1] == "+" and any(sign.isdigit() for sign in line)
        }  # fmt: skip
        if not written or len(written) > _MOST_LINES:
            return
        for number, line in enumerate(self._files.text(path).splitlines(), 1):
            if line.strip() in written:
                yield Span(path, number, number)

    def of(self, spans: tuple[Span, ...]) -> RecentLine | None:
        """Return the newest change of one of some places; None where none changed lately."""
        lines = {
            (span.path, line)
            for span in spans
            for line in range(span.line, min(span.end_line, span.line + 3) + 1)
        }
        return next((one for one in self.lines if (one.span.path, one.span.line) in lines), None)
