"""Where the comment above a declaration begins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.analysis.doc_comments import comment_start, first_sentence

PIECES = st.lists(st.sampled_from(["//", "/*", "*/", " ", "\n", "a", "\t", "x y", "\n\n"]), max_size=25)


@pytest.mark.parametrize(
    ("above", "comment"),
    [
        ("val a = 1\n", None),
        ("val a = 1\n/** Says it. */\n", "/**"),
        ("val a = 1\n// one\n  // two\n", "// one"),
        ("val a = 1 // one\n", None),
        ("// far\n\n\n", "// far"),
        ('val a = "http://x"\n', None),
        ("*/\n", None),
        ("/** no end\n", None),
        (f"// {'x' * 7000}\n", None),
    ],
)
def test_it_is_what_stands_right_above(above, comment) -> None:
    text = f"{above}fun f() = 1\n"
    start = len(above)
    assert comment_start(text, start) == (start if comment is None else text.index(comment))


@given(PIECES)
def test_only_white_space_stands_between(pieces) -> None:
    text = "".join(pieces)
    begins = comment_start(text, len(text))
    comment = text[begins:].rstrip()
    assert comment.startswith(("/*", "//", " ", "\t")) if comment else begins == len(text)
    assert comment.endswith("*/") or all(one.lstrip().startswith("//") for one in comment.splitlines())


def test_its_first_sentence() -> None:
    text = "/**\n * Adds `a` up. Slowly.\n *\n * @param a what\n */\nfun f() = 1\n"
    assert first_sentence(text, text.index("fun")) == "Adds a up."
