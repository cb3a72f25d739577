"""A path stands whole once; then the file's name says enough."""

import pytest

from rca.analysis.rendering.repeated_paths import shorten_repeated_paths


@pytest.mark.parametrize(
    ("text", "paths", "shown"),
    [
        ("`a/B.kt:1`, `a/B.kt:2`", ["a/B.kt"], "`a/B.kt:1`, `B.kt:2`"),
        ("a/B.kt c/B.kt a/B.kt c/B.kt", ["a/B.kt", "c/B.kt"], "a/B.kt c/B.kt a/B.kt c/B.kt"),
        ("a/B.kt x/a/B.kt a/B.kts a/B.kt.", ["a/B.kt"], "a/B.kt x/a/B.kt a/B.kts B.kt."),
        ("x/a/B.kt a/C.kt x/a/B.kt", ["x/a/B.kt", "a/C.kt"], "x/a/B.kt a/C.kt B.kt"),
        ("B.kt B.kt", ["B.kt"], "B.kt B.kt"),
    ],
)
def test_a_path_is_shortened_after_its_first_mention(text, paths, shown):
    assert shorten_repeated_paths(text, paths) == shown
