"""TOML by its lines, and the values that Gradle scripts hand on."""

from hypothesis import given
from hypothesis import strategies as st

from rca.languages.gradle_scripts import values_of
from rca.languages.toml import read_toml

TEXT = """# top
title = "a # b" # comment
[versions]
kotlin = { strictly = "2.0" }
"quoted.name" = 'x'
[[plugins."a b"]]
list = [
    "one", # first
    "two",
]
dotted.key = 3
"""


def test_tables_keys_and_values_of_several_lines():
    found = [(one.table, one.key, one.value, one.line) for one in read_toml(TEXT)]
    assert found == [
        ("", "title", '"a # b"', 2),
        ("versions", None, "", 3),
        ("versions", "kotlin", '{ strictly = "2.0" }', 4),
        ("versions", "quoted.name", "'x'", 5),
        ("plugins.a b", None, "", 6),
        ("plugins.a b", "list", '[ "one", "two", ]', 7),
        ("plugins.a b", "dotted.key", "3", 11),
    ]


def test_places_are_those_of_the_text():
    for one in read_toml(TEXT):
        if one.key is not None:
            assert TEXT[one.at :].startswith(one.key.split(".")[0].split(" ")[0])
            assert TEXT.count("\n", 0, one.start) + 1 == one.line
            assert not TEXT[one.start : one.end].endswith("\n")


def test_a_list_that_was_never_closed_takes_nothing_else_with_it():
    found = [(one.table, one.key) for one in read_toml('a = [ "x",\nb = 1\nc = [\n[t]\nd = 2\n')]
    assert found == [("", "a"), ("", "b"), ("", "c"), ("t", None), ("t", "d")]


@given(st.text("ab=[]\"'#.\n \\", max_size=60))
def test_reading_never_fails_and_stays_inside_the_text(text):
    for one in read_toml(text):
        assert 0 <= one.start <= one.end <= len(text)


def test_values_that_a_script_hands_on():
    text = """
    buildConfigField("String", "URL", "\\"https://a\\"") // the server
    resValue "string", "app_name", "Larder"
    manifestPlaceholders["key"] = "value"
    extra["level"] = 3
    // buildConfigField("String", "OLD", "x")
    /* ext.gone = 1 */
    """
    found = [(one.kind, one.name, one.type, one.line) for one in values_of(text)]
    assert found == [
        ("buildConfigField", "URL", "String", 2),
        ("resValue", "app_name", "string", 3),
        ("manifestPlaceholder", "key", None, 4),
        ("extra", "level", None, 5),
    ]
