"""Blanking keeps offsets, lines and code, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.text.code_mask import blanked


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("val a = b // Thing", "val a = b         "),
        ("a /* x /* y */ z */ b", "a                   b"),
        ("f(\"text\", 'c')", "f(      ,    )"),
        ('"${f("y", { 1 })} $name z"', "   f(   , { 1 })   name   "),
        ('"""raw "q" ${c} T"""', "             c      "),
        ('"a\\"b" + c', "       + c"),
        ('val s = "open\nnext', "val s =      \nnext"),
        ("/* open\nThing", "       \n     "),
    ],
)
def test_what_is_left(text, left) -> None:
    assert blanked(text) == left


@given(st.text(alphabet="ab\"'$\\{}/*\n ", max_size=60))
def test_any_text_keeps_its_shape(text) -> None:
    done = blanked(text)
    assert len(done) == len(text)
    assert all(
        new in (old, " ") and (old != "\n" or new == "\n") for old, new in zip(text, done, strict=True)
    )
