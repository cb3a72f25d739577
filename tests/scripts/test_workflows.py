"""The workflows, which run elsewhere: what they name exists here, and they cover what they should."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def commands(path):
    jobs = yaml.safe_load(path.read_text("utf-8"))["jobs"]
    return [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]


def test_each_system_and_python_is_covered():
    jobs = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text("utf-8"))["jobs"]
    matrix = jobs["installed"]["strategy"]["matrix"]
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_what_a_workflow_runs_is_there(path):
    text = "\n".join(commands(path))
    for name in re.findall(r"(?:tests|examples|\.ci)/[\w./-]*", text):
        assert (ROOT / name).exists(), name
    targets = re.findall(r"^make ([a-z-]+)", text, re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []
    for module in re.findall(r"python -m (scripts\.[\w.]+)", text):
        shown = subprocess.run(
            [sys.executable, "-m", module, "--help"], cwd=ROOT, capture_output=True, check=True
        )
        assert b"usage" in shown.stdout


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_has_no_more_rights_than_it_needs(path):
    workflow = yaml.safe_load(path.read_text("utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    writing = {name: job["permissions"] for name, job in workflow["jobs"].items() if "permissions" in job}
    assert set(writing) <= {"artifacts"}
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_for_what_helps(path):
    form = yaml.safe_load(path.read_text("utf-8"))
    if path.stem == "config":
        assert isinstance(form["blank_issues_enabled"], bool)
        return
    assert {"name", "description", "body"} <= set(form)
    assert all(field["attributes"]["label"] for field in form["body"])
    assert len({field["id"] for field in form["body"]}) == len(form["body"])
