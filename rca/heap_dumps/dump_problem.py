"""What is wrong with a heap dump that cannot be read."""

from __future__ import annotations


class DumpProblem(Exception):  # noqa: N818 - a property of a file, not a defect
    """A file is no heap dump, or so damaged that nothing can be told; the message says what was read."""


PROBLEM_CODE = 3
"""Exit code of the process that analyzes a dump where there is such a problem; its output says which."""
