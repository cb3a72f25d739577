"""What a crash reporter or Google Play's console prints around a trace becomes the context."""

import pytest

from rca.error_text import parse

_TRACE = """java.lang.IllegalStateException: no note is open
\tat dev.larch.notes.NoteStore.current(NoteStore.kt:41)
\tat dev.larch.notes.NotesActivity.onCreate(NotesActivity.kt:31)
"""


@pytest.mark.parametrize(
    "head",
    [
        "App version: 2.1.0\nApp version code: 40\nDevice brand: Google\nDevice model: Pixel 8\nAndroid version: 15\n",
        "**App Version:** 2.1.0 (40)\n**Manufacturer:** Google\n**Model:** Pixel 8\n**Android Version:** 15 (API 35)\n",
        "App version | 2.1.0 (40)\nBrand | Google\nDevice | Pixel 8\nAndroid Release | 15\n",
        (
            "<table>\n<tr><td>App version</td><td>2.1.0</td></tr>\n<tr><td>App version code</td><td>40</td></tr>\n"
            "<tr><td>Device brand</td><td>Google</td></tr>\n<tr><td>Device model</td><td>Pixel 8</td></tr>\n"
            "<tr><td>Android version</td><td>15</td></tr>\n</table>\n"
        ),
    ],
)
@pytest.mark.parametrize("below", [False, True])
def test_labels_beside_a_trace(head, below):
    report = parse(f"{_TRACE}\n{head}" if below else f"{head}\n{_TRACE}")
    context = report.crash_context
    assert (context.service, context.release, context.build) == ("other", "2.1.0", "40")
    assert (context.device, context.os) == ("Google Pixel 8", "Android 15")
    assert report.exceptions[0].frames[0].line == 41


@pytest.mark.parametrize(
    ("head", "release", "device", "system"),
    [
        (
            (
                "App version: 2.1.0 (free, 1a2b3c, 2026-10-01)\nAndroid version: 15 (SDK 35; build AP3A.1)\n"
                "Device name: shiba (shiba_eea)\nDevice model: Pixel 8\n"
            ),
            "2.1.0",
            "Pixel 8",
            "Android 15",
        ),
        ("* __Version:__ 2.1.0\n* __OS:__ Linux Android 15 - 35\n", "2.1.0", None, "Android 15"),
        (
            "* __Version:__ 2.1.0\n* __OS:__ Linux google/shiba/shiba:15/AP3A.1/12:user/release-keys 15 - 35\n",
            "2.1.0",
            "google shiba",
            "Android 15",
        ),
        ("* Larch version: 2.1\n* Android version: 15\n* Device: pixel 8\n", "2.1", "pixel 8", "Android 15"),
    ],
)
def test_what_apps_print_themselves(head, release, device, system):
    context = parse(f"{head}\n{_TRACE}").crash_context
    assert (context.release, context.device, context.os) == (release, device, system)


@pytest.mark.parametrize("word", ["Report 1", "Bericht 1"])
def test_the_lines_of_plays_console(word):
    text = (
        f"Oct 1, 9:30 AM on app version 40\nGoogle Pixel 8 (shiba), 8192MB RAM, Android 15\n{word}\n{_TRACE}"
    )
    context = parse(text).crash_context
    assert (context.service, context.build, context.device, context.os) == (
        "play",
        "40",
        "Google Pixel 8 (shiba)",
        "Android 15",
    )


@pytest.mark.parametrize(
    "text",
    [
        _TRACE,
        f"Version: 2.1.0\n{_TRACE}",
        f"Date: 2026-10-01\nModel: Pixel 8\n{_TRACE}",
        f"device: none\nversion = next\nandroid: fast\n{_TRACE}",
        "App version: 2.1.0\nAndroid version: 15\nModel: Pixel 8\nno error here\n",
    ],
)
def test_too_little_is_no_context(text):
    assert parse(text).crash_context is None


@pytest.mark.parametrize(
    ("head", "release", "build", "device", "system"),
    [
        ("Larch crash report\nApp: 2.1.0 (40)\nModel: Pixel 8\n", "2.1.0", "40", "Pixel 8", None),
        (
            "App Version: 2.1.0\nDevice: Pixel 8\nSDK: 35 (Android 15)\n",
            "2.1.0",
            None,
            "Pixel 8",
            "Android 15",
        ),
        (
            "SDK version: 3.4.0\nAndroid OS version : 15\nDevice : Google Pixel 8\n",
            None,
            None,
            "Google Pixel 8",
            "Android 15",
        ),
        ("- Version of Larch Android: 2.1.0\n- OS version: Android 15\n", "2.1.0", None, None, "Android 15"),
        (
            (
                "*** APP INFORMATION ***\nVersion: 2.1.0\n*** DEVICE ***\nBrand: Google\nDevice: shiba\n"
                "Model: Pixel 8\n*** FIRMWARE ***\nRelease: 15\n"
            ),
            "2.1.0",
            None,
            "Google Pixel 8",
            "Android 15",
        ),
        (
            "Session summary\n 2.1.0 (40)\n 15\nDevice\nBrand: Google\nModel: Pixel 8\nOperating System\nVersion: 15\n",
            "2.1.0",
            "40",
            "Google Pixel 8",
            "Android 15",
        ),
    ],
)
def test_labels_under_headings_and_in_short(head, release, build, device, system):
    context = parse(f"{head}\n{_TRACE}").crash_context
    assert (context.release, context.build) == (release, build)
    assert (context.device, context.os) == (device, system)


def test_a_bugsnag_issue_by_its_link():
    link = "https://app.bugsnag.com/larch/notes/errors/65a0b1c2d3e4f5a6b7c8d9e0?event_id=65a0b1c2000011112222"
    text = (
        "**java.lang.IllegalStateException** in **Notes**\nno note is open\n\n"
        f"[View on Bugsnag]({link}&i=gh)\n\n## Stacktrace\n\n    PG:58 - qx.ab\n\n[View full stacktrace]({link}&i=gh)\n"
    )
    report = parse(text)
    context = report.crash_context
    assert (context.service, context.issue) == ("bugsnag", "65a0b1c2d3e4f5a6b7c8d9e0")
    assert context.event == "65a0b1c2000011112222"
    frame = report.exceptions[0].frames[0]
    assert (frame.class_name, frame.method, frame.file, frame.line) == ("qx", "ab", "PG", 58)


def test_an_app_center_issue_without_frames():
    text = (
        "### Version 2.1(40) ###\n\n### Stacktrace ###\n\n### Reason ###\n\njava.lang.IllegalStateException\n\n"
        "### Link to App Center ###\n\n* https://appcenter.ms/orgs/larch/apps/notes/crashes/errors/1234567890u\n"
    )
    context = parse(text).crash_context
    assert (context.release, context.build, context.issue) == ("2.1", "40", "1234567890u")


def test_several_links_are_no_issue_of_the_trace():
    links = "\n".join(
        f"https://appcenter.ms/orgs/larch/apps/notes/crashes/errors/{at}234567u" for at in (1, 2)
    )
    assert parse(f"{links}\n{_TRACE}").crash_context is None
