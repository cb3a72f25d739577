"""Problems of Gradle's configuration cache: one message each, at its place in a script."""

import pytest

from rca.error_text import parse

CASES = {
    "below what went wrong": (
        """
FAILURE: Build failed with an exception.

* What went wrong:
Configuration cache problems found in this build.

2 problems were found storing the configuration cache.
- Build file 'app/build.gradle.kts': line 12: external process started 'git describe'
  See https://docs.gradle.org/8.5/userguide/configuration_cache.html#config_cache:requirements:external_processes
- Task `:app:stamp` of type `com.example.Stamp`: invocation of 'Task.project' at execution time is unsupported.

See the complete report at file:///ci/shop/build/reports/configuration-cache/a/configuration-cache-report.html
> Starting an external process 'git describe' during configuration time is unsupported.

* Try:
> Run with --stacktrace option to get the stack trace.

BUILD FAILED in 2s
""",
        [
            ("app/build.gradle.kts", 12, "external process started 'git describe'"),
        ],
    ),
    "the summary alone": (
        """
1 problem was found reusing the configuration cache.
- Settings file 'settings.gradle.kts': line 4: registration of a listener is unsupported. See https://docs.x/y
""",
        [("settings.gradle.kts", 4, "registration of a listener is unsupported")],
    ),
    "without a line": (
        """
2 problems were found storing the configuration cache, 1 of which seems unique.
- Build file 'build.gradle': external process started 'git rev-parse HEAD'
- Script 'gradle/version.gradle': line 3: external process started 'git status'
""",
        [
            ("build.gradle", None, "external process started 'git rev-parse HEAD'"),
            ("gradle/version.gradle", 3, "external process started 'git status'"),
        ],
    ),
    "too many": (
        """
* What went wrong:
Maximum number of configuration cache problems has been reached.

600 problems were found storing the configuration cache, only the first 512 were considered, 2 of which seem unique.
- Settings file 'settings.gradle.kts': line 9: external process started 'git describe'
- Unknown location: cannot serialize object of type 'java.lang.Thread'
""",
        [
            ("settings.gradle.kts", 9, "external process started 'git describe'"),
        ],
    ),
    "owners that are no script, where no heading tells of them": (
        """
2 problems were found storing the configuration cache.
- Plugin 'com.example.stamp': external process started 'git describe'
- Unknown location: cannot serialize object of type 'java.lang.Thread'
""",
        [
            (None, None, "Plugin 'com.example.stamp': external process started 'git describe'"),
            (None, None, "Unknown location: cannot serialize object of type 'java.lang.Thread'"),
        ],
    ),
    "one line": (
        (
            "* What went wrong: Configuration cache problems found in this build. 1 problem was found storing the "
            "configuration cache.\n- Build file 'build.gradle.kts': line 7: external process started 'hostname'\n"
        ),
        [("build.gradle.kts", 7, "external process started 'hostname'")],
    ),
    "copied out of the report": (
        """
Configuration cache problems
  build file 'app/build.gradle.kts': line 12
    external process started 'git describe'
""",
        [("app/build.gradle.kts", 12, "external process started 'git describe'")],
    ),
}


@pytest.mark.parametrize(("text", "wanted"), CASES.values(), ids=CASES)
def test_problems(text, wanted):
    report = parse(text)
    found = [(one.file, one.line, one.message) for one in report.diagnostics]
    assert (report.kind, found, report.others) == ("gradle_build", wanted, ())
    assert {(one.severity, one.code) for one in report.diagnostics} == {("error", "configuration-cache")}


def test_an_owner_that_is_no_script_is_told_by_gradles_words_alone():
    assert "Task `:app:stamp`" in parse(CASES["below what went wrong"][0]).what_went_wrong


def test_problems_that_only_warn_are_no_error():
    text = CASES["without a line"][0]
    assert parse(f"> Task :help\n{text}\nBUILD SUCCESSFUL in 1s\n").kind == "unknown"


@pytest.mark.parametrize(
    "above",
    [
        "Calculating task graph as no configuration cache is available for tasks: help",
        "Configuration cache problems",
    ],
)
def test_a_warning_of_a_deprecated_call_is_no_problem(above):
    text = f"{above}\n\nBuild file 'build.gradle': line 12\nThe getConvention() method has been deprecated.\n"
    assert parse(text).kind == "unknown"


def test_a_list_that_is_no_gradle_speaks_of_the_cache_alone():
    assert parse("I read about the configuration cache:\n- Plugin 'x': it is fast\n").kind == "unknown"
