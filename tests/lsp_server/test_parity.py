"""The same call gives the same JSON on each surface."""

import json
import subprocess
import sys

import pytest

from rca import catalog
from tests.lsp_server.conftest import call

PRICE = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt"
TRACE = (
    "java.lang.NullPointerException\n"
    "\tat com.example.larder.basket.PriceLabel.of(PriceLabel.kt:11)\n"
    "\tat com.example.larder.basket.BasketAdapter.onBindViewHolder(BasketAdapter.kt:26)\n"
)
CALLS = [
    ("parse_error", {"errorText": TRACE}),
    ("parse_error", {}),
    ("analyze_error", {"errorText": TRACE}),
    ("analyze_error", {"filePath": "errors/04-anr.txt"}),
    ("analyze_error", {"fromEditor": True}),
    ("analyze_error", {}),
    ("read_file", {"filePath": PRICE, "lineStart": 9, "lineEnd": 12}),
    ("read_file", {"filePath": "../outside.kt"}),
    ("get_code_context", {"filePath": PRICE, "line": 11}),
    ("get_code_context", {"filePath": PRICE, "line": 999}),
    ("find_callers_of_function", {"functionName": "of", "filePath": PRICE}),
    ("find_callers_of_function", {"functionName": "missing", "filePath": PRICE}),
    ("vector_search_db", {"query": TRACE, "minConfidence": 0.1}),
    ("vector_search_db", {"query": "xyzzy", "minConfidence": 1}),
    ("record_solution", {"rootCause": "it was null", "solution": "check it", "errorText": TRACE}),
    ("confirm_solution", {"id": "starter-none", "outcome": "worked"}),
    ("verify_solution", {"id": "starter-none"}),
    ("web_search_wiki", {"query": "room migration"}),
    ("get_user_error_context", {}),
    ("query_index", {"query": {"type": "tag", "value": "test"}}),
    ("query_index", {"query": {"type": "colour", "value": "blue"}}),
    ("search_code", {"query": "discounted price"}),
    ("search_code", {"query": "price", "scope": ":missing"}),
    ("get_file_summary", {"filePath": PRICE}),
    ("get_file_summary", {"filePath": "missing.kt"}),
    ("get_module_summary", {"module": ":feature:basket"}),
    ("get_plugin_summary", {}),
    ("find_class", {"name": "PriceLabel"}),
    ("find_class", {"name": "NoSuchClass"}),
    ("find_references", {"symbol": "PriceLabel.of"}),
    ("find_references", {"symbol": "missing"}),
    ("get_dependencies", {"filePath": PRICE}),
    ("get_dependencies", {"target": "NoSuchClass"}),
    ("get_dependents", {"target": "PriceLabel", "depth": 2}),
    ("analyze_impact", {"target": "PriceLabel"}),
    ("analyze_impact", {"diff": "nothing"}),
    ("get_entry_points", {}),
    ("get_entry_points", {"module": ":missing"}),
]


def test_every_tool_is_compared():
    assert {tool for tool, _ in CALLS} == set(catalog.TOOLSETS["all"])


def plain(envelope):
    """Leave out what differs from call to call: the time it took and the revision of the process."""
    envelope = json.loads(json.dumps(envelope, default=lambda value: value._asdict()))
    for varying in ("executionTimeMs", "revision"):
        envelope["meta"].pop(varying)
    return envelope


@pytest.fixture(scope="module")
def from_the_command_line(app, environment):
    lines = "".join(json.dumps({"tool": tool, "parameters": parameters}) + "\n" for tool, parameters in CALLS)
    command = [sys.executable, "-m", "lsp_server", "call", "--stdin", "--workspace", str(app)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, env=environment, check=True)
    return [plain(json.loads(line)) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    "position", range(len(CALLS)), ids=[f"{n}-{tool}" for n, (tool, _) in enumerate(CALLS)]
)
async def test_the_language_server_answers_as_the_command_line(client, from_the_command_line, position):
    tool, parameters = CALLS[position]
    assert plain(await call(client, tool, parameters)) == from_the_command_line[position]


def test_one_call_answers_as_many_do(app, environment, from_the_command_line):
    tool, parameters = CALLS[0]
    command = [sys.executable, "-m", "lsp_server", "call", tool, "--json", json.dumps(parameters)]
    done = subprocess.run(
        [*command, "--workspace", str(app)], capture_output=True, text=True, env=environment, check=True
    )
    assert plain(json.loads(done.stdout)) == from_the_command_line[0]
