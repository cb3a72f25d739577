"""Drives each kind of process to record, confirm and search, and reads its answers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO, Any, Literal

LIBRARY = """
import pathlib, sys
from models.settings import KnowledgeSettings
from models.tools.confirm_solution import ConfirmSolutionParams
from models.tools.record_solution import RecordSolutionParams
from rca.knowledge.knowledge_store import KnowledgeStore
folder, name, dense = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "dense"
store = KnowledgeStore(folder, KnowledgeSettings(starter=False))
if dense:
    store.warm_up()
number = 0
while True:
    result = store.record(RecordSolutionParams(
        root_cause=f"cause {name} {number}", solution=f"solution {name} {number}",
        error_description=f"gadget {name} number {number} broke"))
    print("stored", result.id, flush=True)
    store.confirm(ConfirmSolutionParams(id=result.id, outcome="worked"))
    print("confirmed", result.id, flush=True)
    assert store.find(f"gadget {name} number {number}").outcome.results
    print("answered", flush=True)
    number += 1
"""


@dataclass(frozen=True, slots=True)
class Told:
    """What a process has acknowledged."""

    what: Literal["stored", "confirmed", "answered"]
    id: str = ""


class Wrong(Exception):  # noqa: N818 - a finding
    """An answer that no process may give."""


Process = subprocess.Popen[str]
Ask = Callable[[str, Mapping[str, object]], dict[str, Any]]
"""Calls a tool with parameters; gives its envelope."""


def command(kind: str, folder: Path, name: str) -> list[str]:
    """Return the command line of a process of one kind."""
    program = [sys.executable, "-m", "lsp_server"]
    return {
        "owner": [sys.executable, "-c", LIBRARY, str(folder), name, "dense"],
        "library": [sys.executable, "-c", LIBRARY, str(folder), name, "words"],
        "call": [*program, "call", "--stdin", "--yes"],
        "server": [*program, "serve"],
        "mcp": [*program, "mcp", "--toolset", "all", "--text", "json", "--workspace", str(folder)],
    }[kind]


def converse(kind: str, process: Process, folder: Path, name: str) -> Iterator[Told]:
    """Talk to a process until it ends; raises `Wrong`, and OSError or ValueError where a kill cut it off."""
    match kind:
        case "call":
            return _rounds(name, _lines(process))
        case "server":
            return _rounds(name, _language_server(process, folder))
        case "mcp":
            return _rounds(name, _assistant(process))
        case _:
            return _library(process)


def _library(process: Process) -> Iterator[Told]:
    assert process.stdout is not None
    for line in process.stdout:
        # A line that was cut was not told.
        if line.endswith("\n"):
            what, _, id_ = line.strip().partition(" ")
            if what in {"stored", "confirmed", "answered"}:
                yield Told(what, id_)  # type: ignore[arg-type] # it is one of the three


def _rounds(name: str, ask: Ask) -> Iterator[Told]:
    """Record, confirm and search, over and over."""

    def data(tool: str, parameters: Mapping[str, object]) -> dict[str, Any]:
        envelope = ask(tool, parameters)
        if not envelope.get("success"):
            raise Wrong(f"{tool}: {envelope}")
        read: dict[str, Any] = envelope["data"]
        return read

    for number in count():
        what = f"gadget {name} number {number}"
        told = {"errorDescription": f"{what} broke", "rootCause": "a cause", "solution": f"solve {what}"}
        id_ = data("record_solution", told)["id"]
        yield Told("stored", id_)
        data("confirm_solution", {"id": id_, "outcome": "worked"})
        yield Told("confirmed", id_)
        if not data("vector_search_db", {"query": what, "minConfidence": 0})["results"]:
            raise Wrong(f"nothing is found for {what}")
        yield Told("answered")


def _lines(process: Process) -> Ask:
    """Speak with `rca call --stdin`: an object a line."""
    asked, answers = _pipes(process)

    def ask(tool: str, parameters: Mapping[str, object]) -> dict[str, Any]:
        _say_line(asked, {"tool": tool, "parameters": parameters})
        return _read_line(answers)

    return ask


def _language_server(process: Process, folder: Path) -> Ask:
    """Be an editor whose user confirms what is stored."""
    asked, answers = _pipes(process)
    numbers = count()

    def request(method: str, params: dict[str, object]) -> dict[str, Any]:
        number = next(numbers)
        _say_framed(asked, {"id": number, "method": method, "params": params})
        answer = _read_framed(answers, number)
        if "error" in answer:
            raise Wrong(f"{method}: {answer['error']}")
        read: dict[str, Any] = answer["result"]
        return read

    def ask(tool: str, parameters: Mapping[str, object]) -> dict[str, Any]:
        arguments = [parameters, {"confirmed": True}]
        return request("workspace/executeCommand", {"command": f"rca.{tool}", "arguments": arguments})

    request("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
    _say_framed(asked, {"method": "initialized", "params": {}})
    return ask


def _assistant(process: Process) -> Ask:
    """Be an assistant whose user allows everything that is asked."""
    asked, answers = _pipes(process)
    numbers = count()

    def request(method: str, params: dict[str, object]) -> dict[str, Any]:
        number = next(numbers)
        _say_line(asked, {"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        while True:
            message = _read_line(answers)
            if message.get("method") == "elicitation/create":
                allowed = {"action": "accept", "content": {"answer": "allow"}}
                _say_line(asked, {"jsonrpc": "2.0", "id": message["id"], "result": allowed})
            elif message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise Wrong(f"{method}: {message['error']}")
                read: dict[str, Any] = message["result"]
                return read

    def ask(tool: str, parameters: Mapping[str, object]) -> dict[str, Any]:
        envelope: dict[str, Any] = request("tools/call", {"name": tool, "arguments": parameters})[
            "structuredContent"
        ]
        return envelope

    who = {"name": "survival", "version": "1"}
    can: dict[str, object] = {"elicitation": {}}
    request("initialize", {"protocolVersion": "2025-06-18", "capabilities": can, "clientInfo": who})
    _say_line(asked, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    return ask


def _pipes(process: Process) -> tuple[IO[str], IO[str]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def _say_line(out: IO[str], message: dict[str, object]) -> None:
    out.write(json.dumps(message) + "\n")
    out.flush()


def _read_line(source: IO[str]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(source.readline())
    return read


def _say_framed(out: IO[str], message: dict[str, object]) -> None:
    body = json.dumps({"jsonrpc": "2.0", **message})
    out.write(f"Content-Length: {len(body)}\r\n\r\n{body}")
    out.flush()


def _read_framed(source: IO[str], wanted: int) -> dict[str, Any]:
    """Read messages until the answer to one request."""
    while True:
        length = 0
        while (line := source.readline().strip()) or not length:
            if not line:
                message = "the server is gone"
                raise ValueError(message)
            if line.lower().startswith("content-length"):
                length = int(line.partition(":")[2])
        # Bodies are ASCII: the server escapes what is not.
        answer: dict[str, Any] = json.loads(source.read(length))
        if answer.get("id") == wanted and "method" not in answer:
            return answer
