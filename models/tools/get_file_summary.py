"""`get_file_summary`: what a file is and does, in short."""

from __future__ import annotations

from pydantic import Field

from models.navigation import EntryPoint
from models.summaries import Linked, Summarised, SummaryQuestion, TestLink
from models.tools.query_index import TagEvidence
from models.wire import Wire, absent_if_empty


class GetFileSummaryParams(SummaryQuestion):
    """Which file, and how long its text may be."""

    file_path: str = Field(min_length=1, description="File, relative to the workspace folder.")


class GetFileSummaryResult(Wire):
    """The facts of a file, and the same as Markdown."""

    file_path: str
    language: str
    module: str
    package: str
    purpose: str = Field(description="One sentence, made of documentation, tags and supertypes.")
    lines: int
    size_bytes: int
    tags: tuple[TagEvidence, ...]
    declarations: tuple[Summarised, ...] = Field(description="Public ones first; at most 60.")
    total_declarations: int
    project_imports: tuple[str, ...] = absent_if_empty()
    library_imports: tuple[str, ...] = absent_if_empty()
    depends_on: tuple[Linked, ...] = Field(description="Most used first; at most 10.")
    total_depends_on: int
    dependents: tuple[Linked, ...] = Field(description="Those that use it most; at most 10.")
    total_dependents: int
    tests: tuple[TestLink, ...]
    entry_points: tuple[EntryPoint, ...]
    problems: tuple[str, ...] = absent_if_empty("What could not be read of it.")
    text: str = Field(description="The summary as Markdown, within the budget.")
