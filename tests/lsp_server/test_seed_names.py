"""Every tool name of the five seeds answers on every surface, with the parameters as that seed spells them."""

import asyncio
import json
import subprocess

import pytest
import pytest_asyncio
from click.testing import CliRunner
from lsprotocol import types
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError
from pygls.exceptions import JsonRpcException

from lsp_server.cli import cli
from rca.toolkit import tool_catalog
from rca.toolkit.tool_schemas import as_mcp, as_openai
from tests.lsp_server.conftest import call
from tests.lsp_server.editors import editor
from tests.lsp_server.stdio_server import stdio_server
from tests.rca_process import rca_command

FILE = "settings.gradle.kts"
CODE = "feature/basket/src/main/kotlin/com/example/larder/basket/BasketTotal.kt"
TRACE = "java.lang.IllegalStateException: gone\n\tat com.example.larder.Main.run(Main.kt:3)\n"

SEEDS = {
    "000": [
        ("queryIndex", "query_index", {"query": {"type": "listAll"}, "limit": 2}),
        ("readFile", "read_file", {"path": FILE, "maxBytes": 50}),
        ("listFiles", "list_files", {"directory": ".", "pattern": "*.kts", "limit": 3}),
    ],
    "001": [
        ("list_dirs", "list_dirs", {"path": ".", "depth": 1, "limit": 3}),
        ("list_files", "list_files", {"path": ".", "pattern": "*.kts", "limit": 3}),
        ("read_file", "read_file", {"path": FILE}),
        ("search_code", "search_code", {"query": "main", "filePattern": "*.kt", "limit": 2}),
        ("todo_manager", "todo_manager", {"items": []}),
        ("validate_output", "validate_output", {"outputType": "domain_map", "data": {"domains": []}}),
    ],
    "002": [
        ("search_code", "search_code", {"query": "main", "scope": "all"}),
        ("find_class", "find_class", {"name": "BasketTotal"}),
        ("find_references", "find_references", {"symbol": "BasketTotal"}),
        ("get_dependencies", "get_dependencies", {"class": "BasketTotal"}),
        ("get_dependents", "get_dependents", {"class": "BasketTotal"}),
        ("get_entry_points", "get_entry_points", {"module": "app"}),
        ("get_module_summary", "get_module_summary", {"module": "app"}),
        ("get_plugin_summary", "get_plugin_summary", {"plugin": "."}),
        ("get_file_summary", "get_file_summary", {"file": CODE}),
        ("get_context_plan", "get_context_plan", {"task_description": "a list is empty"}),
        ("get_config_schema", "get_config_schema", {"yamlFile": "application.yaml"}),
        ("search_config", "search_config", {"path_pattern": "server.*"}),
        ("get_enchantment", "get_resource", {"name": "app_name"}),
        ("run_tests", "run_tests", {"module": "app"}),
        ("run_build", "run_build", {}),
        ("get_test_coverage", "get_test_coverage", {"module": "app"}),
        ("analyze_impact", "analyze_impact", {"file_or_class": "BasketTotal"}),
        ("detect_patterns", "detect_patterns", {"directory": "."}),
        ("check_conventions", "check_conventions", {"file": CODE}),
        ("search-code", "search_code", {"query": "main"}),
        ("analyze-impact", "analyze_impact", {"file_or_class": "BasketTotal"}),
        ("context-plan", "get_context_plan", {"task_description": "a list is empty"}),
        ("convention-check", "check_conventions", {"file": CODE}),
    ],
    "003": [
        ("read_file", "read_file", {"filePath": FILE, "lineStart": 1, "lineEnd": 2, "encoding": "utf-8"}),
        (
            "web_search_wiki",
            "web_search_wiki",
            {"query": "list is empty", "sources": ["github"], "maxResults": 3},
        ),
        (
            "get_code_context",
            "get_code_context",
            {"filePath": CODE, "line": 8, "contextLines": 5, "includeFunctionDef": True},
        ),
        (
            "find_callers_of_function",
            "find_callers_of_function",
            {"functionName": "cents", "filePath": CODE, "maxDepth": 2},
        ),
        (
            "vector_search_db",
            "vector_search_db",
            {
                "query": TRACE,
                "language": "kotlin",
                "errorType": "IllegalStateException",
                "minConfidence": 0.7,
                "limit": 3,
            },
        ),
        (
            "get_user_error_context",
            "get_user_error_context",
            {"captureSelection": True, "captureDiagnostics": True, "captureTerminal": False},
        ),
    ],
    "004": [
        ("create_file", "create_file", {"path": "hello.py", "content": "print()"}),
        ("read_file", "read_file", {"path": FILE, "start_line": 1, "end_line": 2}),
        (
            "replace_string_in_file",
            "replace_string_in_file",
            {"path": FILE, "old_string": "no such text", "new_string": "b"},
        ),
        ("list_dir", "list_files", {"path": "."}),
        ("file_search", "file_search", {"pattern": "**/*.kts", "base_path": "."}),
        (
            "grep_search",
            "grep_search",
            {"pattern": "include", "is_regex": False, "file_pattern": "*.kts", "max_results": 5},
        ),
        ("run_in_terminal", "run_in_terminal", {"command": "true", "timeout_seconds": 5}),
        ("terminal_last_command", "terminal_last_command", {}),
        ("create_directory", "create_directory", {"path": "made"}),
        ("fetch_webpage", "fetch_webpage", {"url": "https://example.com/", "timeout_seconds": 5}),
    ],
}
CALLS = [(seed, *one) for seed, calls in SEEDS.items() for one in calls]
NAMES = [f"{seed}-{name}" for seed, name, _, _ in CALLS]
FORMS = [name for _, name, _, _ in CALLS] + [tool for _, _, tool, _ in CALLS]
"""Every call twice: by the seed's name and by the name in the list."""

pytestmark = pytest.mark.asyncio(loop_scope="module")


def run(arguments, app, environment, lines=None):
    command = rca_command(*arguments, "--workspace", app)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, env=environment, check=False)
    return done.stdout


def invoke(arguments, environment):
    """Run the command line in this process: a process for each name would take as long as all else here."""
    return CliRunner().invoke(cli, arguments, env=environment).stdout


def plain(envelope):
    """Leave out what differs from call to call."""
    envelope = json.loads(json.dumps(envelope, default=lambda value: value._asdict()))
    return {**envelope, "meta": None}


def requests():
    """Return the name and parameters of each call, first as the seeds name them."""
    parameters = [given for _, _, _, given in CALLS]
    return list(zip(FORMS, parameters * 2, strict=True))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def answers(app, environment):
    """The answers to all calls by surface, in the order of FORMS. Nobody is there to approve anything."""
    lines = "".join(json.dumps({"tool": name, "parameters": given}) + "\n" for name, given in requests())
    printed = run(["call", "--stdin"], app, environment, lines)
    found = {"cli": [json.loads(line) for line in printed.splitlines()]}
    server = stdio_server(environment, "--toolset", "all", "--workspace", app)
    async with Client(stdio_client(server)) as client:
        found["mcp"] = [
            (await client.call_tool(name, {**given, "detail": "full"})).structured_content
            for name, given in requests()
        ]
    async with editor(environment, [app]) as started:
        found["lsp"] = [await call(started.client, name, given) for name, given in requests()]
    return {surface: [plain(one) for one in given] for surface, given in found.items()}


@pytest.mark.parametrize("position", range(len(CALLS)), ids=NAMES)
async def test_a_name_of_a_seed_answers_as_the_tool_does_on_every_surface(answers, position):
    for surface, given in answers.items():
        answer = given[position]
        code = "" if answer["success"] else answer["error"]["code"]
        assert code not in {"UNKNOWN_TOOL", "INVALID_PARAMETERS", "INTERNAL_ERROR"}, (surface, answer)
        assert answer == given[position + len(CALLS)], surface


@pytest.mark.parametrize("alias", tool_catalog.ALIASES)
async def test_one_call_by_another_name_on_the_command_line(alias, app, environment):
    given = next(given for _, name, _, given in CALLS if name == alias)
    arguments = ["call", alias, "--json", json.dumps(given), "--workspace", str(app)]
    answer = json.loads(await asyncio.to_thread(invoke, arguments, environment))
    assert answer.get("error", {}).get("code") not in ("UNKNOWN_TOOL", "INVALID_PARAMETERS")


async def test_each_other_name_is_one_of_a_seed():
    assert set(tool_catalog.ALIASES) == {name for _, name, tool, _ in CALLS if name != tool}


async def test_tools_are_listed_under_one_name():
    tools = tool_catalog.load_all()
    listed = [tool["name"] for tool in as_mcp(tools)]
    assert listed == [tool["function"]["name"] for tool in as_openai(tools)]
    assert len(listed) == len(set(listed))
    assert not set(listed) & set(tool_catalog.ALIASES)


async def test_mcp_takes_another_name_for_a_tool_that_is_offered_and_no_other(app, environment):
    server = stdio_server(environment, "-w", app)
    async with Client(stdio_client(server)) as client:
        assert not (await client.call_tool("readFile", {"path": FILE})).is_error
        with pytest.raises(MCPError, match="in no toolset that this server offers"):
            await client.call_tool("queryIndex", {"query": {"type": "listAll"}})
        with pytest.raises(MCPError, match=r"no tool 'readFiles'\. Did you mean read_file\?"):
            await client.call_tool("readFiles", {})


async def test_a_command_that_is_no_tool_is_refused_with_the_nearest(app, environment):
    async with editor(environment, [app]) as started:
        with pytest.raises(
            JsonRpcException, match=r"no tool 'serch_code'\. Did you mean search_code\?"
        ) as refused:
            await started.client.workspace_execute_command_async(
                types.ExecuteCommandParams(command="rca.serch_code")
            )
    assert refused.value.data["code"] == "UNKNOWN_TOOL"
