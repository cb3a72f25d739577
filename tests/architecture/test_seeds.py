"""`docs/seeds.md`: every item of the seeds has a row, and every row a test that is there."""

import ast
import functools
import re
from pathlib import Path

import pytest

from models.errors import ErrorCode
from rca import catalog
from rca.tool_formats import parameter_schema

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/seeds.md").read_text(encoding="utf-8")
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split(" | "))
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| item |", "|---"))
]
NAMED = {name: set(re.findall(r"`([^`]+)`", item)) for item, _here, _tests in ROWS for name in [item]}


@functools.cache
def defined_in(file):
    path = ROOT / "tests" / f"{file}.py"
    if not path.exists():
        return frozenset()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    defined = {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}
    assigned = {
        target.id
        for one in tree.body
        if isinstance(one, ast.Assign)
        for target in one.targets
        if isinstance(target, ast.Name) and target.id.startswith("Test")
    }
    return frozenset(defined | assigned)


@pytest.mark.parametrize("row", ROWS, ids=[row[0][:60] for row in ROWS])
def test_each_row_has_tests_that_are_there(row):
    _item, _here, tests = row
    named = re.findall(r"`([^`]+)`", tests)
    assert named, "no test holds this row"
    for one in named:
        file, _, name = one.partition("::")
        assert name in defined_in(file), f"there is no {one}"


@pytest.mark.parametrize("name", catalog.TOOLSETS["all"])
def test_each_tool_and_parameter_has_a_row(name):
    rows = [names for item, names in NAMED.items() if f"`{name}`" in item]
    assert rows, f"{name} is in no row"
    lacking = set(parameter_schema(catalog.load(name))["properties"]) - set().union(*rows)
    assert not lacking


@pytest.mark.parametrize("code", list(ErrorCode))
def test_each_error_code_has_a_row(code):
    assert f"`{code}`" in PAGE


@pytest.mark.parametrize("name", catalog.TOOLSETS)
def test_each_toolset_has_a_row(name):
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("name", catalog.TOOLSETS["all"])
def test_each_tool_has_ten_scenarios(name):
    """Seed 004: at least ten a tool; each case of a parametrised test is one."""
    tree = ast.parse((ROOT / f"tests/tools/test_{name}.py").read_text(encoding="utf-8"))
    tests = [one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")]
    assert sum(map(_cases, tests)) >= 10


def _cases(test):
    count = 1
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and getattr(decorator.func, "attr", "") == "parametrize":
            values = decorator.args[1]
            count *= len(values.elts) if isinstance(values, ast.List | ast.Tuple) else 2
    return count
