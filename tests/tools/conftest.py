"""What holds for the tests of each tool."""

from functools import cache
from pathlib import Path

import jsonschema
import pytest

from rca import catalog
from rca.policy.policy import Policy
from rca.tool_formats import result_schema

TOOLS = frozenset(catalog.TOOLSETS["all"])
SCENARIOS = 10
"""Of a tool, at least (seed 004); where fewer of its tests are run, they were chosen by hand."""


@cache
def validator(tool):
    return jsonschema.Draft202012Validator(result_schema(catalog.load(tool)))


@pytest.fixture(autouse=True, scope="module")
def _answers_are_as_their_schemas_say(request):
    """Hold the data of every successful answer against its tool's schema; the file's own tool has some."""
    wrong, succeeded = [], set()
    write_down = Policy.write_down

    def look(self, settings, *, tool, data=None, **parts):
        if data is not None and tool in TOOLS:
            succeeded.add(tool)
            wrong.extend(f"{tool}: {problem.message}" for problem in validator(tool).iter_errors(data))
        write_down(self, settings, tool=tool, data=data, **parts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Policy, "write_down", look)
        yield
    assert wrong == []
    name = Path(request.module.__file__).stem.removeprefix("test_")
    run = sum(item.path == request.path for item in request.session.items)
    if name in TOOLS and run >= SCENARIOS:
        assert name in succeeded, f"no test saw {name} succeed"


@pytest.fixture
def private_gradle(tmp_path_factory, monkeypatch):
    """Gradle keeps its files to itself and starts in half of the time."""
    monkeypatch.setenv("GRADLE_USER_HOME", str(tmp_path_factory.getbasetemp() / "gradle-home"))
    monkeypatch.setenv("GRADLE_OPTS", "-XX:TieredStopAtLevel=1 -Dorg.gradle.daemon=false")
