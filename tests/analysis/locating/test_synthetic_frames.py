"""Frames of code that a compiler made are no places of the project."""

import pytest

from rca.analysis.locating.frame_locator import locate
from rca.analysis.locating.synthetic_frames import is_synthetic
from rca.error_text import parse
from tests.analysis.locating.test_frame_locator import frame
from tests.indexed_project import indexed

ADAPTER = """package com.example.shop

class Adapter : Base<Row>() {
    override fun bind(row: Row, at: Int = 0) {
        check(row.isBound)
    }

    fun rebind() {
        bind(Row())
    }
}
"""


def lines(tmp_path, *frames):
    trace = "java.lang.IllegalStateException: no\n" + "\n".join(f"\tat {text}" for text in frames)
    workspace = indexed(tmp_path, {"src/main/kotlin/com/example/shop/Adapter.kt": ADAPTER})
    return [place.line for place in locate(parse(trace), workspace.snapshot)]


def test_a_bridge_is_no_place(tmp_path):
    bind = "com.example.shop.Adapter.bind(Adapter.kt:{})"
    assert lines(
        tmp_path, bind.format(5), bind.format(3), "com.example.shop.Adapter.rebind(Adapter.kt:9)"
    ) == [5, 9]


def test_a_stub_for_default_arguments_is_no_place(tmp_path):
    assert lines(
        tmp_path,
        "com.example.shop.Adapter.bind(Adapter.kt:5)",
        "com.example.shop.Adapter.bind$default(Adapter.kt:4)",
        "com.example.shop.Adapter.rebind(Adapter.kt:9)",
    ) == [5, 9]


def test_a_frame_at_the_class_that_calls_another_function_stays(tmp_path):
    """An initialiser of a property in the constructor has the class's line too."""
    assert lines(
        tmp_path,
        "com.example.shop.Adapter.rebind(Adapter.kt:9)",
        "com.example.shop.Adapter.<init>(Adapter.kt:3)",
    ) == [9, 3]


@pytest.mark.parametrize(
    ("class_name", "method", "file"),
    [
        ("com.example.Shop$$ExternalSyntheticLambda0", "onClick", "D8$$SyntheticClass"),
        ("com.example.Shop", "access$total", "Shop.kt"),
        ("com.example.Shop", "-$$Nest$mtotal", "Shop.java"),
        ("com.example.Shop", "$r8$lambda$abc", "Shop.kt"),
    ],
)
def test_names_tell_what_a_compiler_made(class_name, method, file):
    assert is_synthetic(frame(class_name, method, file, 1))
    assert not is_synthetic(frame("com.example.Shop", "lambda$total$0", "Shop.kt", 1))
