import pytest

from rca.error_text.builds import find
from tests.error_text.builds.build_reports import first_error, places, report_of


def test_script_error_is_told_once_and_is_the_builds():
    report = report_of("""
        > Configure project :
        e: file:///shop/build.gradle.kts:13:7: Unresolved reference: codequality

        FAILURE: Build failed with an exception.

        * Where:
        Build file '/shop/build.gradle.kts' line: 13

        * What went wrong:
        Script compilation error:

          Line 13: apply<codequality.DependencyUpdatePlugin>()
                         ^ Unresolved reference: codequality

        1 error

        * Try:
    """)
    assert (report.kind, report.language) == ("gradle_build", "kotlin")
    assert places(report) == [("error", "/shop/build.gradle.kts", 13, 7)]


def test_script_error_without_the_compilers_line():
    report = report_of("""
        * Where:
        Build file '/shop/app/build.gradle.kts' line: 40

        * What went wrong:
        Script compilation errors:

          Line 40:     implementation(libs.missing)
                                           ^ Unresolved reference: missing

          Line 41:     kapt(libs.none)
                                 ^ Unresolved reference: none

        2 errors
    """)
    assert places(report) == [
        ("error", "/shop/app/build.gradle.kts", 40, None),
        ("error", "/shop/app/build.gradle.kts", 41, None),
    ]


def test_groovy_script():
    report = report_of("""
        * Where:
        Build file '/shop/app/build.gradle' line: 12

        * What went wrong:
        Could not compile build file '/shop/app/build.gradle'.
        > startup failed:
          build file '/shop/app/build.gradle': 12: unexpected token: } @ line 12, column 1.
             }
             ^

          1 error
    """)
    assert (report.kind, report.language) == ("gradle_build", "groovy")
    assert places(report) == [("error", "/shop/app/build.gradle", 12, 1)]
    assert first_error(report).message == "unexpected token: }"


def test_a_place_in_a_script_carries_the_innermost_cause():
    report = report_of("""
        * Where:
        Script '/shop/gradle/publish.gradle' line: 7

        * What went wrong:
        A problem occurred evaluating script.
        > Could not get unknown property 'releaseName' for root project 'shop' of type org.gradle.api.Project.

        * Try:
    """)
    assert (report.kind, report.language) == ("gradle_build", "groovy")
    assert places(report) == [("error", "/shop/gradle/publish.gradle", 7, None)]
    assert first_error(report).message.startswith("Could not get unknown property 'releaseName'")


def test_several_failures_apart_by_a_blank_line():
    report = report_of("""
        FAILURE: Build completed with 2 failures.

        1: Task failed with an exception.
        -----------
        * What went wrong:
        Execution failed for task ':app:checkDebugAarMetadata'.
        > Could not resolve all files for configuration ':app:debugRuntimeClasspath'.
           > Could not find com.example.lib:core:1.0.
             Searched in the following locations:
               - https://repo.example.com/com/example/lib/core/1.0/core-1.0.pom
             Required by:
                 project :app > com.example.lib:ui:1.0

        * Try:
        > Run with --stacktrace option to get the stack trace.
        ==============================================================================

        2: Task failed with an exception.
        -----------
        * What went wrong:
        Execution failed for task ':app:processDebugResources'.
        > Could not resolve all files for configuration ':app:debugRuntimeClasspath'.
        ==============================================================================

        BUILD FAILED in 3s
    """)
    assert report.kind == "dependency_resolution"
    assert report.failed_tasks == (":app:checkDebugAarMetadata", ":app:processDebugResources")
    assert report.what_went_wrong is not None
    first, second = report.what_went_wrong.split("\n\n")
    assert first.endswith("project :app > com.example.lib:ui:1.0")
    assert second.startswith("Execution failed for task ':app:processDebugResources'.")
    assert report.diagnostics == ()


@pytest.mark.parametrize(
    ("cause", "kind"),
    [
        ("Duplicate class a.B found in modules x-1.jar (a:x:1) and y-1.jar (a:y:1)", "dependency_resolution"),
        ("Could not find method implementation() for arguments [a:b:1] on object of type X.", "gradle_build"),
        ("No matching variant of project :lib was found.", "dependency_resolution"),
        (
            "Plugin [id: 'com.android.application', version: '9.9'] was not found in any of the following",
            "gradle_build",
        ),
        ("Could not resolve all artifacts for configuration 'classpath'.", "dependency_resolution"),
        ("No cached version of a.b:c:1 available for offline mode.", "dependency_resolution"),
        ("Unsupported class file major version 65", "gradle_build"),
        ("Inconsistent JVM-target compatibility detected for tasks 'a' (1.8) and 'b' (17).", "gradle_build"),
        (
            "Gradle build daemon disappeared unexpectedly (it may have been killed or may have crashed)",
            "gradle_build",
        ),
        ("Lint found fatal errors while assembling a release target.", "lint"),
        ("There were failing tests. See the report at: file:///x/index.html", "test_failure"),
        ("java.lang.OutOfMemoryError: Metaspace", "gradle_build"),
    ],
)
def test_gradles_words_tell_the_kind(cause, kind):
    report = report_of(
        f"FAILURE: Build failed with an exception.\n\n* What went wrong:\nA build operation failed.\n> {cause}\n"
    )
    assert report.kind == kind


@pytest.mark.parametrize(
    ("task", "cause", "kind"),
    [
        (":app:compileDebugKotlin", "Compilation error. See log for more details", "kotlin_compile"),
        (":app:kspDebugKotlin", "Compilation error. See log for more details", "annotation_processing"),
        (":app:kaptDebugKotlin", "Compilation error. See log for more details", "annotation_processing"),
        (
            ":app:kaptGenerateStubsDebugKotlin",
            "Compilation error. See log for more details",
            "kotlin_compile",
        ),
        (":app:compileDebugKotlin", "Internal compiler error. See log for more details", "compiler_crash"),
        (
            ":app:compileDebugJavaWithJavac",
            "Compilation failed; see the compiler error output.",
            "java_compile",
        ),
    ],
)
def test_a_cascade_alone_is_told_by_its_task(task, cause, kind):
    report = report_of(f"Execution failed for task '{task}'.\n> {cause}\n")
    assert (report.kind, report.failed_tasks) == (kind, (task,))


def test_two_builds_are_two_findings():
    text = """\
> Task :a:compileKotlin FAILED
e: file:///src/A.kt:1:1 Unresolved reference 'a'.

BUILD FAILED in 1s
1 actionable task: 1 executed
> Task :b:compileKotlin FAILED
e: file:///src/B.kt:2:2 Unresolved reference 'b'.

BUILD FAILED in 2s
"""
    findings = find(text.splitlines(), ())
    assert [finding.report.failed_tasks for finding in findings] == [
        (":a:compileKotlin",),
        (":b:compileKotlin",),
    ]
    assert [d.file for finding in findings for d in finding.report.diagnostics] == ["/src/A.kt", "/src/B.kt"]
    assert findings[0].last < findings[1].first


def test_the_trace_of_the_failure_belongs_to_it():
    report = report_of("""
        * What went wrong:
        Execution failed for task ':app:generate'.
        > cart is empty

        * Exception is:
        org.gradle.api.tasks.TaskExecutionException: Execution failed for task ':app:generate'.
        \tat org.gradle.api.internal.tasks.execution.ExecuteActionsTaskExecuter.execute(ExecuteActionsTaskExecuter.java:69)
        \t... 27 more
        Caused by: java.lang.IllegalStateException: cart is empty
        \tat com.example.shop.build.Generate.run(Generate.kt:31)
        \t... 90 more

        BUILD FAILED in 4s
    """)
    assert report.kind == "gradle_build"
    assert [e.relation for e in report.exceptions] == ["primary", "cause"]
    assert report.frame_count == 2
    assert report.culprit is not None
    assert (report.culprit.file, report.culprit.line) == ("Generate.kt", 31)


def test_maven_says_everything_twice():
    report = report_of("""
        [ERROR] COMPILATION ERROR :\u0020
        [ERROR] /src/Cart.java:[3,67] cannot find symbol
          symbol:   class Item
          location: package com.example.shop
        [ERROR] /src/Cart.kt: (3, 5) Unresolved reference: x
        [INFO] BUILD FAILURE
        [ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.11.0:compile (default) on project shop: Compilation failure
        [ERROR] /src/Cart.java:[3,67] cannot find symbol
        [ERROR]   symbol:   class Item
        [ERROR]   location: package com.example.shop
        [ERROR] -> [Help 1]
    """)
    assert report.kind == "java_compile"
    assert places(report) == [("error", "/src/Cart.java", 3, 67), ("error", "/src/Cart.kt", 3, 5)]
    assert first_error(report).message.splitlines()[1:] == [
        "  symbol:   class Item",
        "  location: package com.example.shop",
    ]


def test_maven_without_an_artifact():
    report = report_of("""
        [INFO] BUILD FAILURE
        [ERROR] Failed to execute goal on project shop: Could not resolve dependencies for project a:b:jar:1: Could not find artifact a:c:jar:2 in central
    """)
    assert report.kind == "dependency_resolution"
    assert "Could not find artifact a:c:jar:2" in first_error(report).message


@pytest.mark.parametrize(
    "text",
    [
        """\
Could not find com.example.tools:lib:3.4.1.
Searched in the following locations:
  - https://example.com/a.pom
Required by:
    project :app
""",
        "ERROR: Unable to resolve dependency for ':app@debug/compileClasspath': Could not resolve com.example:a:1.\n",
    ],
)
def test_what_the_ide_shows_of_a_resolution(text):
    report = report_of(text)
    assert report.kind == "dependency_resolution"
    assert report.what_went_wrong is not None
    assert report.what_went_wrong.splitlines()[-1] in (
        text.splitlines()[-1],
        text.removeprefix("ERROR: ").strip(),
    )
