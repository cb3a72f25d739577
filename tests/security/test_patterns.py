"""Expressions and globs that take exponential time elsewhere."""

from __future__ import annotations

import time

import pytest

from rca.files.glob import matcher
from rca.toolkit import tool_catalog
from tests.security.attempts import Row, params
from tests.tools.file_project import FileProject

SECONDS = 10
"""CPU time of one attempt: generous, as a slow answer elsewhere takes longer than the universe is old."""

EXPRESSIONS = (
    Row("`(a+)+$` over 1 MB of `a` and a `!`", "an answer in time", r"(a+)+$"),
    Row("`(a|a)*$`", "an answer in time", r"(a|a)*$"),
    Row("`(.*)*x`", "an answer in time", r"(.*)*x"),
    Row("`(a|aa)+$`", "an answer in time", r"(a|aa)+$"),
    Row("`(x+x+)+y`", "an answer in time", r"(x+x+)+y"),
    Row("`([a-z]+)*[0-9]`", "an answer in time", r"([a-z]+)*[0-9]"),
    Row("`(a?){100}a{100}`", "an answer in time", r"(a?){100}a{100}$"),
    Row("`[ab].{400}c`, thousands of states", "an answer in time", r"[ab].{400}c"),
    Row("`(((a{100}){100}){100})`, which unfolds to a million", "INVALID_PATTERN", r"(((a{100}){100}){100})"),
    Row("`a{100000}`", "INVALID_PATTERN", r"a{100000}"),
    Row("`(a)\\1`, a reference back", "INVALID_PATTERN", r"(a)\1"),
    Row("`(?=a)*b`, looking ahead", "INVALID_PATTERN", r"(?=a)*b"),
    Row("2,000 open brackets", "an answer in time", "(" * 2000 + "a" + ")" * 2000),
    Row("1,500 alternatives", "an answer in time", "|".join(f"{n:04}" for n in range(1500))),
)
GLOBS = (
    Row("`*a*a*a*a*a*a*b` over a name of 5,000 `a`", "no match in time", "*a" * 20 + "*b"),
    Row("`**/**/**/…/x`, 100 times", "no match in time", "**/" * 100 + "x"),
    Row("`{a,{a,{a,…}}}`, 60 levels", "no match in time", "{a," * 60 + "b" + "}" * 60),
    Row("`{a,b}` 60 times", "no match in time", "{a,b}" * 60),
    Row("`{{{…`, 100 levels", "INVALID_PATTERN", "{" * 100 + "}" * 100),
    Row("a pattern of 5,000 characters", "INVALID_PATTERN", "*a" * 2500),
)
TABLES = {"Regular expressions (`grep_search`)": EXPRESSIONS, "Globs (`file_search` and others)": GLOBS}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    made = FileProject(tmp_path_factory.mktemp("patterns"))
    made.write("a.txt", "a" * 1_000_000 + "!")
    made.write("x.txt", "x" * 1_000_000 + "!")
    made.write("lines.txt", ("ab" * 500 + "\n") * 1000)
    return made


@pytest.mark.parametrize(**params(EXPRESSIONS))
def test_expressions(project, row):
    started = time.process_time()
    answer = project.call(tool_catalog.load("grep_search"), pattern=row.given, isRegex=True)
    assert time.process_time() - started < SECONDS
    got = "an answer in time" if answer["success"] else answer["error"]["code"]
    assert got == row.came_back


@pytest.mark.parametrize(**params(GLOBS))
def test_globs(project, row):
    answer = project.call(tool_catalog.load("file_search"), pattern=row.given)
    if not answer["success"]:
        assert answer["error"]["code"] == row.came_back
        return
    assert answer["data"]["matches"] == 0
    matches = matcher(row.given)
    started = time.process_time()
    assert matches("a" * 5000) is False
    assert matches("a/" * 2500 + "y") is False
    assert time.process_time() - started < SECONDS
    assert row.came_back == "no match in time"
