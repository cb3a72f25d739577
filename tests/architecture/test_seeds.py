"""`docs/seeds.md`: every item of the seeds has a row, and every row a test that is there."""

import ast
import functools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from models.error_codes import ErrorCode
from rca.toolkit import tool_catalog
from rca.toolkit.tool_schemas import parameter_schema

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
    defined = {
        one.name
        for one in ast.walk(tree)
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
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


@pytest.mark.parametrize("name", tool_catalog.TOOLSETS["all"])
def test_each_tool_and_parameter_has_a_row(name):
    rows = [names for item, names in NAMED.items() if f"`{name}`" in item]
    assert rows, f"{name} is in no row"
    lacking = set(parameter_schema(tool_catalog.load(name))["properties"]) - set().union(*rows)
    assert not lacking


@pytest.mark.parametrize("code", list(ErrorCode))
def test_each_error_code_has_a_row(code):
    assert f"`{code}`" in PAGE


@pytest.mark.parametrize("name", tool_catalog.TOOLSETS)
def test_each_toolset_has_a_row(name):
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("name", tool_catalog.TOOLSETS["all"])
def test_each_tool_has_ten_scenarios(name):
    """Seed 004: at least ten a tool; tests/tools/conftest.py counts those that call it while they run."""
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


BREAKING = """
from models.tools.todo_manager import TodoManagerParams, TodoManagerResult
from rca.toolkit.tool import Answer, invoke
from rca.tools.todo_manager import TOOL
from dataclasses import replace
from tests.tools.code_project import CodeProject

class Other(TodoManagerResult):
    surplus: int = 1

def run(_context, _params):
    return Answer(Other(items=(), current_item=None, completed=0))

def test_it(tmp_path):
    project = CodeProject(tmp_path)
    assert project.call(replace(TOOL, run=run), items=[])["success"]
"""


POOR = """
import pytest
from rca.tools.list_dirs import TOOL
from tests.tools.code_project import CodeProject

@pytest.mark.parametrize("number", range(12))
def test_it(tmp_path, number):
    project = CodeProject(tmp_path)
    if number < 9:
        assert project.call(TOOL)["success"]
"""


@pytest.fixture(scope="module")
def run_of_bad_tests(tmp_path_factory):
    """Run both files in one process, as the tests in tests/tools are run; a failure ends the counting."""
    folder = tmp_path_factory.mktemp("bad")
    (folder / "conftest.py").write_text(
        "from tests.tools.conftest import *\nfrom tests.tools.conftest import _answers_are_as_their_schemas_say\n"
    )
    (folder / "test_list_dirs.py").write_text(POOR)
    (folder / "test_breaking.py").write_text(BREAKING)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_list_dirs.py", "test_breaking.py"],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_successful_answer_that_breaks_its_schema_fails(run_of_bad_tests):
    """What tests/tools/conftest.py does for the tests of each tool, seen to fail."""
    assert run_of_bad_tests.returncode == 1
    assert "13 passed, 2 errors" in run_of_bad_tests.stdout
    assert (
        "todo_manager: Additional properties are not allowed ('surplus' was unexpected)"
        in run_of_bad_tests.stdout
    )


def test_a_tool_that_is_tried_too_seldom_or_in_one_way_alone_fails(run_of_bad_tests):
    """Seed 004's categories, counted while the tests run: twelve tests of which nine call the tool are too few."""
    for lacking in (
        "list_dirs is called in 9 tests, 10 are wanted",
        "no test gives list_dirs wrong parameters",
        "no test sees an error of list_dirs's own",
    ):
        assert lacking in run_of_bad_tests.stdout
