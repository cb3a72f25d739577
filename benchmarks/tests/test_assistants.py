"""Bugs for assistants: prepared folders, logged tools of both ways, agents with their faults, scores."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.assistants.answer_file import read_places
from benchmarks.assistants.case_choice import choose_cases
from benchmarks.assistants.isolated_tree import has_commit
from benchmarks.assistants.plain_tools import PlainTools
from benchmarks.fixed_bugs.cases import KINDS, Case, load_cases, write_cases
from benchmarks.fixed_bugs.score import Place
from benchmarks.tests.chat_server import SLOW, call, serving
from benchmarks.tests.shop_repository import CART, git

CHECKOUT = Path(__file__).parents[2]
CART_FILE = "app/src/main/kotlin/shop/Cart.kt"
RIGHT = [{"file": CART_FILE, "function": "Cart.first"}]
WRONG = [{"file": CART_FILE, "function": "Cart.total"}]


def assistants(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks.assistants", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT, check=False)


def tools(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [folder / "tools", *arguments], capture_output=True, text=True, cwd="/", check=False
    )


def log(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "calls.jsonl").read_text().splitlines()]


@pytest.fixture
def run(case: Case, mirror: Path, tmp_path: Path):
    """Prepare a run of the one bug; its servers end with the test."""
    bugs, folder = tmp_path / "bugs.json", tmp_path / "run"
    write_cases(bugs, "One bug", [case])
    done = assistants(
        "prepare", str(folder), "--mirror", str(mirror), "--bugs", str(bugs), "--case", case.id, "--cold"
    )
    assert done.returncode == 0, done.stderr
    yield folder
    assistants("stop", str(folder))


def test_the_choice_is_the_same_for_a_seed_and_spread_over_strata_and_repositories() -> None:
    cases = load_cases()
    chosen = choose_cases(cases, "development", 20, seed=1)
    assert chosen == choose_cases(list(reversed(cases)), "development", 20, seed=1)
    assert chosen != choose_cases(cases, "development", 20, seed=2)
    assert {kind: sum(case.stratum == kind for case in chosen) for kind in KINDS} == dict.fromkeys(KINDS, 5)
    assert len({case.repository for case in chosen}) >= 15
    assert {case.split for case in chosen} == {"development"}


def test_the_fix_cannot_be_reached_from_a_prepared_tree(run: Path, case: Case) -> None:
    tree = run / "trees" / "01"
    assert (tree / CART_FILE).read_text() == CART
    assert git(tree, "log", "--all", "--format=%s") == "Add the cart"
    assert has_commit(tree, case.buggy_commit)
    assert not has_commit(tree, case.fix_commit)
    assert case.fix_commit[:8] not in "".join(
        file.read_text() for file in run.glob("*/01/*") if file.name in {"task.md", "tools", "error.txt"}
    )


def test_plain_tools_are_called_by_the_script_and_logged(run: Path) -> None:
    folder = run / "plain" / "01"
    assert tools(folder, "grep", '{"pattern": "fun \\\\w+\\\\("}').stdout.splitlines() == [
        f"{CART_FILE}:4:    fun first(): String = items.first()",
        f"{CART_FILE}:6:    fun total(): Int {{",
    ]
    assert tools(folder, "nothing").returncode == 1
    assert [(row["tool"], row["is_error"]) for row in log(folder)] == [("grep", False), ("nothing", True)]
    assert (
        log(folder)[0]["returned"] == len(tools(folder, "grep", '{"pattern": "fun \\\\w+\\\\("}').stdout) - 1
    )


def test_our_tools_answer_from_one_server_and_leave_the_tree_alone(run: Path) -> None:
    folder = run / "ours" / "01"
    answer = tools(folder, "analyze_error", '{"errorText": "@error.txt"}')
    assert (answer.returncode, "Cart.kt" in answer.stdout) == (0, True)
    assert "analyze_error" in tools(folder).stdout
    assert tools(folder, "grep", "{}").returncode == 1
    assert [row["tool"] for row in log(folder)] == ["analyze_error", "(list of tools)", "grep"]
    assert "NoSuchElementException" in log(folder)[0]["arguments"]["errorText"]
    assert git(run / "trees" / "01", "status", "--porcelain", "--ignored") == ""
    assert assistants("stop", str(run)).stdout == "1 servers ended\n"


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("grep", {"pattern": "first", "output": "count"}), f"{CART_FILE}:2"),
        (
            ("grep", {"pattern": "VAL", "ignoreCase": True, "context": 1, "glob": "*.kt", "path": "app"}),
            f"{CART_FILE}-2-\n{CART_FILE}:3:class Cart(private val items: List<String>) {{",
        ),
        (
            ("read", {"path": CART_FILE, "offset": 4, "limit": 1}),
            "4\t    fun first(): String = items.first()\n(6 more lines)",
        ),
        (("list", {"glob": "*.kt"}), CART_FILE),
        (("grep", {"pattern": "["}), "Not a regular expression: missing ]"),
        (("read", {"path": "../bugs.json"}), "../bugs.json is outside the project."),
        (("read", {"path": ".git/HEAD"}), ".git/HEAD is outside the project."),
        (("read", {}), "'path' must be a text."),
        (("read", {"path": "No.kt"}), "No such file or directory: No.kt"),
    ],
)
def test_plain_tools(tmp_path: Path, arguments: tuple[str, dict[str, Any]], answer: str) -> None:
    source = tmp_path / "tree" / CART_FILE
    source.parent.mkdir(parents=True)
    source.write_text(CART)
    assert PlainTools(tmp_path / "tree").call(*arguments).text.startswith(answer)


@pytest.mark.parametrize(
    "text",
    [
        '[{"file": "a/B.kt", "function": "B.run", "line": 3}, {"file": "C.kt"}]',
        '{"places": [{"filePath": "./a/B.kt", "name": "B.run", "line": "3-9"}, {"path": "C.kt"}]}',
        'No: [{"file": "X"}]\n```\n[{"file": "/tree/a/B.kt:3", "name": "B.run()"}, {"path": "C.kt"}]\n```',
        '{"file": "a/B.kt", "function": "B.run", "line": 3}\n{"file": "C.kt", "function": null}',
    ],
)
def test_answers_are_read_in_the_forms_that_models_write(text: str) -> None:
    assert read_places(text, Path("/tree")) == [Place("a/B.kt", 3, None, ("B.run",)), Place("C.kt")]


def test_scores_and_comparison(run: Path) -> None:
    tools(run / "plain" / "01", "list", "{}")
    for way, answer in (("ours", WRONG + RIGHT), ("plain", RIGHT)):
        (run / way / "01" / "answer.json").write_text(json.dumps(answer))
    table = assistants("score", str(run), "--out", str(run / "scores.jsonl")).stdout
    assert "| ours | top_app_frame | 1 | 0.00 | 1.00 | 0 | 0 (0) | 0 (0) |" in table
    assert f"| plain | all | 1 | 1.00 | 1.00 | 0 | 1 (1) | {len(CART_FILE)} ({len(CART_FILE)}) |" in table
    assert "| 01 | top_app_frame | ours | 1 | wrong | 2 | 0 |" in table
    assert "| 01 | top_app_frame | plain | 1 | right | 1 | 1 |" in table
    compared = assistants("compare", str(run / "scores.jsonl")).stdout
    assert "| R@1, mean of 1 | 0.00 | 1.00 | 0% |" in compared
    assert "Plain found more: 1\n- bug 01 (top_app_frame): ours rank 2 (0 calls, 0 B)" in compared
    assert compared == assistants("compare", str(run)).stdout


def test_a_model_that_blunders_still_comes_to_its_answer(run: Path) -> None:
    script = (
        500,
        SLOW,
        call("grep", '{"pattern": '),
        call("fly", {}),
        {"content": "I think about it."},
        call("grep", {"pattern": "fun first"}),
        call("answer", {"places": "somewhere"}),
        call("answer", {"places": RIGHT}),
    )
    with serving(*script) as endpoint:
        given = ("--endpoint", endpoint.url, "--model", "tiny", "--timeout", "0.5", "--way", "plain")
        done = assistants("chat", str(run), *given)
        assert done.stderr == "plain/01: answered\n"
        assert endpoint.heard("tool") == [
            "The arguments are no JSON object.",
            "There is no tool 'fly'. The tools are: grep, read, list.",
            f"{CART_FILE}:4:    fun first(): String = items.first()",
            endpoint.heard("tool")[3],
        ]
        assert "No place can be read" in endpoint.heard("tool")[3]
        before = len(endpoint.requests)
        assert assistants("chat", str(run), *given).stderr == ""
        assert len(endpoint.requests) == before
    assert "| 01 | top_app_frame | plain | 1 | right | 1 | 3 | 2 |" in assistants("score", str(run)).stdout
    assert json.loads((run / "plain/01/notes.json").read_text())["tokens"] == 6 * 7


def test_a_model_that_never_answers_ends_as_a_miss(run: Path) -> None:
    with serving(call("list", {})) as endpoint:
        given = ("--endpoint", endpoint.url, "--model", "tiny", "--way", "plain", "--turns", "3")
        assert assistants("chat", str(run), *given).stderr == "plain/01: no answer in all turns\n"
        assert [tool["function"]["name"] for tool in endpoint.requests[-1]["tools"]] == ["answer"]
    score = assistants("score", str(run)).stdout
    assert "| plain | 1 | none: no answer in all turns | - | 3 |" in score


def test_a_dead_endpoint_is_named(run: Path) -> None:
    with serving(403) as endpoint:
        done = assistants("chat", str(run), "--endpoint", endpoint.url, "--model", "tiny", "--way", "plain")
        assert done.stderr.startswith("plain/01: endpoint: status 403")
        assert len(endpoint.requests) == 1


AGENT = """\
import asyncio, json, sys
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

async def main():
    server = json.load(open(sys.argv[1]))["mcpServers"]["tools"]
    async with Client(StdioServerParameters(**server)) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        text = sys.stdin.read().split("````")[1].strip()
        tool, given = ("analyze_error", {"errorText": text}) if "analyze_error" in names else ("list", {})
        found = await client.call_tool(tool, given)
        assert "Cart.kt" in found.content[0].text
    print("It is", json.dumps([{"file": "%s", "function": "first"}]))

asyncio.run(main())
"""


def test_an_agent_that_speaks_mcp_uses_the_tools_of_both_ways(run: Path, tmp_path: Path) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text(AGENT.replace("%s", CART_FILE))
    done = assistants("agent", str(run), "--", sys.executable, str(agent), "{config}")
    assert done.stderr == "ours/01: exit 0\nplain/01: exit 0\n", (run / "ours/01/agent.log").read_text()
    assert [row["tool"] for row in log(run / "ours" / "01")] == ["(list of tools)", "analyze_error"]
    assert [row["tool"] for row in log(run / "plain" / "01")] == ["(list of tools)", "list"]
    score = assistants("score", str(run)).stdout
    assert all(f"| {way} | 1 | right | 1 | 1 | 0 |" in score for way in ("ours", "plain"))


def test_an_agent_that_hangs_is_ended(run: Path) -> None:
    done = assistants("agent", str(run), "--way", "plain", "--timeout", "1", "--", "sleep", "60")
    assert done.stderr == "plain/01: ended after 1 s\n"


def test_rca_debug_is_measured_as_an_agent(run: Path) -> None:
    answers = ({"content": '{"choice": "A"}'}, {"content": '{"cause": "it is empty", "line": 4}'})
    with serving(*answers) as endpoint:
        options = ("--endpoint", endpoint.url, "--model", "tiny", "--lead", "engine")
        assert assistants("debug", str(run), "--", *options).stderr == "ours/01: answered\n"
    assert "| 01 | top_app_frame | ours | 1 | right | 1 | 0 |" in assistants("score", str(run)).stdout
    assert json.loads((run / "ours/01/notes.json").read_text()) == {
        "stop": "answered",
        "turns": 2,
        "tokens": 14,
    }
