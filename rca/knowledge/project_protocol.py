"""What knowledge needs from a project; implemented by `rca/analysis/knowledge_project.py`."""

from __future__ import annotations

from typing import Protocol

from models.error_report import ErrorReport
from models.evidence import Culprit, Environment


class Project(Protocol):
    """The project in which a solution is recorded, confirmed or found; its answers may take a while."""

    @property
    def id(self) -> str:
        """An opaque id that all clones of a repository share."""
        ...

    @property
    def place(self) -> str:
        """An id of this checkout, of several clones and work trees of one project."""
        ...

    @property
    def environment(self) -> Environment:
        """The versions that the project states."""
        ...

    def culprit(self, report: ErrorReport) -> Culprit | None:
        """Return the function that an error leads to; None if it names none of the project's."""
        ...

    def now(self, file_path: str, symbol: str) -> Culprit | None:
        """Return the current text of a piece of code, wherever it moved; None if it is gone.

        An empty `symbol` means the whole file, for what is no function.

        Raises:
            Unknown: not known yet, for example while the workspace is being indexed.
        """
        ...


class Unknown(Exception):  # noqa: N818 - an answer
    """The answer is not known yet."""
