"""Folder of a call → build tool → command line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from rca.builds.build_run import Command, command, tool_of
from rca.builds.build_tool import check_tasks, check_tests
from rca.builds.task_selection import ProjectBuild, Selection
from rca.builds.test_filters import gradle_arguments, maven_arguments
from rca.error_text.failed_tasks import BuildTool
from rca.workspace import Snapshot


@dataclass(frozen=True, slots=True)
class BuildFolder:
    """A folder with a build; `root` is the workspace folder that holds it."""

    tool: BuildTool
    root: Path
    directory: Path
    project: ProjectBuild

    @classmethod
    def find(cls, snapshot: Snapshot, directory: str | None) -> BuildFolder:
        """Return the build folder that a call means.

        Raises:
            Failure: DIRECTORY_NOT_FOUND, BUILD_TOOL_NOT_FOUND.
        """
        folder = snapshot.resolve_directory(directory or ".")
        root = folder.root or snapshot.folders[0]
        tool = tool_of(folder.absolute, folder.path)
        project = ProjectBuild(snapshot, folder.path.strip("/."), root.prefix, tool)
        return cls(tool, root.path, folder.absolute, project)

    def module(self, given: str | None) -> str | None:
        """Return the name of the requested module; None for all.

        Raises:
            Failure: SYMBOL_NOT_FOUND.
        """
        return None if given is None else self.project.module(given)

    def command(self, selection: Selection) -> Command:
        """Return the command that runs tasks.

        Raises:
            Failure: BUILD_TOOL_NOT_FOUND where there is nothing to run it with.
        """
        modules = () if selection.module is None else ("-pl", f":{selection.module}", "-am")
        return self._command((*modules, *selection.tasks))

    def test_command(
        self, module: str | None, task: str | None, tests: tuple[str, ...], *, rerun: bool
    ) -> Command:
        """Return the command that runs tests.

        Raises:
            Failure: INVALID_PARAMETERS, BUILD_TOOL_NOT_FOUND.
        """
        check_tests(tests)
        if task is not None:
            check_tasks(self.tool, (task,), "task")
        if self.tool == "maven":
            chosen = self.project.testing(module) if task is None else self.project.named((task,), module)
            return self._command(maven_arguments(chosen, tests))
        arguments = gradle_arguments(self.project, module, task, tests)
        return self._command((*arguments, *(("--rerun-tasks",) if rerun else ())))

    def reports_of(self, module: str | None) -> Path:
        """Return the folder below which a module's reports lie."""
        return self.directory if module is None else self.root / self.project.inside(module)

    def _command(self, arguments: tuple[str, ...]) -> Command:
        return command(self.root, self.directory, self.tool, arguments)


def with_debugger(planned: Command) -> Command:
    """Return a command whose tests wait for a debugger on port 5005, by what the build tool has for that."""
    option = "-Dmaven.surefire.debug" if planned.tool == "maven" else "--debug-jvm"
    return replace(planned, argv=(*planned.argv, option))


def unsaved_note(snapshot: Snapshot) -> tuple[str, ...]:
    """Return a note that the build does not see unsaved files, if there are any."""
    unsaved = sum(map(snapshot.is_unsaved, snapshot.overlays))
    what = "1 open file has" if unsaved == 1 else f"{unsaved} open files have"
    return (f"{what} text that is not saved: the build saw the disk",) if unsaved else ()
