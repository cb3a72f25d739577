"""`analyze_heap_dump` through the one place that every call goes through."""

from __future__ import annotations

import pytest

from rca.tools.analyze_heap_dump import TOOL
from tests.heap_dumps.hprof_writer import shop_dump
from tests.tools.code_project import CodeProject

BUS = """package com.example.shop

object CartBus {
    private val listeners = mutableListOf<CartListener>()

    fun subscribe(listener: CartListener) {
        listeners.add(listener)
    }

    fun unsubscribe(listener: CartListener) {
        listeners.remove(listener)
    }
}
"""
CART = """package com.example.shop

class CartActivity : Activity() {
    override fun onCreate(state: Bundle?) {
        CartBus.subscribe { title = "changed" }
    }
}
"""
FOLDER = "app/src/main/java/com/example/shop/"


@pytest.fixture
def project(tmp_path):
    made = CodeProject(tmp_path)
    for name, text in (("CartBus.kt", BUS), ("CartActivity.kt", CART)):
        made.write(FOLDER + name, text)
    made.workspace.index()
    (made.root / "app.hprof").write_bytes(shop_dump())
    return made


def leak_of(answer, name):
    leaks = answer["data"]["leaks"]
    return next(leak for leak in leaks if leak["trace"]["nodes"][-1]["className"].endswith(name))


def test_a_leak_names_the_field_that_holds_on_with_its_line(project):
    first = leak_of(project.call(TOOL, filePath="app.hprof"), "CartActivity")["hypotheses"][0]
    assert (first["places"][0]["filePath"], first["places"][0]["line"]) == (f"{FOLDER}CartBus.kt", 4)
    assert "`CartActivity.onCreate` gives it in line 5" in first["statement"]
    assert "CartBus.unsubscribe" in first["check"]


def test_the_trace_comes_as_leakcanary_prints_it(project):
    text = leak_of(project.call(TOOL, filePath="app.hprof"), "CartActivity")["text"]
    assert text.startswith("┬───\n│ GC Root: System class")
    assert "↓ static CartBus.listeners" in text
    assert "╰→ com.example.shop.CartActivity instance" in text


def test_the_dump_and_its_classes_are_described(project):
    data = project.call(TOOL, filePath="app.hprof")["data"]
    assert (data["dump"]["platform"], data["dump"]["form"]) == ("android", "JAVA PROFILE 1.0.3")
    assert data["dump"]["bytes"] == (project.root / "app.hprof").stat().st_size
    assert data["classes"][0]["className"] == "byte[]"
    assert data["largest"][0]["retainedBytes"] >= data["largest"][-1]["retainedBytes"]


def test_fewer_are_listed_where_fewer_are_asked_for(project):
    answer = project.call(TOOL, filePath="app.hprof", limit=1)
    assert len(answer["data"]["leaks"]) == 1
    assert any("are left out" in note for note in answer["meta"]["provenance"])
    assert answer["meta"]["completeness"] == "partial"


def test_a_dump_that_was_cut_is_read_as_far_as_it_goes(project):
    (project.root / "cut.hprof").write_bytes(shop_dump()[:-60])
    answer = project.call(TOOL, filePath="cut.hprof")
    assert answer["success"]
    assert answer["meta"]["completeness"] == "partial"
    assert "was cut" in answer["meta"]["provenance"][0]


@pytest.mark.parametrize("content", [b"", b"no dump at all", b"PK\x03\x04packed"])
def test_what_is_no_dump_is_refused_with_the_reason(project, content):
    (project.root / "none.hprof").write_bytes(content)
    error = project.call(TOOL, filePath="none.hprof")["error"]
    assert error["code"] == "INVALID_PARAMETERS"
    assert "none.hprof cannot be analyzed" in error["message"]


def test_a_file_outside_the_workspace_is_refused(project, tmp_path):
    outside = tmp_path / "elsewhere.hprof"
    outside.write_bytes(shop_dump())
    assert project.call(TOOL, filePath=str(outside))["error"]["code"] == "INVALID_PATH"


def test_a_file_that_is_not_there(project):
    assert project.call(TOOL, filePath="missing.hprof")["error"]["code"] == "FILE_NOT_FOUND"


@pytest.mark.parametrize("limit", [0, 101, "five"])
def test_a_limit_out_of_range_is_refused(project, limit):
    assert project.call(TOOL, filePath="app.hprof", limit=limit)["error"]["code"] == "INVALID_PARAMETERS"
