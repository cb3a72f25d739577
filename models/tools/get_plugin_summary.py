"""`get_plugin_summary`: what the whole Gradle project is, in short."""

from __future__ import annotations

from pydantic import Field

from models.summaries import DEFAULT_SUMMARY_TOKENS, Count, Library, ModuleShape, Shown, SummaryQuestion, Used
from models.wire import Wire


class GetPluginSummaryParams(SummaryQuestion):
    """Which project, and how long its text may be."""

    plugin: str | None = Field(
        default=None,
        min_length=1,
        description="Name of the project or of its workspace folder; without one the first folder's.",
    )
    token_budget: int = Field(
        default=2 * DEFAULT_SUMMARY_TOKENS, ge=100, le=20_000, description="Tokens that `text` may have."
    )


class GetPluginSummaryResult(Wire):
    """The facts of a project, and the same as Markdown."""

    name: str
    build: str = Field(description="gradle, maven or none.")
    versions: dict[str, str] = Field(
        description="kotlin, androidGradlePlugin, gradle, compileSdk, minSdk, targetSdk: those that are told."
    )
    files: int
    code_files: int = Field(description="Kotlin and Java files, build scripts left out.")
    test_files: int
    languages: tuple[Count, ...]
    modules: tuple[ModuleShape, ...]
    layers: tuple[tuple[str, ...], ...] = Field(
        description="Modules by level, the lowest first: each depends on lower ones alone, cycles apart."
    )
    tags: tuple[Count, ...] = Field(description="Files a tag, most first.")
    entry_points: tuple[Count, ...] = Field(description="By kind.")
    launchers: tuple[Shown, ...] = Field(description="Applications and what is opened from the launcher.")
    most_depended_on: tuple[Used, ...] = Field(description="Classes that most files import.")
    largest_files: tuple[Count, ...] = Field(description="By bytes.")
    libraries: tuple[Library, ...] = Field(description="Those that most modules name.")
    test_libraries: tuple[Library, ...]
    imported_packages: tuple[Count, ...] = Field(
        description="Packages from outside by the files that import them: what convention plugins bring too."
    )
    text: str = Field(description="The summary as Markdown, within the budget.")
