"""Only listed tests are tried again, each attempt is printed, and neither goes on for ever."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import flaky

ROOT = Path(__file__).parents[1]
ENTRY = '[[flaky]]\nname = "{name}"\ncause = "a slow disk"\nsince = 2026-11-23\n'

CONFTEST = f"""
import json, sys
from pathlib import Path
sys.path.insert(0, {str(ROOT)!r})
from tests.flaky import Retries

def pytest_configure(config):
    config.pluginmanager.register(Retries(config, names={{"test_it.py::test_listed"}}, state=Path("state.json")))
"""

TESTS = """
from pathlib import Path

def attempt(name):
    file = Path(name)
    file.write_text(file.read_text() + "x" if file.exists() else "x")
    return len(file.read_text())

def test_listed(tmp_path):
    assert attempt("listed") > {fails}, "too early"

def test_unlisted():
    assert attempt("unlisted") > {unlisted_fails}
"""


@pytest.fixture
def run(tmp_path):
    def run(*options, fails, unlisted_fails=0):
        (tmp_path / "conftest.py").write_text(CONFTEST)
        (tmp_path / "test_it.py").write_text(TESTS.format(fails=fails, unlisted_fails=unlisted_fails))
        for name in ("listed", "unlisted"):
            (tmp_path / name).unlink(missing_ok=True)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, "test_it.py"]
        alone = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # the plugins take most of the time
        return subprocess.run(command, cwd=tmp_path, env=alone, capture_output=True, text=True, check=False)

    return run


@pytest.mark.parametrize("options", [(), ("-p", "xdist", "-n", "1")])
def test_a_listed_test_is_tried_again_and_said_so(run, options):
    done = run(*options, fails=1)
    assert done.returncode == 0, done.stdout
    assert "RETRY of test_it.py::test_listed, attempt 1 failed:" in done.stdout
    assert "too early" in done.stdout
    assert "2 passed" in done.stdout


def test_three_attempts_are_all_that_one_run_has(run, tmp_path):
    done = run(fails=3)
    assert done.returncode == 1
    assert (tmp_path / "listed").read_text() == "xxx"
    assert "FAILED test_it.py::test_listed" in done.stdout


def test_one_that_is_not_listed_fails_at_once(run, tmp_path):
    done = run(fails=0, unlisted_fails=1)
    assert done.returncode == 1
    assert (tmp_path / "unlisted").read_text() == "x"
    assert "RETRY" not in done.stdout


def test_one_that_needs_it_in_three_runs_running_fails(run, tmp_path):
    assert [run(fails=1).returncode for _ in range(2)] == [0, 0]
    done = run(fails=1)
    assert done.returncode == 1
    assert "in 3 runs running" in done.stdout
    assert run(fails=0).returncode == 0
    assert json.loads((tmp_path / "state.json").read_text()) == {"test_it.py::test_listed": 0}
    assert run(fails=1).returncode == 0


@pytest.mark.parametrize(
    "text",
    [
        "".join(ENTRY.format(name=f"test{number}") for number in range(6)),
        '[[flaky]]\nname = "test"\nsince = 2026-11-23\n',
        '[[flaky]]\nname = "test"\ncause = " "\nsince = 2026-11-23\n',
        '[[flaky]]\nname = "test"\ncause = "a slow disk"\nsince = "lately"\n',
    ],
    ids=["six", "no cause", "blank cause", "no date"],
)
def test_a_list_that_is_too_long_or_says_too_little_is_refused(text, tmp_path):
    path = tmp_path / "flaky.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"flaky\.toml"):
        flaky.read_list(path)


def test_the_editors_runs_ask_the_same_list(tmp_path, monkeypatch, capsys):
    path = tmp_path / "flaky.toml"
    path.write_text(ENTRY.format(name="inhost larder: a crash"))
    listed = flaky.read_list(path)
    monkeypatch.setattr(flaky, "read_list", lambda: listed)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert flaky.main(["may-retry", "inhost larder: a crash"]) == 0
    assert flaky.main(["may-retry", "inhost larder: a crash", "inhost larder: other"]) == 1
    assert "inhost larder: other is not listed" in capsys.readouterr().err
    assert [flaky.main(["ran", "inhost larder: ", "inhost larder: a crash"]) for _ in range(3)] == [0, 0, 1]
    assert flaky.main(["ran", "inhost"]) == 0
    assert flaky.main(["ran", "inhost larder: "]) == 0


def test_what_is_listed_is_there():
    for name in flaky.read_list():
        file, _, test = name.partition("::")
        if test:
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            wanted = re.sub(r"\[.*", "", test).rpartition("::")[2]
            assert wanted in {one.name for one in ast.walk(tree) if hasattr(one, "name")}, name
        else:
            title = name.partition(": ")[2]
            tests = (ROOT / "vscode-extension/test-host").rglob("*.ts")
            sources = (path.read_text(encoding="utf-8") for path in tests)
            assert any(title in source for source in sources), name
