"""Exceptions without a trace, and above frames that lack the word `at`."""

from rca.error_text import parse

APP = ("com.example.shop",)


def test_frames_without_at_count_right_below_an_opening():
    text = (
        "Fatal Exception: java.lang.IllegalStateException: closed\n"
        "com.example.shop.Cart.add (Cart.kt:9)\n"
        "  | com.example.shop.Cart.<init> (Unknown Source)\n"
        "Caused by: java.io.IOException: gone\n"
        "java.io.File.open (File.java:3)\n"
    )
    report = parse(text, APP)
    first, second = report.exceptions
    assert [(frame.method, frame.file, frame.line) for frame in first.frames] == [
        ("add", "Cart.kt", 9),
        ("<init>", None, None),
    ]
    assert (second.relation, second.message, report.frame_count) == ("cause", "gone", 3)
    assert report.culprit == first.frames[0]
    assert all(frame.text in text for frame in first.frames)


def test_they_do_not_count_elsewhere():
    report = parse("com.example.shop.Cart.add (Cart.kt:9)\ncom.example.shop.Cart.run (Cart.kt:12)\n", APP)
    assert (report.kind, report.frame_count) == ("unknown", 0)


def test_prose_below_an_opening_is_no_frame():
    report = parse("java.lang.Error: x\nsee com.example.shop.Cart.add (Cart.kt:9) for more\n", APP)
    assert (report.frame_count, report.culprit) == (0, None)


def test_a_message_in_the_line_below():
    report = parse("Fatal Exception: java.lang.OutOfMemoryError\nFailed to allocate 12 bytes\n\nDevice: x\n")
    assert report.exceptions[0].message == "Failed to allocate 12 bytes"


def test_a_cause_alone():
    report = parse(
        "Error: Could not load main class MainKt\nCaused by: java.lang.ClassNotFoundException: MainKt\n"
    )
    assert [(found.type, found.relation) for found in report.exceptions] == [
        ("java.lang.ClassNotFoundException", "cause")
    ]


def test_a_message_below_a_colon():
    report = parse(
        "java.lang.IllegalArgumentException:\n Flow context cannot contain job in it. Had [\n  Job\n ]\n"
    )
    assert report.exceptions[0].message == "Flow context cannot contain job in it. Had ["


def test_a_wrapped_message():
    text = "java.lang.ClassCastException: com.example.shop.storage.PriceRecord[]\n cannot be cast to int[]\n"
    assert (
        parse(text).exceptions[0].message == "com.example.shop.storage.PriceRecord[] cannot be cast to int[]"
    )


BESIDE = """java.lang.NullPointerException
\tat com.example.shop.Cart.add(Cart.kt:9)

{second}
"""


def test_an_exception_without_frames_below_a_trace_is_an_error_of_its_own():
    second = "java.lang.RuntimeException: Unable to start activity: java.lang.NumberFormatException: invalid: 'Jan'"
    report = parse(BESIDE.format(second=second), APP)
    assert [one.type for one in report.exceptions] == ["java.lang.NullPointerException"]
    (other,) = report.others
    assert [one.type for one in other.exceptions] == [
        "java.lang.RuntimeException",
        "java.lang.NumberFormatException",
    ]


def test_what_the_trace_has_already_said_and_prose_are_no_further_errors():
    for second in (
        "java.lang.NullPointerException",
        "It is a java.lang.IllegalStateException: closed",
        "java.lang.IllegalStateException happens as well",
        "Device: x\njava.lang.IllegalStateException: in the middle",
    ):
        assert parse(BESIDE.format(second=second), APP).others == ()


def test_a_wrapped_message_may_go_on_with_a_quoted_name():
    message = "Attempt to invoke virtual method 'java.lang.Class java.lang.Object.getClass()' on a null object reference"
    wrapped = f"java.lang.NullPointerException: {message}".replace("method '", "method\n  '")
    for text in (wrapped, f"It crashes:\n\n  {wrapped}\n\nsince 1.2"):
        assert [one.message for one in parse(text).exceptions] == [message]
