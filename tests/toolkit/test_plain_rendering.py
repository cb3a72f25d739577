"""The plain form of data: every value is there, and nothing around it."""

import json

from hypothesis import given
from hypothesis import strategies as st

from rca.toolkit.plain_rendering import render_data

words = st.text(alphabet="abcdefgh", min_size=1, max_size=5)
names = st.sampled_from(["filePath", "line", "endLine", "name", "kind", "why", "rows", "text", "isOpen"])
values = st.recursive(
    st.booleans() | st.integers(0, 999) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=20,
)


def leaves(value):
    if isinstance(value, dict):
        return {leaf for part in value.values() for leaf in leaves(part)}
    if isinstance(value, list):
        return {leaf for part in value for leaf in leaves(part)}
    return {value if isinstance(value, str) else json.dumps(value)}


@given(st.dictionaries(names, values, max_size=5))
def test_every_value_is_said(data):
    text = render_data(data)
    assert {leaf for leaf in leaves(data) if leaf not in text} == set()


def test_rows_of_a_file_stand_below_its_path_and_shared_values_at_the_head():
    rows = [
        {"filePath": "a/B.kt", "line": 1, "endLine": 4, "kind": "class", "name": "B", "module": ":app"},
        {"filePath": "a/B.kt", "line": 2, "endLine": 2, "kind": "function", "name": "go", "module": ":app"},
        {"filePath": "c/D.kt", "line": 9, "kind": "class", "name": "D", "module": ":app"},
    ]
    assert render_data({"total": 3, "rows": rows}) == (
        "total: 3\nrows (3, module=:app):\n  a/B.kt\n    1-4 class B\n    2 function go\n  c/D.kt:9 class D"
    )


def test_a_path_stands_whole_once_unless_another_file_has_its_name():
    rows = [
        {"filePath": path, "line": 1, "x": f"{number}" * 40}
        for number, path in enumerate(("a/B.kt", "c/D.kt", "a/B.kt", "e/D.kt", "c/D.kt"))
    ]
    places = [line.split()[0] for line in render_data({"rows": rows}).splitlines()[1:]]
    assert places == ["a/B.kt:1", "c/D.kt:1", "B.kt:1", "e/D.kt:1", "c/D.kt:1"]


def test_a_yes_or_no_is_no_line():
    assert render_data({"rows": [{"line": False}]}) == "rows (1): line=false"


def test_what_is_empty_is_left_out():
    assert render_data({"a": None, "b": [], "c": "", "d": {}, "e": 0}) == "e: 0"


def test_short_lists_stand_on_one_line_and_texts_keep_theirs():
    assert render_data({"tags": ["a", "b"], "output": "x\n  y\n"}) == "tags: a, b\noutput:\nx\n  y"
