"""Tests found in the code: messages of the language server, and the values that they hold."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Params, Wire

TestFramework = Literal["junit3", "junit4", "junit5", "kotlin.test", "testng", "kotest", "spek"]
TestKind = Literal["test", "parameterized", "repeated", "factory", "context"]


class FoundTestClass(Wire):
    """A class that holds tests, or inherits them."""

    id: str = Field(description="Module, source set and binary name of the class: unlike any other.")
    outer: str | None = Field(description="Id of the class around it, where that is listed too.")
    class_name: str = Field(description="Binary name, as reports have it: `package.Outer$Inner`.")
    name: str = Field(description="Simple name.")
    package: str
    module: str = Field(description="The module that compiles it: `:app`, `:` for a root.")
    source_set: str = Field(description="For example `test`, `jvmTest`, `androidTest`.")
    needs_device: bool = Field(description="Whether its tests run on an Android device.")
    framework: TestFramework
    tests: int = Field(
        description="Functions that are tests; of a Kotest or Spek class 0, as they are calls."
    )
    runs_by_default: bool = Field(
        description="Whether the build's own test task runs it: Maven selects by name."
    )
    file_path: str
    line: int


class FoundTest(Wire):
    """A test of a class. `path` are the names of the contexts around it and its own."""

    path: tuple[str, ...]
    label: str = Field(description="What is shown: the display name where the code has one.")
    kind: TestKind
    is_disabled: bool
    file_path: str = Field(description="Where it is declared: a test may be inherited.")
    line: int
    end_line: int


class TestClasses(Wire):
    """All classes with tests (answer to `rca/testClasses`)."""

    __test__ = False

    classes: tuple[FoundTestClass, ...]
    is_complete: bool = Field(
        description="False while the project is being indexed; `rca/testsChanged` follows."
    )


class TestsIn(Params):
    """Ask for the tests of a file's classes (`rca/testsIn`)."""

    __test__ = False

    file_path: str


class TestsOfClass(Wire):
    """The tests of one class."""

    __test__ = False

    id: str
    label: str = Field(description="The class's display name, its simple name without one.")
    end_line: int
    tests: tuple[FoundTest, ...]


class TestsInFile(Wire):
    """The tests of a file's classes (answer to `rca/testsIn`)."""

    __test__ = False

    classes: tuple[TestsOfClass, ...]


class TestResult(Wire):
    """How one test of a report ended; one invocation of a test with parameters."""

    __test__ = False

    class_name: str = Field(description="As the report has it: `package.Outer$Inner`.")
    name: str = Field(description="As the report has it, parameters and display names included.")
    method: str = Field(description="The name without parameters; empty where the report has none.")
    status: Literal["passed", "failed", "skipped"]
    seconds: float | None = Field(description="null where the report does not say.")
    text: str = Field(description="Message and trace of a failure, secrets masked, up to 20,000 characters.")
    expected: str | None = Field(description="What the assertion expected, where its message says so.")
    actual: str | None = Field(description="What came instead.")
    file_path: str | None = Field(description="Where the test's own code failed.")
    line: int | None


class TestNews(Wire):
    """What a run of tests tells while it goes on."""

    __test__ = False

    results: tuple[TestResult, ...] = ()
    waits_for_debugger: bool = Field(
        default=False, description="Whether the tests wait on port 5005 for a debugger."
    )


class TestRunNews(TestNews):
    """News of a run that the client started with `testRun` (`rca/testResults`, server to client)."""

    run: str = Field(description="The client's name for the run.")


class TestsChanged(Wire):
    """What changed since the last message (`rca/testsChanged`, server to client)."""

    __test__ = False

    changed: tuple[FoundTestClass, ...] = Field(
        description="Classes that are new or of which something changed."
    )
    removed: tuple[str, ...] = Field(description="Ids of classes that are gone.")
    files: tuple[str, ...] = Field(description="Files whose text changed: ask for their tests again.")
