"""Edges of the compilers become callers, neutral places and forms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.oracle.key import Edges, make

SOURCE = """\
interface Base { fun run() }
class Real : Base {
    override fun run() = helper()
    val size = helper()
}
fun helper() {}
fun start(base: Base, real: Real) { base.run(); real.run(); listOf(1).forEach(::show) }
fun show(value: Int) { show(value) }
operator fun Real.get(at: Int) = at
fun read(real: Real) = real[0]
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "A.kt").write_text(SOURCE, "utf-8")
    return tmp_path


def function(root: Path, name: str, at: str, **more: Any) -> dict[str, Any]:
    start = SOURCE.index(at)
    line = SOURCE[:start].count("\n") + 1
    plain = {"t": "f", "key": f"{root}/A.kt:{start}", "file": f"{root}/A.kt", "line": line, "name": name}
    return {**plain, "flags": [], "overrides": [], "bases": 0, "local": False, **more}


def call(root: Path, name: str, at: str, to: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
    start = SOURCE.index(at)
    place = {
        "file": f"{root}/A.kt",
        "line": SOURCE[:start].count("\n") + 1,
        "start": start,
        "end": start + len(at),
    }
    around = {"names": ["start"], "around": [], "owners": ["function"], "classes": [], "properties": []}
    target = {"t": "c", "to": to["key"]} if to else {"t": "u"}
    return {**place, **around, **target, "name": name, "how": "regular", **more}


def callee(key: dict[str, Any], name: str, line: int) -> dict[str, Any]:
    return next(one for one in key["callees"] if (one["functionName"], one["line"]) == (name, line))


def key_of(root: Path, edges: list[dict[str, Any]]) -> dict[str, Any]:
    return make(Edges(map(json.dumps, edges), root), {"module": "m"})


def test_a_call_through_a_base_is_a_caller_of_the_base_and_neutral_for_the_override(root: Path) -> None:
    base = function(root, "run", "fun run() }")
    real = function(root, "run", "override fun run", overrides=[base["key"]], bases=1, flags=["override"])
    key = key_of(
        root, [base, real, call(root, "run", "run(); real", base), call(root, "run", "run(); list", real)]
    )
    assert [unit["names"] for unit in callee(key, "run", 1)["callers"]] == [["start"]]
    overriding = callee(key, "run", 3)
    assert [unit["names"] for unit in overriding["callers"]] == [["start"]]
    assert "start" in overriding["neutral"][0]["names"]
    assert overriding["categories"] == ["ambiguous", "override"]


def test_recursion_and_initialisers_are_neutral(root: Path) -> None:
    show, helper = function(root, "show", "fun show"), function(root, "helper", "fun helper")
    recursive = call(root, "show", "show(value) }", show, names=["show"], around=[show["key"]])
    initial = call(
        root,
        "helper",
        "helper()\n}",
        helper,
        names=["size"],
        owners=["class", "property"],
        properties=["size"],
    )
    key = key_of(root, [show, helper, recursive, initial])
    assert key["callees"] == []
    direct = call(root, "helper", "helper()", helper, names=["run"])
    found = callee(key_of(root, [show, helper, recursive, initial, direct]), "helper", 6)
    assert [unit["names"] for unit in found["callers"]] == [["run"]]
    assert {"size", "getSize", "<init>"} <= set(found["neutral"][0]["names"])


def test_forms_tell_references_and_calls_without_the_name(root: Path) -> None:
    show, get = function(root, "show", "fun show"), function(root, "get", "operator fun", flags=["operator"])
    edges = [
        show,
        get,
        call(root, "show", "show) }", show, end=SOURCE.index("show) }") + 4, how="reference"),
        call(root, "get", "real[0]", get, how="operator", names=["read"]),
    ]
    key = key_of(root, edges)
    assert callee(key, "show", 8)["callers"][0]["form"] == ["reference"]
    assert callee(key, "get", 9)["callers"][0]["form"] == ["operator", "unnamed"]


def test_a_place_that_the_compiler_left_open_makes_no_function_uncalled(root: Path) -> None:
    helper = function(root, "helper", "fun helper")
    assert callee(key_of(root, [helper]), "helper", 6)["categories"] == ["unique", "uncalled"]
    assert key_of(root, [helper, call(root, "helper", "helper()", None)])["callees"] == []
