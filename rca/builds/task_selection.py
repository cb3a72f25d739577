"""Which tasks compile, test or measure a project, derived from its plugins."""

from __future__ import annotations

from dataclasses import dataclass

from models.error_codes import ErrorCode
from rca.analysis.module_graph import BuildModel, ModuleBuild
from rca.error_text.failed_tasks import BuildTool
from rca.tool_failure import Failure
from rca.workspace import Snapshot
from rca.workspace.build_modules import modules_of

_MOST_MODULES = 100
"""JVM modules of an Android build whose tests are named one by one."""

_JVM = frozenset({"java", "java-library", "application", 'kotlin("jvm")', "org.jetbrains.kotlin.jvm"})
_JVM |= frozenset({"kotlin", "org.springframework.boot", "io.ktor.plugin"})
_MULTIPLATFORM = frozenset({'kotlin("multiplatform")', "org.jetbrains.kotlin.multiplatform"})
_OWN_BUILDS = ("build-logic", "buildSrc", "build-plugin", "gradle/")
"""Builds that are included for their plugins: their tasks are not this build's."""

_ANDROID_COVERAGE = ("enableUnitTestCoverage", "testCoverageEnabled", "isTestCoverageEnabled")


@dataclass(frozen=True, slots=True)
class Selection:
    """What to run: Gradle task paths or Maven phases, and the module that Maven selects."""

    tasks: tuple[str, ...]
    module: str | None = None


class ProjectBuild:
    """The build of one folder of a snapshot.

    Args:
        snapshot: the workspace.
        folder: wire path of the build's folder, empty for the workspace itself.
        prefix: what wire paths of its workspace folder begin with, empty for the first.
        tool: what builds it.
    """

    def __init__(self, snapshot: Snapshot, folder: str, prefix: str, tool: BuildTool) -> None:
        self._snapshot = snapshot
        self._prefix = prefix
        self._folder = folder
        self._tool = tool
        self.modules = modules_of(snapshot.index)
        builds = BuildModel(snapshot.index, self.modules)
        self._builds = {
            name: build
            for name, build in builds.by_module.items()
            if self._inside(self.modules.folder(name)) and not self._is_own_build(name)
        }
        self._states_android = builds.android_version is not None

    def module(self, given: str) -> str:
        """Return the name of the module that is meant.

        Raises:
            Failure: SYMBOL_NOT_FOUND, with the names that there are.
        """
        found = self.modules.named(given)
        if found is None and self._tool == "maven":
            found = next((name for name in self._builds if self._artifact(name) == given), None)
        if found is None or found not in self._builds:
            known = sorted(self._builds)
            raise Failure(
                ErrorCode.SYMBOL_NOT_FOUND,
                f"There is no module '{given}' in this build",
                f"Modules: {', '.join(known[:20])}{', …' if len(known) > 20 else ''}.",
            )
        return found

    def inside(self, module: str) -> str:
        """Return a module's folder relative to the workspace folder that holds the build.

        Wire paths of a second workspace folder begin with its name.
        """
        return self.modules.folder(module).removeprefix(self._prefix).strip("/")

    def holding(self, test: str) -> tuple[str, ...]:
        """Return the modules that hold a test's class; none if the index does not know it."""
        test = test.replace("#", ".")
        for name in (test, test.rpartition(".")[0]):
            classes = self._snapshot.index.find_classes(name) if name else ()
            modules = {self.modules.of(found.path) for found in classes}
            if modules:
                return tuple(sorted(module for module in modules if module in self._builds))
        return ()

    def named(self, tasks: tuple[str, ...], module: str | None) -> Selection:
        """Return tasks as given; a bare name means that task of the module."""
        if self._tool == "maven":
            return Selection(tasks, None if module is None else self._maven(tasks[0], module).module)
        return Selection(tuple(task if ":" in task else self._path(module, task) for task in tasks))

    def compiling(self, module: str | None) -> Selection:
        """Return the tasks that compile a module, or everything."""
        if self._tool == "maven":
            return self._maven("test-compile", module)
        is_android = self._is_android(module) if module else self._has_android
        return Selection((self._path(module, "assembleDebug" if is_android else "assemble"),))

    def testing(self, module: str | None) -> Selection:
        """Return the tasks that run the local unit tests of a module, or of all."""
        if self._tool == "maven":
            return self._maven("test", module)
        if module is not None:
            return Selection((self._path(module, self._test_task(module)),))
        if not self._has_android and not any(map(self._is_multiplatform, self._builds)):
            return Selection(("test",))
        # `test` of an Android module would run each test once a variant.
        named = [
            self._path(name, self._test_task(name))
            for name in sorted(self._builds)
            if self._is_multiplatform(name) or self._is_jvm(name)
        ]
        android = ("testDebugUnitTest",) if self._has_android else ()
        return Selection((*android, *named[:_MOST_MODULES]))

    def measuring(self, module: str | None) -> Selection:
        """Return the tasks that run the tests and write XML coverage reports.

        Raises:
            Failure: NO_RESULTS if no script names JaCoCo or Kover.
        """
        if self._tool == "maven":
            if any("jacoco" in self._text(f"{self._at(name)}pom.xml") for name in self._builds):
                return self._maven("verify", module)
            raise _no_coverage("the jacoco-maven-plugin")
        script = self._script(module) if module else ""
        everywhere = "\n".join(map(self._script, self._builds))
        for text in (script, everywhere):
            if "kover" in text:
                return Selection((self._path(module, "koverXmlReport"),))
            if any(word in text for word in _ANDROID_COVERAGE):
                return Selection((self._path(module, "createDebugUnitTestCoverageReport"),))
            if "jacoco" in text:
                tests = self.testing(module).tasks
                return Selection((*tests, self._path(module, "jacocoTestReport")))
        raise _no_coverage("the `jacoco` or Kover's plugin")

    def _maven(self, phase: str, module: str | None) -> Selection:
        single = module is None or module == ":"
        return Selection((phase,), None if single else self._artifact(module or ""))

    def _path(self, module: str | None, task: str) -> str:
        """Return a task's path relative to the build's root."""
        if module is None:
            return task
        inside = self.modules.folder(module).removeprefix(self._folder).strip("/")
        return f":{inside.replace('/', ':')}:{task}" if inside else f":{task}"

    def _test_task(self, module: str) -> str:
        if self._is_multiplatform(module):
            script = self._script(module)
            if "jvm(" in script or "jvm {" in script:
                return "jvmTest"
            return "testDebugUnitTest" if self._is_android(module) else "allTests"
        return "testDebugUnitTest" if self._is_android(module) else "test"

    @property
    def _has_android(self) -> bool:
        return self._states_android or any(map(self._is_android, self._builds))

    def _is_android(self, module: str) -> bool:
        build = self._builds[module]
        if self._is_jvm(module):
            return False
        if build.namespace is not None or any("android" in plugin.lower() for plugin in build.plugins):
            return True
        return f"{self._at(module)}src/main/AndroidManifest.xml" in self._snapshot.index.listed

    def _is_jvm(self, module: str) -> bool:
        return _has(self._builds[module], _JVM)

    def _is_multiplatform(self, module: str) -> bool:
        return _has(self._builds[module], _MULTIPLATFORM)

    def _is_own_build(self, module: str) -> bool:
        return self.modules.folder(module).removeprefix(self._folder).strip("/").startswith(_OWN_BUILDS)

    def _inside(self, folder: str) -> bool:
        return not self._folder or folder == self._folder or folder.startswith(f"{self._folder}/")

    def _at(self, module: str) -> str:
        folder = self.modules.folder(module)
        return f"{folder}/" if folder else ""

    def _script(self, module: str) -> str:
        build = self._builds[module]
        return f"{' '.join(build.plugins)}\n{self._text(build.script) if build.script else ''}"

    def _text(self, path: str) -> str:
        return self._snapshot.text(path) or ""

    def _artifact(self, module: str) -> str:
        """Return a Maven module's artifact: the first that its POM names outside of `parent`."""
        text = self._text(f"{self._at(module)}pom.xml")
        own = text.partition("<parent>")[0] + text.partition("</parent>")[2]
        found = own.partition("<artifactId>")[2].partition("</artifactId>")[0].strip()
        return found or self.modules.folder(module).rpartition("/")[2]


def _has(build: ModuleBuild, plugins: frozenset[str]) -> bool:
    return not plugins.isdisjoint(build.plugins)


def _no_coverage(what: str) -> Failure:
    return Failure(
        ErrorCode.NO_RESULTS,
        "No coverage report: the build scripts do not measure coverage",
        f'Apply {what}, or give a report\'s folder to the build and ask with `refresh: "never"`.',
    )
