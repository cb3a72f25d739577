"""Builds as Android Studio's window showed them until 2018, and other texts that lost their context."""

from __future__ import annotations

import pytest

from tests.error_text.builds.build_reports import first_error, places, report_of


def test_messages_belong_to_the_file_above_them():
    report = report_of("""
        /home/ida/shop/app/src/main/java/com/example/shop/Till.kt
        Error:(31, 22) Unresolved reference: drawer
        Warning:(35, 5) Variable 'coins' is never used
        /home/ida/shop/app/src/main/res/layout/till.xml
        Error:(8, 30) No resource found that matches the given name (at 'text' with value '@string/pay').
    """)
    assert places(report) == [
        ("error", "/home/ida/shop/app/src/main/java/com/example/shop/Till.kt", 31, 22),
        ("warning", "/home/ida/shop/app/src/main/java/com/example/shop/Till.kt", 35, 5),
        ("error", "/home/ida/shop/app/src/main/res/layout/till.xml", 8, 30),
    ]
    assert (report.kind, report.language) == ("kotlin_compile", "kotlin")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Error:(1, 0) Plugin with id 'com.example.till' not found.", "gradle_build"),
        (
            "Error:(12, 8) error: class Till is public, should be declared in a file named Till.java",
            "java_compile",
        ),
        ("Error:(15) undefined reference to `till_open'", "native_link"),
        ("D8: Cannot fit requested classes in a single dex file. Try supplying a main-dex list.", "r8"),
        ("error: cannot find symbol class Till", "java_compile"),
        ('error: KLIB resolver: Could not find "com.example:till" in [/home/ida]', "native_link"),
        (
            "The minCompileSdk (33) specified in a\ndependency's AAR metadata\nis greater than",
            "dependency_resolution",
        ),
    ],
)
def test_one_message_alone_tells_its_kind(text, kind):
    assert report_of(text).kind == kind


def test_a_failure_of_the_compiler_needs_no_task():
    report = report_of("""
        e: java.lang.NoSuchMethodError: 'void com.example.tool.Plugin.start()'
        \tat org.jetbrains.kotlin.cli.jvm.K2JVMCompiler.doExecute(K2JVMCompiler.kt:58)
    """)
    assert (report.kind, report.language, report.frame_count) == ("compiler_crash", "kotlin", 1)
    assert [exception.type for exception in report.exceptions] == ["java.lang.NoSuchMethodError"]


def test_a_trace_below_a_tall_message_is_read():
    report = report_of("""
        * Try:
        > Run with --info option to get more log output.

        * Exception is:
        org.gradle.api.plugins.UnknownPluginException: Plugin [id: 'com.example.till'] was not found in any of the following sources:

        - Gradle Core Plugins (plugin is not in 'org.gradle' namespace)
        - Plugin Repositories (plugin dependency must include a version number for this source)
        \tat org.gradle.plugin.use.internal.DefaultPluginRequestApplicator.resolve(DefaultPluginRequestApplicator.java:274)
    """)
    assert (report.kind, report.frame_count) == ("gradle_build", 1)
    assert [exception.type for exception in report.exceptions] == [
        "org.gradle.api.plugins.UnknownPluginException"
    ]


@pytest.mark.parametrize("head", ["Gradle sync failed: ", "ERROR: ", "> ", "Error:"])
def test_what_gradle_said_is_known_without_its_heading(head):
    report = report_of(f"""
        {head}Could not find com.example.press:press-gradle:4.2.0.
            Searched in the following locations:
              - https://repo.example.org/press-gradle-4.2.0.pom
    """)
    assert report.kind == "dependency_resolution"
    assert (report.what_went_wrong or "").startswith("Could not find com.example.press:press-gradle:4.2.0.")


def test_two_tools_that_name_one_place_differently_say_one_thing():
    report = report_of("""
        e: file:///C:/shop/build.gradle.kts:29:5: Unresolved reference 'till'.

        FAILURE: Build failed with an exception.

        * Where:
        Build file 'C:\\shop\\build.gradle.kts' line: 29

        * What went wrong:
        Script compilation error:

          Line 29:     till {
                       ^ Unresolved reference 'till'.

        1 error
    """)
    assert places(report) == [("error", "C:/shop/build.gradle.kts", 29, 5)]
    assert first_error(report).message == "Unresolved reference 'till'."
