"""What messages about casts, indexes, missing elements, formats and numbers say."""

import pytest

from rca.causes.failure.classification import classify

CAST = "java.lang.ClassCastException"


@pytest.mark.parametrize(
    ("message", "actual", "expected"),
    [
        ("java.lang.String cannot be cast to java.util.Set", "java.lang.String", "java.util.Set"),
        (
            "class a.B cannot be cast to class a.C (a.B is in unnamed module of loader 'app'; a.C is in module m of loader x)",
            "a.B",
            "a.C",
        ),
        (
            "[Ljava.lang.Object; cannot be cast to [Ljava.lang.String;",
            "[Ljava.lang.Object;",
            "[Ljava.lang.String;",
        ),
        ("Cannot cast a.B to a.C", "a.B", "a.C"),
    ],
)
def test_casts_have_both_types(message, actual, expected):
    condition = classify(CAST, message)
    assert (condition.family, condition.actual, condition.expected) == ("cast", actual, expected)


def test_nested_classes_keep_the_class_around_them():
    condition = classify(CAST, "w.LinearLayout$LayoutParams cannot be cast to w.FrameLayout$LayoutParams")
    assert (
        condition.sentence
        == "The value was of type `LinearLayout.LayoutParams`, not `FrameLayout.LayoutParams`."
    )


def test_one_class_of_two_loaders():
    condition = classify(CAST, "class a.B cannot be cast to class a.B (a.B is in unnamed module of loader x)")
    assert condition.sentence.startswith("Two class loaders loaded `B`")


def test_null_is_cast_to_a_type_that_allows_none():
    condition = classify(
        "java.lang.NullPointerException", "null cannot be cast to non-null type com.shop.Cart"
    )
    assert (condition.family, condition.expected, condition.target.kind) == ("cast", "com.shop.Cart", "cast")


@pytest.mark.parametrize(
    ("message", "index", "size"),
    [
        ("Index: 3, Size: 3", 3, 3),
        ("Index 5 out of bounds for length 3", 5, 3),
        ("length=5; index=-1", -1, 5),
        ("Invalid index 0, size is 0", 0, 0),
        ("Index -1 requested, with a size of 1", -1, 1),
        ("index=-1 length=21", -1, 21),
        ("index: 4, size: 2", 4, 2),
        ("String index out of range: 7", 7, None),
        ("begin 0, end -1, length 4", 0, 4),
        ("length=53; regionStart=5; regionLength=53", 5, 53),
        ("fromIndex: 2, toIndex: 9, size: 4", 2, 4),
        ("Wrong line: -1. Available lines count: 0", -1, None),
    ],
)
def test_index_messages_have_their_numbers(message, index, size):
    condition = classify("java.lang.IndexOutOfBoundsException", message)
    assert (condition.family, condition.index, condition.size) == ("index", index, size)


def test_an_argument_that_is_no_index_is_none():
    assert classify("java.lang.IllegalArgumentException", "Cannot bind to port 80, size 3").index is None


@pytest.mark.parametrize(
    ("type_", "message", "family", "name"),
    [
        ("java.util.NoSuchElementException", "Key volume is missing in the map.", "missing_element", "volume"),
        ("java.util.NoSuchElementException", "List is empty.", "missing_element", None),
        ("java.util.NoSuchElementException", "Collection contains no element matching the predicate.", "missing_element", None),
        ("java.util.NoSuchElementException", "No value present", "missing_element", None),
        ("java.lang.IllegalArgumentException", "No enum constant a.Color.PINK", "missing_element", "a.Color.PINK"),
        ("org.json.JSONException", "No value for price", "missing_element", "price"),
        ("java.lang.NumberFormatException", 'For input string: "12,5"', "number_format", "12,5"),
        ("java.lang.NumberFormatException", 'Invalid int: ""', "number_format", ""),
        ("java.time.format.DateTimeParseException", "Text '2024-13-01' could not be parsed at index 5", "date_format", "2024-13-01"),
        ("java.text.ParseException", 'Unparseable date: "soon"', "date_format", "soon"),
        ("java.util.regex.PatternSyntaxException", "Dangling meta character '*' near index 0\n*a", "text_format", "*a"),
        ("java.lang.ArithmeticException", "divide by zero", "arithmetic", None),
        ("java.lang.ArithmeticException", "/ by zero", "arithmetic", None),
        ("java.util.ConcurrentModificationException", None, "concurrent_modification", None),
    ],
)  # fmt: skip
def test_families_and_names(type_, message, family, name):
    condition = classify(type_, message)
    assert (condition.family, condition.name) == (family, name)
    assert condition.sentence


def test_a_wrapper_speaks_for_the_exception_that_it_quotes():
    condition = classify(
        "java.lang.RuntimeException",
        "Unable to start activity ComponentInfo{a/a.Main}: java.lang.ClassCastException: a.B cannot be cast to a.C",
    )
    assert (condition.family, condition.expected) == ("cast", "a.C")


@pytest.mark.parametrize("type_", ["java.lang.Exception", "java.lang.Throwable", ""])
def test_types_that_say_nothing_have_no_family(type_):
    assert classify(type_, "something went wrong") is None
