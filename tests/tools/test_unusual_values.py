"""Values that nobody expects, in each parameter of each tool that takes any text (seed 004: edge cases)."""

import pytest

from models.settings import KnowledgeSettings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.toolkit import tool_catalog
from rca.toolkit.tool_schemas import parameter_schema
from tests.tools.code_app import make_app
from tests.tools.file_project import FileProject

MAIN = "core/data/src/main/kotlin/shop/data/Basket.kt"
CALLS = {
    "analyze_error": {"errorText": "java.lang.Exception: x\n\tat shop.data.Basket.add(Basket.kt:3)"},
    "parse_error": {"errorText": "java.lang.Exception: x"},
    "read_file": {"filePath": MAIN},
    "get_code_context": {"filePath": MAIN, "line": 1},
    "find_callers_of_function": {"functionName": "empty", "filePath": MAIN},
    "trace_value_origin": {"filePath": MAIN, "line": 1, "column": 1},
    "vector_search_db": {"query": "list is empty"},
    "record_solution": {
        "rootCause": "the list was never filled",
        "solution": "fill it before it is read",
        "errorText": "java.lang.Exception: x",
    },
    "confirm_solution": {"id": "a", "outcome": "worked"},
    "verify_solution": {"id": "a"},
    "web_search_wiki": {"query": "list is empty"},
    "search_code": {"query": "Basket"},
    "find_class": {"name": "Basket"},
    "find_references": {"symbol": "Basket"},
    "get_dependencies": {"target": "Basket"},
    "get_dependents": {"target": "Basket"},
    "analyze_impact": {"target": "Basket"},
    "get_file_summary": {"filePath": MAIN},
    "get_module_summary": {"module": "app"},
    "check_conventions": {"filePath": MAIN},
    "get_config_schema": {"filePath": "gradle.properties"},
    "search_config": {"pathPattern": "a"},
    "get_resource": {"name": "title"},
    "file_search": {"pattern": "*.kt"},
    "grep_search": {"pattern": "Basket"},
    "create_file": {"filePath": "new.txt", "content": "x"},
    "create_directory": {"path": "new"},
    "replace_string_in_file": {"filePath": MAIN, "oldString": "Basket", "newString": "x"},
    "fetch_webpage": {"url": "https://example.com/"},
    "run_in_terminal": {"command": "true"},
    "get_context_plan": {"task": "Basket"},
    "validate_output": {"outputType": "plan", "data": {}},
    "query_index": {"query": {"type": "listAll"}},
    "todo_manager": {"items": []},
}
"""What a tool must be given; those that are not here need nothing."""
ODD = {
    "nothing": "",
    "blanks": " \t ",
    "a NUL": "a\0b",
    "line ends": "a\r\nb\rc\u2028d\n",
    "other letters": "ünï 名前 שם 😀 e\u0301",
    "half a surrogate pair": "a\ud83db",
    "controls": "\x1b[31m\x07\u202e\ufeff",
    "patterns": "**[{(\\",
    "a template": "${jndi:x} %s {0} `id` $(id) '\"",
    "an option": "--help",
    "Windows": "C:\\src\\Main.kt",
    "very long": "a" * 200_000,
    "very many parts": "a." * 20_000 + "b",
}

LONGEST_MESSAGE = 2_100
"""Characters: whatever was given, an error is read by people and fits into a model's context."""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project in which nobody approves anything."""
    folder = tmp_path_factory.mktemp("odd")
    made = make_app(FileProject(folder))
    made.write("gradle.properties", "a=1\n")
    made.knowledge = KnowledgeStore(folder / "knowledge", KnowledgeSettings(starter=False))
    made.answer = "nobody"
    made.workspace.index()
    yield made
    made.knowledge.close()
    made.workspace.close()


def texts(tool):
    """Return the parameters of a tool that take any text."""
    given = parameter_schema(tool)["properties"]
    return [name for name, field in given.items() if field.get("type") == "string" and "enum" not in field]


@pytest.mark.parametrize("name", tool_catalog.TOOLSETS["all"])
def test_odd_values_are_answered_or_refused_with_a_reason(project, name) -> None:
    tool = tool_catalog.load(name)
    wrong = []
    for parameter in texts(tool):
        for told, value in ODD.items():
            answer = project.call(tool, **{**CALLS.get(name, {}), parameter: value})
            error = answer["error"] if not answer["success"] else {"code": "", "message": ""}
            if error["code"] in ("INTERNAL_ERROR", "TOOL_TIMEOUT") or len(error["message"]) > LONGEST_MESSAGE:
                wrong.append((parameter, told, error["code"], error["message"][:200]))
    assert wrong == []


def test_each_call_is_one_that_is_answered_or_needs_a_person(project) -> None:
    """The other parameters of each call are right: what is refused is refused for the odd one."""
    refused = {
        "APPROVAL_REQUIRED",
        "NETWORK_DISABLED",
        "SYMBOL_NOT_FOUND",
        "NO_RESULTS",
        "BUILD_TOOL_NOT_FOUND",
    }
    for name in CALLS.keys() - {"verify_solution"}:  # that one asks for a solution that is there
        answer = project.call(tool_catalog.load(name), **CALLS[name])
        assert answer["success"] or answer["error"]["code"] in refused, (name, answer["error"])
