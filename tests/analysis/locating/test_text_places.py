"""Places that a text names outside of any trace: files with a line, frames in a sentence, names."""

import pytest

from rca.analysis.locating.text_places import places_in_text
from rca.error_text import parse
from tests.indexed_project import indexed

CART = """package com.example.shop

class Cart {
    fun total(): Long {
        return 0
    }

    fun clear() {
    }
}
"""
SCREEN = """package com.example.shop

class Screen {
    val update = object : Runnable {
        override fun run() {
        }
    }
}
"""
FILES = {
    "app/build.gradle.kts": "plugins {\n}\n\nandroid {\n}\n",
    "app/src/main/AndroidManifest.xml": "<manifest>\n  <application />\n</manifest>\n",
    "app/src/main/kotlin/com/example/shop/Cart.kt": CART,
    "app/src/main/kotlin/com/example/shop/Screen.kt": SCREEN,
    **{f"app/src/main/kotlin/Step{number}.kt": f"class Step{number} {{\n}}\n" for number in range(12)},
}


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory):
    return indexed(tmp_path_factory.mktemp("named") / "project", FILES).snapshot


def named(text, snapshot):
    places, notes = places_in_text(text, parse(text), snapshot)
    return [(place.file_path.rpartition("/")[2], place.line) for place in places], notes


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("The total is wrong since Cart.kt:5 gives nothing.", ("Cart.kt", 5)),
        ("see Cart.kt line 5", ("Cart.kt", 5)),
        ("see `Cart.kt`, line 5", ("Cart.kt", 5)),
        ("see Cart.kt (line 5)", ("Cart.kt", 5)),
        ("The cache complains about build.gradle.kts: line 4", ("build.gradle.kts", 4)),
        ("Build file 'app/build.gradle.kts' line: 4", ("build.gradle.kts", 4)),
        ("AndroidManifest.xml:2 has no label", ("AndroidManifest.xml", 2)),
        ("it hangs, I think in com.example.shop.Cart.total(Cart.kt:5), when idle", ("Cart.kt", 5)),
        ("com.example.shop.Cart looks wrong", ("Cart.kt", 3)),
        ("com.example.shop.Cart.clear does nothing", ("Cart.kt", 8)),
        ("Cart.total() is zero", ("Cart.kt", 4)),
        ("NPE, source method Screen$1.run())", ("Screen.kt", 5)),
        ("it is Screen$1#run", ("Screen.kt", 5)),
    ],
)
def test_a_place(snapshot, text, place):
    assert named(text, snapshot) == ([place], ())


@pytest.mark.parametrize(
    "text", ["Cart.kt: 5 errors", "Cart.kt has 5 lines", "Other.kt:5", "the cart is empty"]
)
def test_no_place(snapshot, text):
    assert named(text, snapshot) == ([], ())


def test_what_was_not_searched_is_said(snapshot):
    many, notes = named(" ".join(f"Step{number}.kt:1" for number in range(12)), snapshot)
    assert (len(many), notes) == (
        8,
        ("the text names more than 8 places of the project: these are the first",),
    )
    [long, large] = [
        named(text, snapshot) for text in ("x" * 5000 + " Cart.kt:5", "word\n" * 20_000 + "Cart.kt:5")
    ]
    assert long == ([], ("lines of more than 4000 characters were not searched for names",))
    assert large == ([], ("only the first 64 KB of the text were searched for names: give less",))
