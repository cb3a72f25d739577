"""Adapter of `knowledge.project.Project` for the workspace: its name, versions and code."""

from __future__ import annotations

import hashlib
import platform
import re

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.evidence import Culprit, Environment
from rca.analysis.locating.frame_locator import choose_culprit, locate
from rca.analysis.project_versions import environment_of
from rca.caching.cached_attribute import cached_attribute
from rca.history.git import Git, GitMissing
from rca.knowledge.project_protocol import Unknown
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot

_COMMENT = re.compile(
    r'("""(?:[^"]|"(?!""))*"{3,}|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')|/\*.*?\*/|//[^\n]*|\s+',
    re.DOTALL,
)
"""Text in quotes is kept; comments and white space say nothing about what code does."""

_SCHEME = re.compile(r"^(?:[a-z+]+://)?(?:[^@/]*@)?", re.IGNORECASE)

_NAME_SECONDS = 5.0
"""For two questions that git answers from its configuration."""


class WorkspaceProject:
    """One snapshot of the workspace, for one call. Everything is computed lazily."""

    def __init__(self, snapshot: Snapshot, deadline: Deadline) -> None:
        self._snapshot = snapshot
        self._watch = deadline

    @cached_attribute
    def id(self) -> str:
        """A hash of the repository's remote URL, or of the folder's path if it has none."""
        root = self._snapshot.folders[0].path
        self._watch.check_cancelled()
        # Asked late in a call whose time is nearly up it is the same project.
        git = Git(root, Deadline(_NAME_SECONDS))
        try:
            remote = git("config", "--get", "remote.origin.url").text.strip()
            inside = git("rev-parse", "--show-prefix").text.strip() if remote else ""
        except GitMissing:
            remote = inside = ""
        name = f"{_address(remote)}/{inside}" if remote else root.as_posix()
        return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    @property
    def place(self) -> str:
        """A hash of machine and folder."""
        name = f"{platform.node()}\x1f{self._snapshot.folders[0].path.as_posix()}"
        return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @cached_attribute
    def environment(self) -> Environment:
        """The versions stated in scripts, catalogues, wrapper and POMs."""
        return environment_of(self._snapshot)

    def culprit(self, report: ErrorReport) -> Culprit | None:
        """Return the function that an error leads to; None if it names none of the project's."""
        frame = choose_culprit(report, locate(report, self._snapshot), self._snapshot)
        return None if frame is None else self._of_frame(frame)

    def now(self, file_path: str, symbol: str) -> Culprit | None:
        """Return the current text of a piece of code, wherever it moved; None if it is gone.

        An empty `symbol` means the whole file, for what is no function.

        Raises:
            Unknown: the workspace is being indexed.
        """
        found = self._find(file_path, symbol)
        if found is None and not self._snapshot.index.ready:
            raise Unknown
        return found

    def _of_frame(self, frame: ProjectFrame) -> Culprit | None:
        return None if frame.function is None else self._find(frame.file_path, frame.function.name)

    def _find(self, file_path: str, symbol: str) -> Culprit | None:
        if not symbol:
            text = self._snapshot.text(file_path)
            return None if text is None else Culprit(file_path=file_path, symbol="", text_hash=_digest(text))
        index = self._snapshot.index
        simple = symbol.rpartition(".")[2]
        elsewhere = index.declaring(simple, "callable") if simple.isidentifier() else ()
        for path in (file_path, *(path for path in elsewhere if path != file_path)):
            # Overloads of one name count as one piece of code.
            found = [one for one in index.symbols(path) if one.is_callable and one.display_name == symbol]
            if found:
                return self._culprit(path, symbol, found)
        return None

    def _culprit(self, path: str, symbol: str, found: list[Symbol]) -> Culprit | None:
        text = self._snapshot.text(path)
        if text is None:
            return None
        code = "\0".join(
            _COMMENT.sub(lambda match: match[1] or "", text[one.declaration.start : one.declaration.end])
            for one in found
        )
        return Culprit(file_path=path, symbol=symbol, text_hash=_digest(code))


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _address(remote: str) -> str:
    """Normalise a repository URL: `git@host:a/b.git` becomes `https://host/a/b`."""
    plain = _SCHEME.sub("", remote, count=1).removesuffix("/").removesuffix(".git")
    host, slash, path = plain.replace(":", "/", 1).partition("/")
    return f"{host.lower()}{slash}{path}"
