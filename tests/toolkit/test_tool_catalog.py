"""Which tools there are, and who is offered which."""

import json

import pytest

from rca.toolkit import tool_catalog
from rca.toolkit.tool_schemas import as_markdown, as_mcp

MATRIX = {
    "planner": {"search_code", "get_module_summary", "get_plugin_summary", "analyze_impact"},
    "architect": {"get_plugin_summary", "analyze_impact", "detect_patterns", "get_dependencies"},
    "tdd-guide": {"search_code", "find_class", "run_tests", "get_test_coverage"},
    "code-reviewer": {"find_references", "get_dependents", "check_conventions", "analyze_impact"},
    "security-reviewer": {"search_code", "find_references", "get_entry_points"},
    "build-error-resolver": {"find_class", "get_dependencies", "run_build"},
}
"""Seed 002, "Tool Access by Agent"."""


@pytest.mark.parametrize("role", MATRIX)
def test_the_roles_are_those_of_the_seed(role):
    assert set(tool_catalog.select(role)) == MATRIX[role]


def test_toolsets_can_be_joined():
    joined = tool_catalog.select("build,terminal")
    assert set(joined) == {*tool_catalog.select("build"), *tool_catalog.select("terminal")}
    assert len(joined) == len(set(joined))


def test_every_tool_is_in_a_theme():
    themes = (
        "debugging",
        "errors",
        "knowledge",
        "navigation",
        "files",
        "terminal",
        "build",
        "devices",
        "planning",
    )
    assert {name for theme in themes for name in tool_catalog.select(theme)} == set(
        tool_catalog.select("all")
    )


def test_each_risk_shows_in_the_hints():
    shown = {tool["name"]: tool["annotations"] for tool in as_mcp(tool_catalog.load_all("all"))}
    assert shown["read_file"]["readOnlyHint"]
    assert not shown["create_file"]["readOnlyHint"]
    assert not shown["create_file"]["destructiveHint"]
    assert shown["run_in_terminal"]["destructiveHint"]


@pytest.mark.parametrize("name", tool_catalog.TOOLSETS["all"])
def test_the_risk_of_each_tool_is_told_to_clients_and_on_its_page(name):
    tool = tool_catalog.load(name)
    (shown,) = as_mcp([tool])
    hints = (shown["annotations"]["readOnlyHint"], shown["annotations"]["destructiveHint"])
    told = {"read_only": (True, False), "safe_write": (False, False), "dangerous": (False, True)}
    assert hints == told[tool.risk]
    section = as_markdown([tool]).partition(f"## `{name}`")[2]
    assert f"Risk: `{tool.risk}`. Time limit: {tool.seconds:g} s." in section


def test_whatever_reads_here_has_two_seconds():
    tools = tool_catalog.load_all("all")
    reading = [tool for tool in tools if tool.risk == "read_only" and not tool.open_world]
    assert len(reading) > 25
    # A heap dump has hundreds of MB; it is read in a process of its own.
    assert {tool.name for tool in reading if tool.seconds > 2} == {"analyze_heap_dump"}


def test_the_default_list_is_small_and_every_description_short():
    listed = json.dumps({"tools": as_mcp(tool_catalog.load_all("debugging"))}, separators=(",", ":"))
    assert len(listed) / 4 <= 3_100
    long = {
        one.name: len(one.description.split())
        for one in tool_catalog.load_all()
        if len(one.description.split()) > 60
    }
    assert long == {}


def test_the_schemas_of_a_list_hold_what_a_call_needs_and_no_more():
    tools = {tool["name"]: tool for tool in as_mcp(tool_catalog.load_all())}
    text = json.dumps(tools)
    for noise in ("outputSchema", "additionalProperties", "$ref", "$defs", '"null"', "67108864"):
        assert noise not in text
    context = tools["get_code_context"]["inputSchema"]
    assert context["required"] == ["filePath", "line"]
    assert context["properties"]["contextLines"]["maximum"] == 100
    place = tools["record_solution"]["inputSchema"]["properties"]["place"]
    assert place["properties"].keys() == {"filePath", "function"}
    assert "outputSchema" in as_mcp([tool_catalog.load("read_file")], output_schemas=True)[0]
