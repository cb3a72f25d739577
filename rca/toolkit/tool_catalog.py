"""The catalogue of tools in reading order; a tool's module is imported at its first use."""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rca.toolkit.tool import Tool

DEBUGGING: tuple[str, ...] = (
    "analyze_error",
    "get_code_context",
    "read_file",
    "grep_search",
    "search_code",
    "find_references",
    "find_callers_of_function",
    "trace_value_origin",
    "vector_search_db",
    "record_solution",
)
"""The default toolset: what runs with real bugs called. `rca/tools/<name>.py` holds each one's `TOOL`."""

ERRORS: tuple[str, ...] = ("parse_error", "get_user_error_context", "analyze_heap_dump")
"""Parts of what `analyze_error` does: an error's text in structure, what the editor shows; and heap dumps."""

KNOWLEDGE: tuple[str, ...] = ("confirm_solution", "verify_solution", "web_search_wiki")
"""Tools that say how past solutions turned out, and search the web for others."""

NAVIGATION: tuple[str, ...] = (
    "query_index",
    "find_class",
    "get_dependencies",
    "get_dependents",
    "get_entry_points",
    "analyze_impact",
    "get_file_summary",
    "get_module_summary",
    "get_plugin_summary",
    "detect_patterns",
    "check_conventions",
    "get_config_schema",
    "search_config",
    "get_resource",
)
"""Tools that answer questions about code; `search_code` and `find_references` are offered beside them."""

FILES: tuple[str, ...] = (
    "list_dirs",
    "list_files",
    "file_search",
    "create_file",
    "create_directory",
    "replace_string_in_file",
    "fetch_webpage",
)
"""Tools that list and change files, and fetch pages; `read_file` and `grep_search` stand beside them."""

TERMINAL: tuple[str, ...] = ("run_in_terminal", "terminal_last_command")
"""Tools that run commands, or look at what was run."""

BUILD: tuple[str, ...] = ("run_build", "run_tests", "get_test_coverage", "bisect", "capture_crash_state")
"""Tools that run the project's build and its tests, on this code, on earlier commits, under a debugger."""

DEVICES: tuple[str, ...] = ("list_devices", "read_logcat")
"""Tools that look at connected Android devices; none changes anything on them."""

PLANNING: tuple[str, ...] = ("get_context_plan", "todo_manager", "validate_output")
"""Tools that plan what to load and what to do, and check what came out."""

_EVERY = DEBUGGING + ERRORS + KNOWLEDGE + NAVIGATION + FILES + TERMINAL + BUILD + DEVICES + PLANNING

_ROLES: dict[str, tuple[str, ...]] = {
    "planner": ("search_code", "get_module_summary", "get_plugin_summary", "analyze_impact"),
    "architect": ("get_plugin_summary", "analyze_impact", "detect_patterns", "get_dependencies"),
    "tdd-guide": ("search_code", "find_class", "run_tests", "get_test_coverage"),
    "code-reviewer": ("find_references", "get_dependents", "check_conventions", "analyze_impact"),
    "security-reviewer": ("search_code", "find_references", "get_entry_points"),
    "build-error-resolver": ("find_class", "get_dependencies", "run_build"),
}
"""Which tools an agent of that role gets (seed 002, "Tool Access by Agent")."""

TOOLSETS: dict[str, tuple[str, ...]] = {
    "debugging": DEBUGGING,
    "errors": ("analyze_error", *ERRORS),
    "knowledge": ("vector_search_db", "record_solution", *KNOWLEDGE),
    "navigation": ("search_code", "find_references", *NAVIGATION),
    "files": ("read_file", "grep_search", *FILES),
    "terminal": TERMINAL,
    "build": BUILD,
    "devices": DEVICES,
    "planning": PLANNING,
    **{role: tuple(name for name in names if name in _EVERY) for role, names in _ROLES.items()},
    "all": _EVERY,
}
"""What a surface can offer, by name: themes, the roles of agents, and everything."""


ALIASES = {
    # seed 000
    "queryIndex": "query_index",
    "readFile": "read_file",
    "listFiles": "list_files",
    # seed 002: its enchantments are Android's resources here, and its skills have names of their own
    "get_enchantment": "get_resource",
    "search-code": "search_code",
    "analyze-impact": "analyze_impact",
    "context-plan": "get_context_plan",
    "convention-check": "check_conventions",
    # seed 004
    "list_dir": "list_files",
}
"""The seeds' other names for tools: each can be called on every surface, none is listed."""


def resolve(name: str) -> str:
    """Return the listed name of a tool; an unknown name is returned unchanged."""
    return ALIASES.get(name, name)


def suggest(name: str) -> str:
    """Return a sentence that suggests a tool for an unknown name."""
    names = TOOLSETS["all"]
    near = difflib.get_close_matches(name, (*names, *ALIASES), n=1)
    return f"Did you mean {resolve(near[0])}?" if near else f"The tools are: {', '.join(names)}."


def load(name: str) -> Tool[Any, Any] | None:
    """Return the tool of that name, or None where there is none."""
    name = resolve(name)
    if name not in TOOLSETS["all"]:
        return None
    tool: Tool[Any, Any] = import_module(f"rca.tools.{name}").TOOL
    return tool


def select(toolset: str) -> tuple[str, ...]:
    """Return the tools of a toolset, or of several with commas between, in reading order, each once.

    Raises:
        ValueError: there is no such toolset.
    """
    asked = [name.strip() for name in toolset.split(",")]
    for name in asked:
        if name not in TOOLSETS:
            raise ValueError(f"there is no toolset '{name}'; there are {', '.join(TOOLSETS)}")
    chosen = {tool for name in asked for tool in TOOLSETS[name]}
    return tuple(name for name in TOOLSETS["all"] if name in chosen)


def load_all(toolset: str = "all") -> tuple[Tool[Any, Any], ...]:
    """Return every tool of a toolset, or of several with commas between, in reading order."""
    return tuple(tool for name in select(toolset) if (tool := load(name)) is not None)
