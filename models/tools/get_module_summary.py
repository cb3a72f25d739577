"""`get_module_summary`: what a Gradle or Maven module is and offers, in short."""

from __future__ import annotations

from pydantic import Field

from models.summaries import Count, Library, ModuleLink, Shown, SummaryQuestion, Used
from models.wire import Wire, absent_if_none


class GetModuleSummaryParams(SummaryQuestion):
    """Which module, and how long its text may be."""

    module: str = Field(
        min_length=1,
        description="Module as `:feature:login`, its folder, or the end of its name where that is clear.",
    )


class GetModuleSummaryResult(Wire):
    """The facts of a module, and the same as Markdown."""

    name: str
    path: str = Field(description="Its folder; empty for the root.")
    script: str | None = absent_if_none("Its build script.")
    namespace: str | None = absent_if_none()
    plugins: tuple[str, ...] = Field(description="Build plugins, with their versions where told.")
    depends_on: tuple[ModuleLink, ...]
    libraries: tuple[Library, ...]
    depended_on_by: tuple[str, ...] = Field(description="Modules whose scripts name it.")
    files: int
    test_files: int
    test_functions: int
    languages: tuple[Count, ...]
    packages: tuple[Count, ...] = Field(description="Files a package, most first; at most 30.")
    tags: tuple[Count, ...] = Field(description="Files a tag, most first.")
    public_api: tuple[Used, ...] = Field(description="Classes that most files of other modules import.")
    entry_points: tuple[Count, ...] = Field(description="By kind, tests left out.")
    some_entry_points: tuple[Shown, ...]
    text: str = Field(description="The summary as Markdown, within the budget.")
