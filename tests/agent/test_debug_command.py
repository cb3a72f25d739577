"""`rca debug` as a person runs it."""

import json
import subprocess

import pytest

from tests.agent.scripted_endpoint import Script, call, said, serving
from tests.agent.test_agent_loop import CART, CRASH, FOUND, READ
from tests.project_folder import write_file
from tests.rca_process import rca_command


@pytest.fixture
def run(tmp_path):
    def run(*options, text=CRASH):
        root = tmp_path / "shop"
        write_file(root, "src/Cart.kt", CART)
        return subprocess.run(
            rca_command("debug", "-", "--workspace", root, *options),
            input=text,
            capture_output=True,
            text=True,
            timeout=120,
            env={
                "PATH": "/usr/bin:/bin",
                "RCA_DATA_DIR": str(tmp_path / "data"),
                "RCA_KNOWLEDGE_STARTER": "off",
            },
            check=False,
        )

    return run


def test_each_step_and_the_end_are_shown(run):
    with serving(Script(call("read_file", READ), call("final_answer", FOUND))) as script:
        done = run("--lead", "model", "--endpoint", script.url)
    assert done.returncode == 0, done.stderr
    assert "Root cause (90% sure, according to tiny): first() of an empty list" in done.stdout
    assert "src/Cart.kt:4  items.first()" in done.stdout
    assert "read_file filePath=src/Cart.kt" in done.stderr
    assert "2 turns, 200 tokens, by function calls" in done.stderr


def test_the_engine_leads_unless_tools_are_chosen(run):
    choice, cause = said('{"choice": "A"}'), said('{"cause": "the list is empty", "line": 4, "fix": "check"}')
    with serving(Script(choice, cause)) as script:
        done = run("--endpoint", script.url)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Root cause (chosen by tiny; the analysis gives this place " in done.stdout
    assert "src/Cart.kt:4  fun top(): Int = items.first()" in done.stdout
    assert "2 turns, 200 tokens, led by the engine" in done.stderr
    with serving(Script(call("final_answer", FOUND))) as script:
        done = run("--endpoint", script.url, "--calling", "auto")
    assert "by function calls" in done.stderr


def test_json(run):
    with serving(Script(call("final_answer", FOUND))) as script:
        done = run("--lead", "model", "--endpoint", script.url, "--json")
    report = json.loads(done.stdout)
    assert (report["stop"], report["hypothesis"]["rootCause"]) == ("answered", "first() of an empty list")


def test_what_does_not_hold_is_said_and_fails(run):
    wrong = {**FOUND, "citations": [{"filePath": "src/Gone.kt"}]}
    with serving(Script(call("final_answer", wrong))) as script:
        done = run("--lead", "model", "--endpoint", script.url)
    assert done.returncode == 1
    assert "Not confirmed: src/Gone.kt" in done.stdout


def test_limits_end_it(run):
    with serving(Script(call("read_file", READ))) as script:
        done = run("--lead", "model", "--endpoint", script.url, "--max-turns", "1")
    assert done.returncode == 1
    assert "Not enough information" in done.stdout
    assert "src/Cart.kt:4" in done.stdout
    assert "--max-turns" in done.stderr


def test_nothing_answers(run):
    done = run("--endpoint", "http://127.0.0.1:9/v1")
    assert done.returncode == 1
    assert "API_ERROR" in done.stderr
    assert "Start Ollama" in done.stderr


def test_another_machine(run):
    done = run("--endpoint", "http://example.com/v1", "--json")
    assert json.loads(done.stdout)["error"]["code"] == "NETWORK_DISABLED"


def test_an_endpoint_that_dies(run):
    with serving(Script(b"")) as script:
        done = run("--endpoint", script.url)
    assert done.returncode == 1
    assert "stopped because the endpoint failed" in done.stderr
