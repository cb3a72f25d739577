"""`parse_error` by its contract: text alone, the app's packages from the workspace where none are given."""

import pytest

from rca.tools.parse_error import TOOL
from tests.tools.code_project import CodeProject

TRACE = (
    "java.lang.IllegalStateException: empty\n"
    "\tat com.example.lib.Base.check(Base.kt:5)\n"
    "\tat com.example.shop.Cart.total(Cart.kt:3)\n"
)


@pytest.fixture
def project(tmp_path):
    return CodeProject(tmp_path)


def test_the_answer_has_every_part_absent_ones_null(project):
    data = project.call(TOOL, errorText=TRACE, appPackages=["com.example.shop"])["data"]
    assert data["kind"] == "jvm_exception"
    assert data["frameCount"] == 2
    assert data["culprit"] == {
        "className": "com.example.shop.Cart",
        "method": "total",
        "file": "Cart.kt",
        "line": 3,
        "origin": "app",
        "text": "at com.example.shop.Cart.total(Cart.kt:3)",
    }
    assert data["process"] is None
    assert data["others"] == []


def test_the_apps_packages_are_those_of_the_workspace(project):
    project.write("src/Cart.kt", "package com.example.shop\n\nclass Cart {\n    fun total() = 1\n}\n")
    project.workspace.index()
    data = project.call(TOOL, errorText=TRACE)["data"]
    assert data["culprit"]["className"] == "com.example.shop.Cart"
    frames = data["exceptions"][0]["frames"]
    assert [frame["origin"] for frame in frames] == ["library", "app"]


def test_no_culprit_is_invented(project):
    text = "java.lang.IllegalStateException: x\n\tat java.util.ArrayList.get(ArrayList.java:437)\n"
    data = project.call(TOOL, errorText=text, appPackages=["com.example.shop"])["data"]
    assert data["culprit"] is None


@pytest.mark.parametrize("text", ["hello", "\n\n", "\x00\ud800", "at at at (:::)", "Caused by:"])
def test_text_without_an_error_is_unknown_not_an_error(project, text):
    answer = project.call(TOOL, errorText=text)
    assert answer["success"]
    assert answer["data"]["kind"] == "unknown"


@pytest.mark.parametrize(
    "wrong", [{}, {"errorText": ""}, {"errorText": 5}, {"errorText": "x", "appPackages": "a.b"}]
)
def test_wrong_parameters_are_named(project, wrong):
    assert project.call(TOOL, **wrong)["error"]["code"] == "INVALID_PARAMETERS"
