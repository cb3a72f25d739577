"""Budgets, metrics and kept outputs as people and programs meet them."""

import json
import subprocess

import pytest
from lsprotocol import types

from rca.policy.output_store import FIELD_BYTES
from rca.text.llm_token_count import estimate_tokens
from tests.lsp_server.editors import editor
from tests.project_folder import write_file
from tests.rca_process import rca_command

WORDS = "".join(f"part {number} of it " for number in range(1500))
LONG = f"java.lang.IllegalStateException: {WORDS}\n\tat app.A.b(A.kt:1)\n"
DEEP = "java.lang.IllegalStateException: no\n" + "".join(f"\tat app.A.b{n}(A.kt:{n})\n" for n in range(200))


@pytest.fixture
def project(tmp_path):
    return write_file(tmp_path / "project", "Small.kt", "fun small() = 1\n" * 3).parent


@pytest.fixture
def rca(environment, project, tmp_path):
    own = {**environment, "RCA_DATA_DIR": str(tmp_path / "data")}

    def run(*arguments, calls=None, env=None):
        lines = None if calls is None else "".join(json.dumps(one) + "\n" for one in calls)
        command = rca_command(*arguments)
        done = subprocess.run(
            command, input=lines, capture_output=True, text=True, env={**own, **(env or {})}, check=False
        )
        run.stderr, run.code = done.stderr, done.returncode
        return [json.loads(line) for line in done.stdout.splitlines()] if calls else done.stdout

    run.call = lambda *arguments, calls, env=None: run(
        "call", "--stdin", "-w", project, *arguments, calls=calls, env=env
    )
    return run


def read(path="Small.kt", **parts):
    return {"tool": "read_file", "parameters": {"filePath": path}, **parts}


def codes(answers):
    return [(answer.get("error") or {}).get("code") for answer in answers]


def test_a_budget_is_off_until_it_is_asked_for(rca):
    small = {"RCA_BUDGET_READ_BYTES": "100"}
    calls = [read(), read(), read(), read(task="another")]
    assert codes(rca.call(calls=calls, env=small)) == [None, None, None, None]
    assert codes(rca.call("--budget", calls=calls, env=small)) == [None, None, "READ_BUDGET_EXCEEDED", None]
    assert codes(rca.call(calls=calls, env={**small, "RCA_BUDGET": "on"}))[2] == "READ_BUDGET_EXCEEDED"
    assert codes(rca.call("--no-budget", calls=calls, env={**small, "RCA_BUDGET": "on"})) == [None] * 4


def test_directories_are_listed_ten_times(rca):
    calls = [{"tool": "list_files", "parameters": {}}] * 11
    assert codes(rca.call("--budget", calls=calls)) == [None] * 10 + ["LIST_BUDGET_EXCEEDED"]


def test_turns_run_out_whatever_is_called(rca):
    calls = [{"tool": "nope"}, {"tool": "read_file", "parameters": {}}, read(), read()]
    assert codes(rca.call("--max-turns", 3, calls=calls)) == [
        "UNKNOWN_TOOL",
        "INVALID_PARAMETERS",
        None,
        "BUDGET_EXCEEDED",
    ]


def test_tokens_run_out(rca):
    answers = rca.call("--max-total-tokens", 30, calls=[read(), read(), read()])
    assert codes(answers)[0] is None
    assert codes(answers)[2] == "BUDGET_EXCEEDED"
    assert answers[2]["error"]["details"]["what"] == "tokens"


def test_calls_are_written_down_and_add_up(rca, tmp_path):
    index = {"tool": "query_index", "parameters": {"query": {"type": "tag", "value": "kotlin"}}}
    rca.call("--task", "a", calls=[index, read(), read("missing.kt")])
    rca.call(calls=[read(task="b"), {**index, "task": "b"}, read(task="What is wrong with Anna's phone?")])
    found = json.loads(rca("metrics", "--json"))
    assert found["total_calls"] == 6
    assert found["total_query_calls"] == 2
    assert found["total_file_reads"] == 4
    assert found["index_first_ratio"] == pytest.approx(1 / 3, abs=0.001)
    assert found["tasks"]["a"]["read_file_bytes"] == 48
    assert found["tools"]["read_file"]["errors"] == 1
    written = "".join(path.read_text() for path in (tmp_path / "data" / "metrics").iterdir())
    for private in ("Small.kt", "missing", "Anna", "kotlin", str(tmp_path)):
        assert private not in written
    assert json.loads(rca("metrics", "--json", "--task", "a"))["total_calls"] == 3
    assert json.loads(rca("metrics", "--json", "--since", "2h"))["total_calls"] == 6
    assert json.loads(rca("metrics", "--json", "--since", "2099-01-01"))["total_calls"] == 0
    assert "index first: 33% of tasks that read" in rca("metrics")
    rca("metrics", "--since", "yesterday")
    assert rca.code == 2
    assert "neither a time (ISO 8601) nor a duration" in rca.stderr


def test_nothing_is_written_down_where_the_user_wants_none(rca, tmp_path):
    rca.call(calls=[read()], env={"RCA_METRICS": "off"})
    assert not (tmp_path / "data" / "metrics").exists()


async def test_a_long_text_is_read_on_by_another_process_and_surface(rca, project, environment, tmp_path):
    (answer,) = rca.call(calls=[{"tool": "parse_error", "parameters": {"errorText": LONG}}])
    (kept,) = answer["meta"]["outputs"]
    assert kept["field"] == "exceptions[0].message"
    assert answer["meta"]["truncated"] is True
    assert answer["meta"]["next"] == kept["handle"]
    shown = answer["data"]["exceptions"][0]["message"]
    assert len(shown.encode()) < FIELD_BYTES + 200
    assert kept["handle"] in shown
    whole, part = rca.call(
        calls=[
            read(kept["handle"]),
            {
                "tool": "read_file",
                "parameters": {"filePath": kept["handle"], "lineEnd": 1, "maxBytes": 7},
            },
        ]
    )
    assert whole["data"]["content"].split() == WORDS.split()
    assert len(whole["data"]["content"].encode()) == kept["sizeBytes"]
    assert whole["data"]["source"] == "output"
    assert part["data"]["content"] == "part 0 "
    own = {**environment, "RCA_DATA_DIR": str(tmp_path / "data")}
    async with editor(own, [project]) as started:
        command = types.ExecuteCommandParams(
            "rca.read_file", [{"filePath": kept["handle"]}, {"task": "editor-task"}]
        )
        over_lsp = await started.client.workspace_execute_command_async(command)
    answered = json.loads(json.dumps(over_lsp, default=lambda value: value._asdict()))
    assert answered["data"]["content"] == whole["data"]["content"]
    assert json.loads(rca("metrics", "--json", "--task", "editor-task"))["total_file_reads"] == 1


def test_an_answer_keeps_to_the_tokens_that_there_is_room_for(rca):
    calls = [{"tool": "parse_error", "parameters": {"errorText": text}} for text in (LONG, DEEP)]
    large = rca.call(calls=calls)
    for whole, answer in zip(large, rca.call("--answer-tokens", 500, calls=calls), strict=True):
        text = json.dumps(answer["data"], ensure_ascii=False, separators=(",", ":"))
        assert estimate_tokens(text) <= 500
        assert set(answer["data"]) == set(whole["data"])
        assert answer["meta"]["truncated"] is True
        assert answer["meta"]["next"]
