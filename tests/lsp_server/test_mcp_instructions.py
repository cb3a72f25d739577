"""The instructions of the MCP server name the tools that it offers and no others."""

import re
from itertools import combinations

import pytest

from lsp_server.mcp.instructions import instructions
from rca.toolkit import tool_catalog

TOOLSETS = tuple(tool_catalog.TOOLSETS)
CHOICES = [*TOOLSETS, *(",".join(pair) for pair in combinations(TOOLSETS, 2))]
MOST_CHARACTERS = 3_000
"""About 750 tokens: they are in the context of every conversation."""


def steps(toolset):
    """Return the numbered steps for a toolset, and the tools that it offers."""
    offered = set(tool_catalog.select(toolset))
    return re.findall(r"^(\d+)\. (.+)$", instructions(offered), re.MULTILINE), offered


def named(text):
    """Return the tools, and other names of tools, that a text mentions."""
    words = set(re.findall(r"\w+", text))
    return {name for name in (*tool_catalog.TOOLSETS["all"], *tool_catalog.ALIASES) if name in words}


@pytest.mark.parametrize("toolset", CHOICES)
def test_every_tool_that_is_named_is_offered(toolset):
    offered = set(tool_catalog.select(toolset))
    assert named(instructions(offered)) <= offered


@pytest.mark.parametrize("toolset", CHOICES)
def test_steps_are_counted_and_the_plan_comes_first(toolset):
    found, offered = steps(toolset)
    assert [int(number) for number, _ in found] == list(range(1, len(found) + 1))
    first = next(text for _, text in found)
    assert ("get_context_plan first" in first) == ("get_context_plan" in offered)
    assert len(instructions(offered)) <= MOST_CHARACTERS


@pytest.mark.parametrize("toolset", [name for name in TOOLSETS if name != "terminal"])
def test_what_a_toolset_is_for_is_said(toolset):
    assert named(instructions(tool_catalog.select(toolset)))


def test_the_protocol_of_the_seed_is_in_the_plan():
    (_, first), *_ = steps("planning")[0]
    assert "in its order" in first
    assert "never more than 5" in first


def test_an_error_is_analyzed_before_code_is_searched():
    texts = [text for _, text in steps("all")[0]]
    position = {name: number for number, text in reversed([*enumerate(texts)]) for name in named(text)}
    assert position["get_context_plan"] < position["analyze_error"] < position["search_code"]
    assert position["search_code"] < position["read_file"]


def test_a_handle_is_read_with_what_there_is():
    assert "read_file gives the rest" in instructions({"read_file"})
    assert "resource" in instructions({"run_build"})
