"""The script `tools` of an attempt: one call of a tool from a shell.

    ./tools                          the list of tools
    ./tools NAME '{"key": "value"}'  call a tool; `-` reads the JSON from standard input

A value "@error.txt" stands for the text of that file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.assistants.prepared_run import attempt_at
from benchmarks.assistants.session_client import SessionError, open_tools

_ERROR_FILE = "@error.txt"


def main(arguments: Sequence[str]) -> int:
    """Run the command in the attempt's folder, the first argument."""
    attempt = attempt_at(Path(arguments[0]))
    tools = open_tools(attempt)
    try:
        if len(arguments) == 1:
            print(tools.listing().text())
            return 0
        given = arguments[2] if len(arguments) > 2 else "{}"
        parameters = _parameters(sys.stdin.read() if given == "-" else given)
        if parameters is None or len(arguments) > 3:
            print('The arguments must be one JSON object: ./tools NAME \'{"key": "value"}\'')
            return 2
        error_text = (attempt.folder / "error.txt").read_text("utf-8")
        filled = {name: error_text if value == _ERROR_FILE else value for name, value in parameters.items()}
        answer = tools.call(arguments[1], filled)
    except SessionError as problem:
        print(problem)
        return 3
    print(answer.text)
    return int(answer.is_error)


def _parameters(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
