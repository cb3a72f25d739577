"""The page of attempts is that of the tests."""

from __future__ import annotations

from pathlib import Path

from tests.security.attempts import page

PAGE = Path(__file__).parents[2] / "docs" / "design" / "hostile-input.md"


def test_the_page_is_fresh():
    assert PAGE.read_text(encoding="utf-8") == page(), (
        "run `python -m tests.security.attempts > docs/design/hostile-input.md`"
    )
