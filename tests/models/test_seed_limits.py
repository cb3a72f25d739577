"""Defaults and limits of parameters are those that the five seeds and the contract name."""

import pytest

from rca.toolkit import tool_catalog
from rca.toolkit.tool_schemas import parameter_schema

KILOBYTE = 1024
LIMITS = {
    ("query_index", "limit"): (50, 1, None),  # above 200 it is LIMIT_EXCEEDED, an error of its own
    ("read_file", "maxBytes"): (100 * KILOBYTE, 1, 10 * KILOBYTE**2),
    ("read_file", "encoding"): ("utf-8", None, None),
    ("list_files", "limit"): (50, 1, 100),
    ("list_files", "path"): (".", None, None),
    ("list_dirs", "depth"): (2, 1, 3),
    ("list_dirs", "limit"): (50, 1, 100),
    ("search_code", "limit"): (10, 1, 100),
    ("search_code", "scope"): ("all", None, None),
    ("get_context_plan", "tokenBudget"): (20_000, 500, 500_000),
    ("analyze_impact", "depth"): (3, 1, 5),
    ("web_search_wiki", "maxResults"): (5, 1, 10),
    ("web_search_wiki", "sources"): (["stackoverflow", "github"], None, None),
    ("get_code_context", "contextLines"): (50, 5, 100),
    ("get_code_context", "includeFunctionDef"): (True, None, None),
    ("find_callers_of_function", "maxDepth"): (2, 1, 5),
    ("vector_search_db", "minConfidence"): (0.7, 0, 1),
    ("vector_search_db", "limit"): (5, 1, 10),
    ("get_user_error_context", "captureSelection"): (True, None, None),
    ("get_user_error_context", "captureDiagnostics"): (True, None, None),
    ("get_user_error_context", "captureTerminal"): (False, None, None),
    ("file_search", "limit"): (1000, 1, 1000),
    ("grep_search", "maxResults"): (100, 1, 1000),
    ("grep_search", "isRegex"): (False, None, None),
    ("run_in_terminal", "timeoutSeconds"): (30, 1, 300),
    ("fetch_webpage", "timeoutSeconds"): (10, 1, 60),
}
"""Of a tool and its parameter: the default, the least, the most."""


@pytest.mark.parametrize(("tool", "parameter"), LIMITS)
def test_each_limit_is_that_of_the_seeds(tool, parameter):
    field = parameter_schema(tool_catalog.load(tool))["properties"][parameter]
    assert (field.get("default"), field.get("minimum"), field.get("maximum")) == LIMITS[tool, parameter]
