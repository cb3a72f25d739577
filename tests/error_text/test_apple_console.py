"""Crashes of Apple's systems as they are copied from the console of Crashlytics."""

from __future__ import annotations

import pytest

from rca.error_text import parse

FRAMES = (
    "0  libobjc.A.dylib                0x3020 objc_msgSend + 32",
    "1  Notes                          0x246e35c -[Editor save:] + 63 (Editor.mm:63)",
    "2  Notes                          0x16cc40 kfun:com.acme.notes.Store#write(){} + 114 (Store.kt:114)",
)
TEXT = "\n".join(("Crashed: com.apple.main-thread", *FRAMES))


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"The crash:\n\n          {TEXT}",
        f"from firebase. ``` {' '.join(TEXT.split())} ```".replace("dylib 0x", "dylib       0x"),
        ",\n".join(f'      "{line}"' for line in TEXT.split("\n")),
        TEXT.replace("\n", "\n\n").replace("_", "\\_").replace("[", "\\[").replace("+", "\\+"),
    ],
    ids=["plain", "indented", "one line", "quoted", "Markdown"],
)
def test_the_crashed_thread(text):
    report = parse(text)
    assert (report.kind, report.thread) == ("native_crash", "com.apple.main-thread")
    assert [(one.pc, one.library, one.function, one.line) for one in report.native_frames] == [
        ("3020", "libobjc.A.dylib", "objc_msgSend", None),
        ("246e35c", "Notes", "-[Editor save:]", 63),
        ("16cc40", "Notes", "kfun:com.acme.notes.Store#write(){}", 114),
    ]


def test_cells_of_the_console():
    text = (
        "Crashed: com.apple.main-thread\nEXC_BAD_ACCESS KERN_INVALID_ADDRESS 0x000000017338126c\n"
        "0\nnanopb\nencode_field + 100\n25\nNotes\nEditor.swift - Line 33\nstatic AppDelegate.$main() + 43371\n"
    )
    frames = parse(text).native_frames
    assert [(one.index, one.pc, one.library, one.function) for one in frames] == [
        (0, None, "nanopb", "encode_field"),
        (25, None, "Notes", "static AppDelegate.$main()"),
    ]
    assert (frames[1].file, frames[1].line) == ("Editor.swift", 33)


@pytest.mark.parametrize("head", ["Fatal Exception: ", "Non-fatal Exception: "])
@pytest.mark.parametrize(
    "message", ["", "\n*** -[__NSArrayM insertObject:atIndex:]: object cannot be nil\n("]
)
def test_an_exception_above_its_frames(head, message):
    report = parse("\n".join((f"{head}NSInvalidArgumentException{message}", *FRAMES)))
    assert [one.type for one in report.exceptions] == ["NSInvalidArgumentException"]
    assert report.exceptions[0].message == (message.strip("\n(") or None)
    assert [frame.method for frame in report.exceptions[0].frames] == ["write"]
    assert len(report.native_frames) == 3


def test_an_exception_of_the_jvm_is_none_of_apples():
    text = "Fatal Exception: java.lang.IllegalStateException: no\n  at com.acme.Pay.send(Pay.kt:7)\n0 x 0x123456 y"
    report = parse(text)
    assert (report.kind, report.native_frames) == ("jvm_exception", ())


@pytest.mark.parametrize("lead", ["", "<details>\n <summary>Text</summary>\n ", "We see this:\n\n"])
def test_the_head_of_a_download_stands_below_other_text(lead):
    head = (
        "# Crashlytics - Stack trace\n# Application: com.acme.notes\n# Platform: android\n# Version: 1.2 (34)\n"
        "# Issue: 15de6de17a4ef536a9973eac7f5432c7\n# Date: Tue Nov 14 2023\n\n"
    )
    trace = "# Fatal Exception: java.lang.IllegalStateException: no\n  at com.acme.Pay.send(Pay.kt:7)\n"
    report = parse(f"{lead}{head}{trace}")
    assert [one.type for one in report.exceptions] == ["java.lang.IllegalStateException"]
    assert (report.crash_context.release, report.crash_context.build) == ("1.2", "34")


def test_the_head_of_fabric():
    text = (
        "# Organization: acme\n# Platform: ios\n# Application: Notes\n# Version: N/A\n"
        "# Bundle Identifier: com.acme.notes\n# Issue #: 11\n# Issue ID: 5730\n# Session ID: 6e1b\n"
        f"# OS Version: 10.2.1 (14D27)\n# Device: iPhone 5\n\n#0. {TEXT}\n"
    )
    report = parse(text)
    context = report.crash_context
    assert (context.application, context.issue, context.event) == ("com.acme.notes", "5730", "6e1b")
    assert (context.os, context.device, len(report.native_frames)) == ("10.2.1 (14D27)", "iPhone 5", 3)


@pytest.mark.parametrize("text", ["12 items + 3", "3  lib name + 4", "1\n2\n3\n4"])
def test_numbers_alone_are_no_frames(text):
    assert parse(f"Crashed: com.apple.main-thread\n\n\n\n{text}").native_frames == ()


def test_a_kotlin_exception_in_its_holder_without_frames():
    name = "(anonymous namespace)::ExceptionObjHolderImpl"
    report = parse(f"Fatal Exception: {name}\nCrashed: com.google.firebase.crashlytics.ios.exception\n...\n")
    assert [one.type for one in report.exceptions] == [name]
    assert report.thread == "com.google.firebase.crashlytics.ios.exception"


def test_frames_of_native_code_by_their_names():
    text = (
        "Crashed: Thread: SIGSEGV  0x0000000000000000\n       at (Missing)()\n"
        "       at notes_decode + 2020(codec.c:2020)\n       at main + 7\n"
    )
    report = parse(text)
    assert report.signal == "SIGSEGV"
    assert [(one.function, one.file, one.line) for one in report.native_frames] == [
        (None, None, None),
        ("notes_decode", "codec.c", 2020),
        ("main", None, None),
    ]
