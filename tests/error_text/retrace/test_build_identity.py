"""Which build an error comes from, in the forms that name it."""

import pytest

from models.error_report import ErrorReport
from rca.error_text import parse
from rca.error_text.retrace.build_identity import find_build_identity, is_same_map
from tests.growth import assert_grows_linearly

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


def test_a_version_of_another_application_is_left_out():
    text = (
        "E AndroidRuntime: FATAL EXCEPTION: main\nE AndroidRuntime: Process: com.example.till:sync, PID: 7\n"
        "E AndroidRuntime: Package: com.example.other v9 (1.0)\n"
        "E AndroidRuntime: java.lang.Error: x\nE AndroidRuntime: \tat a.b.c(SourceFile:7)\n"
    )
    assert identity(text).version_codes == set()
    assert identity(text.replace("other", "till")).version_codes == {9}
    assert identity(text).applications == {"com.example.till"}


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
