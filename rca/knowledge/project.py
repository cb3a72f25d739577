"""What knowledge needs from a project; implemented by `rca/analysis/workspace_project.py`."""

from __future__ import annotations

from typing import Protocol

from models.error_report import ErrorReport
from models.evidence import Culprit, Environment


class Project(Protocol):
    """The project in which a solution is recorded, confirmed or found; each answer may take a while."""

    @property
    def id(self) -> str:
        """A name that clones of one repository share, and that tells nothing of it."""
        ...

    @property
    def place(self) -> str:
        """A name of this one checkout, of several that clones and work trees of a project are."""
        ...

    @property
    def environment(self) -> Environment:
        """The versions that the project states."""
        ...

    def culprit(self, report: ErrorReport) -> Culprit | None:
        """Return the code that an error leads to, None where it names none of the project's functions."""
        ...

    def now(self, file_path: str, symbol: str) -> Culprit | None:
        """Return a piece of code as it is now, wherever it moved; None where it is gone.

        Raises:
            Unknown: it cannot be told, as while the workspace is being indexed.
        """
        ...


class Unknown(Exception):  # noqa: N818 - an answer
    """The project cannot tell yet."""
