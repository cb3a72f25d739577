"""What is said twice is compared, and what nobody lists is found."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from lsp_server.cli import cli
from models.error_codes import ErrorCode
from rca.toolkit import tool_catalog

ROOT = Path(__file__).parents[2]
CONTRACT_CODES = """
INVALID_PARAMETERS TOOL_TIMEOUT INTERNAL_ERROR UNKNOWN_TOOL FILE_NOT_FOUND DIRECTORY_NOT_FOUND
PERMISSION_DENIED BINARY_FILE TOO_LARGE INVALID_PATH LINE_OUT_OF_RANGE ALREADY_EXISTS
STRING_NOT_FOUND INVALID_PATTERN FUNCTION_NOT_FOUND SYMBOL_NOT_FOUND LSP_UNAVAILABLE TIMEOUT
DB_CONNECTION_FAILED EMBEDDING_FAILED COLLECTION_NOT_FOUND RATE_LIMIT_EXCEEDED API_ERROR NO_RESULTS
NETWORK_DISABLED INVALID_URL NO_ACTIVE_EDITOR NO_DIAGNOSTICS READ_BUDGET_EXCEEDED
LIST_BUDGET_EXCEEDED BUDGET_EXCEEDED LIMIT_EXCEEDED INVALID_QUERY_TYPE MISSING_VALUE
APPROVAL_REQUIRED APPROVAL_DENIED COMMAND_FAILED NO_COMMAND_HISTORY BUILD_TOOL_NOT_FOUND
"""


def test_every_tool_file_is_in_the_catalogue():
    files = {path.stem for path in (ROOT / "rca" / "tools").glob("*.py")} - {"__init__"}
    assert files == set(tool_catalog.TOOLSETS["all"])


@pytest.mark.parametrize("name", tool_catalog.TOOLSETS["all"])
def test_every_tool_is_named_as_its_file_described_and_scenarioed(name):
    tool = tool_catalog.load(name)
    assert tool.name == name
    assert len(tool.description) > 80
    assert (ROOT / "models" / "tools" / f"{name}.py").is_file()
    assert (ROOT / "tests" / "tools" / f"test_{name}.py").is_file()
    for parameter, field in tool.params.model_fields.items():
        assert field.description, f"{name}.{parameter} has no description: it is user documentation"


def test_the_debugging_toolset_is_small_enough_for_a_small_model():
    assert len(tool_catalog.DEBUGGING) <= 12


def test_the_error_codes_are_those_of_the_contract():
    assert [code.value for code in ErrorCode] == CONTRACT_CODES.split()


@pytest.mark.parametrize(
    ("arguments", "page"),
    [
        ("tools --toolset all --format markdown", "tools.md"),
        ("tools --toolset all --format schema", "tools.schema.json"),
        ("tools --toolset all --format openai", "tools.openai.json"),
        ("tools --toolset all --format prompt", "tools.prompt.txt"),
        ("settings --format markdown", "settings.md"),
    ],
)
def test_generated_pages_are_fresh(arguments, page):
    made = CliRunner().invoke(cli, arguments.split(), catch_exceptions=False).stdout
    assert (ROOT / "docs" / page).read_text(encoding="utf-8") == made, "run `make docs`"


def test_every_dependency_has_its_reason():
    pins = re.findall(r'^    "([a-z0-9-]+)(?:[=<>]=|\[)', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert len(pins) > 60
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    assert [pin for pin in pins if f"`{pin}`" not in page] == []


HEAVY = (
    "pydantic",
    "tree_sitter",
    "chromadb",
    "torch",
    "sentence_transformers",
    "numpy",
    "httpx",
    "rich",
    "click",
)


def test_the_server_starts_without_anything_heavy():
    code = "import sys, lsp_server.language_server; lsp_server.language_server.create_server(); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    modules = {name.split(".")[0] for name in loaded.stdout.split()}
    assert modules & set(HEAVY) == set()


def test_an_analysis_loads_no_model():
    code = (
        "import sys\n"
        "from lsp_server.cli import analyze, call\n"
        "from rca.toolkit import tool_catalog\n"
        "tool_catalog.load_all()\n"
        "print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    modules = {name.split(".")[0] for name in loaded.stdout.split()}
    assert modules & {"torch", "sentence_transformers", "chromadb", "httpx"} == set()


def test_no_file_names_a_machine_or_a_registry():
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    hosts = re.compile("(files" + r"\.pythonhosted|registry\.npm" + r"js|pypi" + r"\.org/simple)")
    found = [
        name
        for name in listed.splitlines()
        if (path := ROOT / name).suffix in {".py", ".ts", ".md", ".json", ".toml", ".txt", ".sh", ".yml"}
        and path.is_file()
        and hosts.search(path.read_text(encoding="utf-8", errors="ignore"))
    ]
    assert found == []
