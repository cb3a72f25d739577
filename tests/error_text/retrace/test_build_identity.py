"""Which build an error comes from, in the forms that name it."""

import pytest

from models.error_report import ErrorReport
from rca.error_text import parse
from rca.error_text.retrace.build_identity import find_build_identity, is_same_map
from tests.complexity import assert_grows_linearly

CRASH = "java.lang.IllegalStateException: x\n\tat a.b.c(SourceFile:7)\n"


def identity(text):
    return find_build_identity(text, parse(text))


@pytest.mark.parametrize(
    ("head", "codes"),
    [
        ("Process: com.example.till\nPackage: com.example.till v42 (1.4.2)\n", {42}),
        ("# Crashlytics - Stack trace\n# Application: com.example.till\n# Version: 1.4.2 (42)\n", {42}),
        ("APP_VERSION_CODE=42\nAPP_VERSION_NAME=1.4.2\nANDROID_VERSION=13\n", {42}),
        ("    versionCode=42 minSdk=24 targetSdk=34\n    versionName=1.4.2\n", {42}),
        ("App version: 1.4.2 (42)\nAndroid 13 (SDK 33)\n", {42}),
        ("App version 42 (1.4.2)\n", {42}),
        ("Version code: 42\n", {42}),
        ("release: com.example.till@1.4.2+42\n", {42}),
        ("Android version: 13 (33)\nGradle version: 8.4\n", set()),
        ("Kotlin version 2.1.0 (17)\n", set()),
    ],
)
def test_version_codes(head, codes):
    assert identity(head + CRASH).version_codes == codes


PACKAGES = (
    "E AndroidRuntime: Package: com.example.till v9 (1.0)\nE AndroidRuntime: Package: com.other v5 (7)\n"
)


@pytest.mark.parametrize(
    ("process", "codes"), [("com.example.till:sync", {9}), ("com.other", {5}), ("com.example.sync", {9, 5})]
)
def test_of_several_applications_that_of_the_process_counts(process, codes):
    text = (
        f"E AndroidRuntime: FATAL EXCEPTION: main\nE AndroidRuntime: Process: {process}, PID: 7\n{PACKAGES}"
        "E AndroidRuntime: java.lang.Error: x\nE AndroidRuntime: \tat a.b.c(SourceFile:7)\n"
    )
    assert identity(text).version_codes == codes


def test_a_process_may_have_a_name_of_its_own():
    assert (
        identity("FATAL EXCEPTION: main\nProcess: com.example.sync, PID: 7\n" + CRASH).applications == set()
    )
    assert identity("PACKAGE_NAME=com.example.till\n" + CRASH).applications == {"com.example.till"}


def test_map_ids_are_those_of_the_frames():
    text = "java.lang.Error: x\n\tat a.b.c(r8-map-id-0FA3C1:7)\n\tat a.b.d(pg-map-id-0fa3c1:8)\n"
    assert identity(text).map_ids == {"0fa3c1"}


def test_a_shortened_id_is_the_same():
    assert is_same_map("0fa3c1d2e3", ["0fa3c1d"])
    assert is_same_map("0fa3c1d", ["0FA3C1D2E3"])
    assert not is_same_map("0fa3c1d", ["1fa3c1d"])


@pytest.mark.parametrize(
    "piece", ["release: a.", "a.", "version", "app_version:1", " \t", "#Version: ", "1.", "Package: a v"]
)
def test_time_grows_no_faster_than_the_text(piece):
    assert_grows_linearly(
        lambda text: find_build_identity(text, ErrorReport(kind="unknown", language=None)),
        lambda size: "release: Version" + piece * size,
        2_000,
    )
