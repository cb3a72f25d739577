"""Which tools there are, and who is offered which."""

import pytest

from rca import catalog
from rca.tool_formats import as_mcp

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
    assert set(catalog.select(role)) == MATRIX[role]


def test_toolsets_can_be_joined():
    joined = catalog.select("build,terminal")
    assert set(joined) == {*catalog.select("build"), *catalog.select("terminal")}
    assert len(joined) == len(set(joined))


def test_every_tool_is_in_a_theme():
    themes = ("debugging", "navigation", "files", "terminal", "build", "planning")
    assert {name for theme in themes for name in catalog.select(theme)} == set(catalog.select("all"))


def test_each_risk_shows_in_the_hints():
    shown = {tool["name"]: tool["annotations"] for tool in as_mcp(catalog.load_all("all"))}
    assert shown["read_file"]["readOnlyHint"]
    assert not shown["create_file"]["readOnlyHint"]
    assert not shown["create_file"]["destructiveHint"]
    assert shown["run_in_terminal"]["destructiveHint"]
