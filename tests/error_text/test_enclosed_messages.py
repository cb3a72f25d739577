"""Messages that end where their quotes, brackets, cell or element end, and causes inside a message."""

import pytest

from rca.error_text import parse
from rca.error_text.enclosed_message import cut_at_closing


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "threw exception [Request failed; nested exception is a.b.FooException: shut] with root cause",
            "shut",
        ),
        (
            "threw exception [Request processing\nfailed: a.b.FooException: till is shut]\nwith root cause",
            "till is shut",
        ),
        ("It crashes (a.b.FooException: till 3 (left) is shut) on start", "till 3 (left) is shut"),
        ('level=error err="a.b.FooException: till is shut" shop=3', "till is shut"),
        ('Fix "FooException: till is shut" on start', "till is shut"),
        ('error=a.b.FooException: Key "tea" was used', 'Key "tea" was used'),
        ("- fixes `FooException: till (3)`, which came back", "till (3)"),
        ("<li>a.b.FooException: till is shut</li> <li>Next</li>", "till is shut"),
        (
            "| 12 | a.b.FooException: till is shut | open |\n| 13 | a.b.BarException: gone | open |",
            "till is shut",
        ),
        ('{"log":"a.b.FooException: till is shut\\n","stream":"stderr"}', "till is shut"),
        ('{"level":"error","message":"a.b.FooException: till is shut","thread":"main"}', "till is shut"),
        ("a.b.FooException: expected ] but found )", "expected ] but found )"),
    ],
)
def test_a_message_ends_with_what_encloses_it(text, message):
    report = parse(text)
    assert report.kind == "jvm_exception"
    assert report.exceptions[-1].type.endswith("FooException")
    assert report.exceptions[-1].message == message


def test_a_message_that_nothing_encloses_stays_whole():
    assert cut_at_closing("ERROR [main] sync - ", 'till "3" (left)] shut') == 'till "3" (left)] shut'


@pytest.mark.parametrize(
    ("text", "chain"),
    [
        (
            "a.b.FooException: sync broke Caused by: c.d.BarException: till is shut",
            [("primary", "a.b.FooException", "sync broke"), ("cause", "c.d.BarException", "till is shut")],
        ),
        (
            "a.b.FooException: cannot start {x/y}: c.d.BarException: till is shut",
            [
                ("primary", "a.b.FooException", "cannot start {x/y}: c.d.BarException: till is shut"),
                ("cause", "c.d.BarException", "till is shut"),
            ],
        ),
        (
            "a.b.FooException: sync; nested exception is c.d.BarException",
            [
                ("primary", "a.b.FooException", "sync; nested exception is c.d.BarException"),
                ("cause", "c.d.BarException", None),
            ],
        ),
        (
            "a.b.FooException: no c.d.BarException was thrown",
            [("primary", "a.b.FooException", "no c.d.BarException was thrown")],
        ),
    ],
)
def test_causes_of_one_line(text, chain):
    found = parse(text).exceptions
    assert [(one.relation, one.type, one.message) for one in found] == chain


def test_with_frames_only_a_section_is_a_cause():
    text = "a.b.FooException: sync: c.d.BarException: till is shut\n\tat app.shop.Till.open(Till.kt:3)"
    assert [one.type for one in parse(text).exceptions] == ["a.b.FooException"]
