"""What holds for the tests of each tool."""

import os
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import jsonschema
import pytest

from rca.policy.policy_state import Policy
from rca.toolkit import tool_catalog
from rca.toolkit.tool_schemas import result_schema
from tests.tools.code_app import make_app
from tests.tools.code_project import CodeProject

TOOLS = frozenset(tool_catalog.TOOLSETS["all"])
SCENARIOS = 10
"""Of a tool, at least (seed 004): tests in which it is really called; the examples of one property count as one."""
OF_EVERY_TOOL = {
    "INVALID_PARAMETERS", "INTERNAL_ERROR", "TOOL_TIMEOUT", "APPROVAL_REQUIRED", "APPROVAL_DENIED",
}  # fmt: skip
WITHOUT_ERRORS_OF_THEIR_OWN = {
    "parse_error": "any text has an answer",
    "todo_manager": "a list that is none is refused as parameters are",
    "validate_output": "what is wrong is its answer",
    "record_solution": "what it takes is refused as parameters are",
    "confirm_solution": "an unknown id is refused as parameters are",
}
_WRITE_DOWN = Policy.write_down
_COLLECTED = pytest.StashKey[dict[Path, int]]()


@cache
def validator(tool):
    return jsonschema.Draft202012Validator(result_schema(tool_catalog.load(tool)))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Count the tests of each file before any are left out by name or mark."""
    config.stash[_COLLECTED] = Counter(item.path for item in items)


@pytest.fixture(autouse=True, scope="module")
def _answers_are_as_their_schemas_say(request):
    """Hold each successful answer against its tool's schema, and count what the tests of a tool's file try."""
    wrong, seen = [], defaultdict(set)
    write_down = Policy.write_down
    name = Path(request.module.__file__).stem.removeprefix("test_")

    def look(self, settings, *, tool, data=None, error=None, **parts):
        if data is not None and tool in TOOLS:
            wrong.extend(f"{tool}: {problem.message}" for problem in validator(tool).iter_errors(data))
        if tool == name:
            seen[error or "success"].add(os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0])
        write_down(self, settings, tool=tool, data=data, error=error, **parts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Policy, "write_down", look)
        yield
    assert wrong == []
    if name in TOOLS and _whole_file_passed(request):
        lacking = lacking_scenarios(name, seen)
        if lacking:
            pytest.fail("\n".join(lacking))


def _whole_file_passed(request):
    run = sum(item.path == request.path for item in request.session.items)
    whole = request.config.stash.get(_COLLECTED, {}).get(request.path) == run
    return whole and run >= SCENARIOS and not request.session.testsfailed


def lacking_scenarios(tool, seen):
    """Return what seed 004 wants of the tests of a tool and they do not try.

    Args:
        seen: the tests in which the tool was called, by "success" or the code of the error.
    """
    lacking = []
    called = set().union(*seen.values()) - {""}
    if len(called) < SCENARIOS:
        lacking.append(f"{tool} is called in {len(called)} tests, {SCENARIOS} are wanted")
    if "success" not in seen:
        lacking.append(f"no test sees {tool} succeed")
    if "INVALID_PARAMETERS" not in seen:
        lacking.append(f"no test gives {tool} wrong parameters")
    if tool not in WITHOUT_ERRORS_OF_THEIR_OWN and not seen.keys() - OF_EVERY_TOOL - {"success"}:
        lacking.append(f"no test sees an error of {tool}'s own")
    return lacking


@pytest.fixture
def unchecked_answers(monkeypatch):
    """Leave out the check against the schema, which takes ten times as long as a fast answer."""
    monkeypatch.setattr(Policy, "write_down", _WRITE_DOWN)


@pytest.fixture
def app(tmp_path):
    """Return the app of `code_app.py`, indexed."""
    made = make_app(CodeProject(tmp_path))
    made.workspace.index()
    return made
