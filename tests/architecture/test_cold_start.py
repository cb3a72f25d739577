"""What a command of one answer loads: nothing heavy, and nothing that only other commands need."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODELS = {"chromadb", "torch", "sentence_transformers", "transformers", "numpy", "onnxruntime", "tokenizers"}
SURFACES = {"pygls", "lsprotocol", "mcp", "starlette", "uvicorn"}
HEAVY = {*MODELS, *SURFACES, "httpx", "requests", "tree_sitter", "detect_secrets", "trafilatura", "pygments"}
ENGINE = {
    *HEAVY,
    "rich",
    "pydantic",
    "models",
    "rca.toolkit.tool",
    "lsp_server.user_session",
    "importlib.metadata",
}
RESOLVER = {
    "rca.navigation.callers",
    "rca.resolve.resolver",
    "rca.navigation.references",
    "rca.navigation.hierarchy",
}
NOT_ASKED = {
    *RESOLVER,
    "rca.libraries.jar",
    "rca.history.suspect_changes",
    "rca.redaction",
    "rca.web.http_client",
}
BUILDS = {"rca.error_text.builds.build_log"}
TRACE = "java.lang.IllegalStateException: gone\n\tat a.b.Screen.load(Screen.kt:4)\n"
PARAMETERS = json.dumps({"errorText": TRACE})
SEARCH = ("knowledge", "search", "--no-dense")
CODE = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from lsp_server.__main__ import main
main()
"""


def run(folder, *arguments):
    """Run a command as a process of its own; gives what it printed and the modules that it loaded."""
    done = subprocess.run(
        [sys.executable, "-c", CODE, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "RCA_DATA_DIR": str(folder / "data"), "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.stderr, done.stdout
    return done.stdout, set(done.stderr.splitlines()[-1].split())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the packaged records are known already: deriving them takes more, once."""
    folder = tmp_path_factory.mktemp("cold")
    run(folder, *SEARCH, "list jumps to its top")
    return folder


@pytest.mark.parametrize(
    ("arguments", "needed", "left_out"),
    [
        (("--version",), "click", ENGINE),
        (("--help",), "click", ENGINE),
        (("knowledge", "search", "--help"), "lsp_server.cli.knowledge", ENGINE),
        (("mcp", "--help"), "lsp_server.cli.mcp", ENGINE),
        ((*SEARCH, "list jumps to its top"), "rca.knowledge.solution_search", HEAVY | NOT_ASKED | BUILDS),
        ((*SEARCH, "--json", TRACE), "rca.knowledge.solution_search", HEAVY | NOT_ASKED | BUILDS | {"rich"}),
        (
            ("call", "parse_error", "--json", PARAMETERS),
            "rca.error_text.error_parser",
            HEAVY | BUILDS | {"rich"},
        ),
        (("tools", "--toolset", "all"), "rca.tools.todo_manager", HEAVY | {"rich"}),
        (("metrics",), "rca.policy.metrics_summary", HEAVY | {"rich", "rca.tools.analyze_error"}),
    ],
    ids=lambda given: " ".join(given)[:30].replace("\n", " ") if isinstance(given, tuple) else "",
)
def test_a_command_loads_what_it_needs(arguments, needed, left_out, folder):
    printed, loaded = run(folder, *arguments)
    assert printed
    assert needed in loaded
    assert loaded & left_out == set()


def test_a_server_of_an_assistant_loads_nothing_of_the_editors_protocol(folder):
    _printed, loaded = run(folder, "mcp", "-w", str(folder))
    assert "mcp.server.stdio" in loaded
    assert loaded & {"pygls", "lsprotocol"} == set()
