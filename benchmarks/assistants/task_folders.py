"""Folders in which a person or a program solves bugs, with `task.md`, `error.txt` and `tools`."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.assistants.isolated_tree import write_isolated_tree
from benchmarks.assistants.prepared_run import (
    CHECKOUT,
    Attempt,
    PreparedRun,
    list_attempts,
    module_command,
    product_command,
    product_environment,
)
from benchmarks.assistants.session_client import SessionTools
from benchmarks.fixed_bugs.cases import Case
from benchmarks.fixed_bugs.materialize import read_text

_RULES = """\
Rules:
- Read only. Change nothing in the project.
- Look at the project with `./tools` alone: no other command, no git, no network, no other folder.
- Do not build or run the project.
- Use as few calls as you need."""
_ANSWER = """\
Answer: which code has to be changed to fix the bug? Up to five places, the likeliest first, as a JSON list
{where}:

    [{{"file": "path/in/project/Name.kt", "function": "Class.function", "line": 42}}, …]

`function` is the function as it is in the broken project. For a build script, manifest, resource or other
configuration, `line` decides: the line that has to be changed, or after which something is missing."""
_OURS = """\
The tools are those of an MCP server. It says of them:

{instructions}

Run `./tools` for their list with all parameters. The value "@error.txt" stands for the error text, which is
in that file:

    ./tools analyze_error '{{"errorText": "@error.txt"}}'
    ./tools grep_search '{{"query": "class \\w+Repository", "isRegex": true, "filePattern": "*.kt"}}'
    ./tools read_file '{{"filePath": "app/src/main/Name.kt", "lineStart": 100, "lineEnd": 160}}'
    ./tools find_callers_of_function '{{"functionName": "load", "filePath": "app/src/main/Name.kt"}}'"""
_PLAIN = """\
The tools are grep, read and list; run `./tools` for their parameters:

    ./tools grep '{"pattern": "class \\\\w+Repository", "glob": "*.kt"}'
    ./tools read '{"path": "app/src/main/Name.kt", "offset": 100, "limit": 60}'
    ./tools list '{"path": "app/src", "glob": "*.xml"}'"""


def prepare(
    root: Path, prepared: PreparedRun, mirror: Path, *, index: bool, show: Callable[[str], None]
) -> None:
    """Write the trees and the folders of a run.

    Args:
        root: the run's folder; it must not exist, or be empty.
        prepared: what to write.
        mirror: folder of the fetched repositories.
        index: also index each tree, so that the first call finds an index as in a project that is in use.
        show: told each finished tree.

    Raises:
        FileExistsError: the folder is in use.
    """
    if root.exists() and any(root.iterdir()):
        raise FileExistsError(f"{root} is not empty")
    root.mkdir(parents=True, exist_ok=True)
    prepared.save(root)
    cases = prepared.load_cases()
    attempts = list_attempts(root, prepared)
    instructions = ""
    for number, case in cases.items():
        write_isolated_tree(case, root / "trees" / number, mirror)
        if index:
            _index(root, number, prepared.product)
        instructions = instructions or read_instructions(root, number)
        for attempt in attempts:
            if attempt.number == number:
                write_folder(attempt, case, mirror, instructions)
        show(f"{number} of {len(cases)} ready")


def read_instructions(root: Path, number: str) -> str:
    """Return what our server says of its tools, which MCP clients hand to the model."""
    tools = SessionTools(root, number)
    try:
        return tools.listing().instructions.strip()
    finally:
        tools.stop()


def write_folder(attempt: Attempt, case: Case, mirror: Path, instructions: str) -> None:
    """Write the folder of an attempt; `instructions` are those of our server."""
    attempt.folder.mkdir(parents=True)
    error_text = read_text(case, mirror)
    (attempt.folder / "error.txt").write_text(error_text, "utf-8")
    (attempt.folder / "task.md").write_text(task_text(attempt, error_text, instructions), "utf-8")
    script = attempt.folder / "tools"
    command = shlex.join([*module_command("tool_command"), str(attempt.folder)])
    script.write_text(f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(CHECKOUT))} exec {command} "$@"\n', "utf-8")
    script.chmod(0o755)


def task_text(attempt: Attempt, error_text: str, instructions: str) -> str:
    """Return the task for somebody who works with the script `tools`."""
    tools = _OURS.format(instructions=instructions) if attempt.way == "ours" else _PLAIN
    answer = _ANSWER.format(where="in the file `answer.json` beside this one")
    return f"{_intro(error_text)}\nThe project: {attempt.tree}\n\n{tools}\n\n{_RULES}\n\n{answer}\n"


def prompt_text(error_text: str, where: str) -> str:
    """Return the task for a model whose client calls the tools."""
    rules = _RULES.replace("with `./tools` alone: no other command", "with the tools alone: no shell")
    return f"{_intro(error_text)}\n{rules}\n\n{_ANSWER.format(where=where)}\n"


def _intro(error_text: str) -> str:
    fence = "````"
    return (
        "# Find the code that has to be changed\n\n"
        "A Kotlin, Java or Android project fails with this error:\n\n"
        f"{fence}\n{error_text.rstrip()}\n{fence}\n"
    )


def _index(root: Path, number: str, product: str) -> None:
    command: Sequence[str] = product_command("index", "--workspace", str(root / "trees" / number), "--json")
    environment = product_environment(root, number, product)
    subprocess.run(command, env=environment, cwd="/", capture_output=True, check=True)
