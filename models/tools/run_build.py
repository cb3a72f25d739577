"""`run_build`: compile the project with its own build."""

from __future__ import annotations

from pydantic import Field

from models.builds import BuildRun
from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.wire import Params, Wire, absent_if_none


class RunBuildParams(Params):
    """What to build, and how long it may take."""

    module: str | None = Field(
        default=None,
        min_length=1,
        max_length=300,
        description="Only this module (`:app`, `app`, a folder, a Maven artifact), with what it depends on.",
    )
    tasks: tuple[str, ...] | None = Field(
        default=None,
        min_length=1,
        max_length=10,
        strict=False,
        description="Gradle tasks or Maven phases; default: what compiles all code "
        "(`assembleDebug`, `assemble`; `test-compile`).",
    )
    directory: str | None = Field(
        default=None, description="Folder of the build, relative to the workspace; default: its root."
    )
    timeout_seconds: int = Field(default=900, ge=1, le=1700, description="The run is stopped after this.")


class RunBuildResult(Wire):
    """How the build ended, and its errors parsed, the root before its cascade."""

    run: BuildRun
    executed_tasks: int | None = absent_if_none("Gradle tasks that did work, where Gradle says so.")
    warnings: int = Field(description="Warnings of compilers in the output.")
    errors: tuple[ErrorReport, ...] = Field(default=(), description="Empty where the build succeeded.")
    places: tuple[ProjectFrame, ...] = Field(
        default=(), description="The project's places that the errors name, most suspect first."
    )
    output: str | None = absent_if_none("The end of the output of a run that failed, secrets masked.")
