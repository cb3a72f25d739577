"""Exceptions that a sentence, a list or a shortened log line names."""

import pytest

from rca.error_text import occurrences, parse


@pytest.mark.parametrize(
    ("text", "type_name", "message"),
    [
        (
            "E AndroidRuntime: java.lang.IllegalAccessError: Field 'a.B.c' is inaccessible to class 'a.D'",
            "java.lang.IllegalAccessError",
            "Field 'a.B.c' is inaccessible to class 'a.D'",
        ),
        (
            "  * java.lang.ClassCastException: a.Drawable\n    cannot be cast to b.Drawable\n\nSeen on API 30.",
            "java.lang.ClassCastException",
            "a.Drawable cannot be cast to b.Drawable",
        ),
        (
            "It crashes with IllegalStateException: Fragment Cart not attached to a context.",
            "IllegalStateException",
            "Fragment Cart not attached to a context.",
        ),
        (
            "    UnsupportedOperationException: Empty collection can't be reduced.",
            *(
                "UnsupportedOperationException",
                "Empty collection can't be reduced.",
            ),
        ),
        (
            "java.lang.NullPointerException in\ncom.example.shop.Cart.add",
            "java.lang.NullPointerException",
            None,
        ),
    ],
)
def test_the_exception_of_a_sentence(text, type_name, message):
    found = parse(text)
    assert found.kind == "jvm_exception"
    assert [(one.type, one.message) for one in found.exceptions] == [(type_name, message)]


@pytest.mark.parametrize(
    "text",
    [
        "import java.io.IOException",
        "} catch (e: IOException) {",
        'throw IllegalStateException("closed")',
        "See IOException: x",
        "val handler: ErrorHandler = handlerOf(ParseException::class)",
    ],
)
def test_code_and_bare_names_are_no_errors(text):
    assert parse(text).kind == "unknown"


def test_output_of_programs_is_not_read_so():
    assert occurrences("Retrying after IllegalStateException: connection closed by peer") == ()


def test_an_abbreviation_beside_a_frame():
    report = parse("SHOP-12 IOOBE at com.example.shop.Cart.add(Cart.kt:9)", ("com.example.shop",))
    assert report.exceptions[0].type == "java.lang.IndexOutOfBoundsException"
    assert report.culprit is not None
