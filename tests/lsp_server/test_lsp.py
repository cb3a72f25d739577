"""The protocol: status, editor state, approval, settings, faults."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import time

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from rca.toolkit import tool_catalog
from tests.lsp_server.conftest import call
from tests.rca_process import rca_command

in_one_loop = pytest.mark.asyncio(loop_scope="module")


async def test_every_tool_is_a_command(own_app, environment):
    """What `initialize` answers names each tool of the catalogue, and nothing that is not there."""
    request = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"processId": None, "rootUri": own_app.as_uri(), "capabilities": {}},
    }
    answer = _exchange([request], environment)[0]
    capabilities = answer["result"]["capabilities"]
    assert set(capabilities["executeCommandProvider"]["commands"]) == {
        f"rca.{name}" for name in (*tool_catalog.TOOLSETS["all"], *tool_catalog.ALIASES, "dismissError")
    }
    assert capabilities["textDocumentSync"]["change"] == types.TextDocumentSyncKind.Incremental


@in_one_loop
async def test_an_unknown_command_is_an_error_not_an_end(shared_client):
    with pytest.raises(JsonRpcException):
        await shared_client.workspace_execute_command_async(types.ExecuteCommandParams(command="rca.nothing"))
    assert (await call(shared_client, "parse_error", {"errorText": "boom"}))["success"]


@in_one_loop
async def test_bad_parameters_are_an_envelope(shared_client):
    answer = await call(shared_client, "read_file", {"filePath": ["x"]})
    assert answer["error"]["code"] == "INVALID_PARAMETERS"


async def test_editor_state_is_pushed_part_by_part(client):
    nothing = await call(client, "get_user_error_context")
    assert nothing["error"]["code"] == "NO_ACTIVE_EDITOR"
    push(client, {"activeFile": "app/A.kt", "cursorPosition": {"line": 3, "character": 5}})
    push(
        client,
        {"diagnostics": [{"severity": "error", "message": "no", "line": 3, "column": 1, "source": "kotlin"}]},
    )
    answer = await call(client, "get_user_error_context")
    assert answer["data"]["activeFile"] == "app/A.kt"
    assert answer["data"]["cursorPosition"] == {"line": 3, "character": 5}
    assert [found["message"] for found in answer["data"]["diagnostics"]] == ["no"]


@in_one_loop
async def test_an_error_in_the_terminal_is_analyzed_from_the_editor(shared_client, own_app):
    log = (own_app / "errors" / "01-crash.txt").read_text(encoding="utf-8")
    push(shared_client, {"activeFile": "app/A.kt", "terminalOutput": log})
    answer = await call(shared_client, "analyze_error", {"fromEditor": True})
    assert answer["data"]["culprit"]["filePath"].endswith("PriceLabel.kt")


async def test_a_wrong_editor_state_is_told_and_does_no_harm(client):
    push(client, {"cursorPosition": {"line": 0, "character": "x"}})
    answer = await call(client, "get_user_error_context")
    assert answer["error"]["code"] == "NO_ACTIVE_EDITOR"


SOLUTION = {
    "errorDescription": "java.lang.IllegalStateException: no basket is open",
    "rootCause": "The fragment asks for the basket before it is loaded.",
    "solution": "Wait for the state before the first read.",
}


@pytest.mark.parametrize(
    ("choice", "code"), [("Allow", None), ("Deny", "APPROVAL_DENIED"), (None, "APPROVAL_REQUIRED")]
)
@in_one_loop
async def test_a_write_asks_the_user(shared_client, choice, code):
    shared_client.choice = choice
    envelope = await call(shared_client, "record_solution", SOLUTION)
    assert envelope["success"] is (code is None)
    assert code is None or envelope["error"]["code"] == code
    assert "record_solution" in shared_client.asked[0]


@in_one_loop
async def test_status_tells_how_the_server_is(shared_client, own_app):
    status = await shared_client.protocol.send_request_async("rca/status", None)
    status = as_json(status)
    assert status["workspace"] == [str(own_app.resolve())]
    assert status["index"]["state"] in {"indexing", "ready"}
    assert status["knowledge"]["records"] >= 200


@in_one_loop
async def test_calls_run_side_by_side_and_a_cancelled_one_is_told(shared_client):
    text = "\n".join(f"at com.example.A{n}.b(A.kt:{n})" for n in range(20_000))
    params = types.ExecuteCommandParams(command="rca.parse_error", arguments=[{"errorText": text}])
    slow = shared_client.protocol.send_request("workspace/executeCommand", params, msg_id="slow")
    quick = await asyncio.gather(
        *(call(shared_client, "parse_error", {"errorText": "boom"}) for _ in range(8))
    )
    assert all(answer["success"] for answer in quick)
    shared_client.cancel_request(types.CancelParams(id="slow"))
    with contextlib.suppress(JsonRpcException):  # it may have ended before it was cancelled
        await asyncio.wrap_future(slow)
    assert (await call(shared_client, "parse_error", {"errorText": "boom"}))["success"]


async def test_standard_output_holds_the_protocol_alone(own_app, environment):
    """A tool that prints must not break the stream: every byte on stdout belongs to a message."""
    messages = [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {"processId": None, "rootUri": own_app.as_uri(), "capabilities": {}},
        },
        {"jsonrpc": "2.0", "method": "initialized", "params": {}},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "workspace/executeCommand",
            "params": {"command": "rca.vector_search_db", "arguments": [{"query": "room migration"}]},
        },
        {"jsonrpc": "2.0", "id": 3, "method": "shutdown"},
    ]
    answers = _exchange(messages, environment)
    assert [answer["id"] for answer in answers if "id" in answer and "error" not in answer] == [1, 2, 3]


def as_json(value):
    """pygls' client turns unknown objects into named tuples: turn them back."""
    if hasattr(value, "_asdict"):
        return {key: as_json(part) for key, part in value._asdict().items()}
    return [as_json(part) for part in value] if isinstance(value, list | tuple) else value


async def test_settings_of_another_release_do_not_stop_the_server(own_app, environment):
    options = {"rca": {"goneSince": 1, "answerTokens": "many"}}
    start = initialize(own_app, initializationOptions=options)
    answers = _exchange([start, INITIALIZED, parse(2)], environment)
    shown = [one["params"]["message"] for one in answers if one.get("method") == "window/showMessage"]
    assert [("goneSince" in one, "answerTokens" in one) for one in shown] == [(False, True), (True, False)]
    assert next(one for one in answers if one.get("id") == 2)["result"]["success"]


def initialize(root, number=1, **more):
    params = {"processId": None, "rootUri": root.as_uri(), "capabilities": {}, **more}
    return {"jsonrpc": "2.0", "id": number, "method": "initialize", "params": params}


def parse(number):
    command = {"command": "rca.parse_error", "arguments": [{"errorText": "boom"}]}
    return {"jsonrpc": "2.0", "id": number, "method": "workspace/executeCommand", "params": command}


INITIALIZED = {"jsonrpc": "2.0", "method": "initialized", "params": {}}


async def test_who_speaks_too_early_too_late_or_nonsense_is_answered(own_app, environment):
    hover = {"jsonrpc": "2.0", "id": 5, "method": "textDocument/hover", "params": {"position": "here"}}
    messages = [
        parse(1),
        {"jsonrpc": "2.0", "method": "rca/editorState", "params": {"activeFile": "early"}},
        initialize(own_app, 2),
        INITIALIZED,
        initialize(own_app, 3),
        parse(4),
        hover,
        {"jsonrpc": "2.0", "id": 6, "method": "shutdown", "params": None},
        parse(7),
    ]
    answers = {one["id"]: one for one in _exchange(messages, environment) if "method" not in one}
    codes = {number: one["error"]["code"] for number, one in answers.items() if "error" in one}
    assert codes == {1: -32002, 3: -32600, 5: -32602, 7: -32600}
    assert answers[4]["result"]["success"]


async def test_a_workspace_folder_that_is_gone_takes_no_other_with_it(own_app, environment, tmp_path):
    gone = tmp_path / "not-mounted"
    folders = [{"uri": one.as_uri(), "name": one.name} for one in (gone, own_app)]
    status = {"jsonrpc": "2.0", "id": 2, "method": "rca/status", "params": None}
    answers = _exchange([initialize(own_app, workspaceFolders=folders), INITIALIZED, status], environment)
    assert next(one for one in answers if one.get("id") == 2)["result"]["workspace"] == [str(own_app)]
    shown = [one["params"]["message"] for one in answers if one.get("method") == "window/showMessage"]
    assert [str(gone) in one for one in shown] == [True]


@pytest.mark.parametrize("nothing", [None, {}])
async def test_an_editor_that_tells_no_settings_changes_none(own_app, environment, nothing):
    changed = {
        "jsonrpc": "2.0",
        "method": "workspace/didChangeConfiguration",
        "params": {"settings": nothing},
    }
    command = {"command": "rca.read_file", "arguments": [{"filePath": "settings.gradle.kts"}]}
    read = {"jsonrpc": "2.0", "id": 2, "method": "workspace/executeCommand", "params": command}
    options = {"budget": {"maxTurns": 1}, "editorCallers": True}
    start = initialize(own_app, initializationOptions=options)
    answers = _exchange([start, INITIALIZED, parse(3), changed, read], environment)
    found = {one["id"]: one["result"] for one in answers if "result" in one}
    assert (found[3]["success"], found[2]["error"]["code"]) == (True, "BUDGET_EXCEEDED")
    assert not [one for one in answers if one.get("method") == "window/showMessage"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals and sleep")
@pytest.mark.parametrize("farewell", [(), ("shutdown", "exit")])
def test_an_editor_that_goes_leaves_no_program_running(own_app, environment, tmp_path, farewell):
    """One that crashes says nothing; one that ends says so while a command still runs."""
    pid = tmp_path / "pid"
    rule = {"tool": "run_in_terminal", "pattern": ".*"}
    parameters = {"command": f"echo $$ > {pid}; exec sleep 300", "timeoutSeconds": 200}
    command = {"command": "rca.run_in_terminal", "arguments": [parameters]}
    messages = [
        initialize(own_app, initializationOptions={"autoApprove": [rule]}),
        INITIALIZED,
        {"jsonrpc": "2.0", "id": 2, "method": "workspace/executeCommand", "params": command},
    ]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(rca_command("serve"), env=environment, **pipes) as server:
        for message in messages:
            _send(server, message)
        while not (pid.exists() and pid.read_text().strip()):
            time.sleep(0.1)
        for number, method in enumerate(farewell, 3):
            asked = {"id": number} if method == "shutdown" else {}
            _send(server, {"jsonrpc": "2.0", "method": method, **asked})
            if method == "shutdown":
                while (answer := _read(server.stdout)).get("id") != number:
                    pass
                assert "error" not in answer
        server.stdin.close()
        try:
            server.wait(30)
        finally:
            server.kill()
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


def _send(server, message):
    body = json.dumps(message).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    server.stdin.flush()


def push(client, state):
    client.protocol.notify("rca/editorState", state)


def _exchange(messages, environment):
    """Send raw messages, wait for the answer of each request, and give all that the server wrote."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(rca_command("serve"), env=environment, **pipes) as server:
        answers = []
        for message in messages:
            _send(server, message)
            while "id" in message and (not answers or answers[-1].get("id") != message["id"]):
                answers.append(_read(server.stdout))
        server.kill()
    return answers


def _read(stream):
    length = None
    while (line := stream.readline()) != b"\r\n":
        name, _, value = line.partition(b": ")
        assert name in {b"Content-Length", b"Content-Type"}, line
        length = int(value) if name == b"Content-Length" else length
    return json.loads(stream.read(length))
