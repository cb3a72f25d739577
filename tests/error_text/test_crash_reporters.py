"""Issues that Bugsnag and App Center open by themselves."""

import pytest

from rca.error_text import parse

APP = ("dev.larch.notes",)

BUGSNAG = """## Error in Larch

**java.lang.IllegalStateException** in **NotesActivity**
No note is open

[View on Bugsnag](https://app.bugsnag.com/larch/errors/1)

## Stacktrace

    NotesActivity.kt:31 - dev.larch.notes.NotesActivity$onCreate$1.invoke
    Unknown:2 - dev.larch.notes.NotesActivity$sam$0.onClick
    View.java:7700 - android.view.View.performClick

[View full stacktrace](https://app.bugsnag.com/larch/errors/1)
"""

APP_CENTER = """### Version 2.1(40) ###

### Stacktrace ###

java.util.ArrayList.get (ArrayList.java:437);

dev.larch.notes.NoteAdapter.<init>;

dev.larch.notes.NoteAdapter.bind (NoteAdapter.kt:52);

### Reason ###

java.lang.IndexOutOfBoundsException: Index: 3, Size: 3

### Link to App Center ###
"""


def test_bugsnag():
    report = parse(BUGSNAG, APP)
    (exception,) = report.exceptions
    assert (exception.type, exception.message) == ("java.lang.IllegalStateException", "No note is open")
    assert [(frame.file, frame.line) for frame in exception.frames] == [
        ("NotesActivity.kt", 31),
        (None, 2),
        ("View.java", 7700),
    ]
    assert (report.culprit, report.language) == (exception.frames[0], "kotlin")
    assert all(frame.text in BUGSNAG for frame in exception.frames)


def test_app_center():
    report = parse(APP_CENTER, APP)
    (exception,) = report.exceptions
    assert (exception.type, exception.message) == (
        "java.lang.IndexOutOfBoundsException",
        "Index: 3, Size: 3",
    )
    assert [frame.method for frame in exception.frames] == ["get", "<init>", "bind"]
    assert (report.culprit.method, report.culprit.file, report.culprit.line) == ("<init>", None, None)
    assert report.frame_count == 3


def test_an_anr_that_bugsnag_saw():
    report = parse(
        "**ANR** in **NotesActivity**\n Input dispatching timed out (no window)\n\n## Stacktrace\n\n"
        "    /system/lib64/libc.so:368884 - syscall\n",
        APP,
    )
    assert (report.kind, report.frame_count, report.culprit) == ("anr", 0, None)
    assert report.exceptions[0].message == "Input dispatching timed out (no window)"


@pytest.mark.parametrize("text", ["## Stacktrace\n\nnone\n", "## Stacktrace\n", "### Reason ###\n\nx\n"])
def test_a_template_that_nobody_filled_in(text):
    report = parse(text, APP)
    assert (report.kind, report.exceptions) == ("unknown", ())
