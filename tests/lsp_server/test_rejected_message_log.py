"""The log of messages that make no sense: a line each, nothing of what they hold, and not too many."""

import json
import logging
import subprocess
import time

import pytest

from lsp_server.rejected_message_log import MessageLog
from tests.lsp_server.test_lsp import INITIALIZED, initialize, parse
from tests.rca_process import rca_command

SECRET = "fun secretSauce() = 42"


def notify(method, params):
    return {"jsonrpc": "2.0", "method": method, "params": params}


HOVER = {"jsonrpc": "2.0", "id": 5, "method": "textDocument/hover", "params": {"textDocument": SECRET}}
OPENED = notify("textDocument/didOpen", {"textDocument": {"uri": 5, "text": SECRET}})
STOP = {"jsonrpc": "2.0", "method": "exit"}
STATE = notify("rca/editorState", {"activeFile": [SECRET], "cursorPosition": SECRET})


def framed(*messages):
    bodies = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)


def log_of(messages, root, environment, tmp_path):
    """Return what a server writes to standard error while it reads messages, and its answers."""
    command = rca_command("serve")
    log, answers = tmp_path / "log", tmp_path / "answers"
    with log.open("wb") as errors, answers.open("wb") as output:
        server = subprocess.Popen(command, env=environment, stdin=-1, stdout=output, stderr=errors)
        server.stdin.write(framed(initialize(root), INITIALIZED, *messages, parse(80)))
        server.stdin.flush()
        while b'"id": 80' not in answers.read_bytes() and server.poll() is None:
            time.sleep(0.05)
        server.communicate(framed({"jsonrpc": "2.0", "id": 90, "method": "shutdown"}, STOP), timeout=60)
    return log.read_text().splitlines(), answers.read_text()


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (HOVER, "textDocument/hover: JsonRpcInvalidParams: invalid value for type"),
        (OPENED, "textDocument/didOpen: JsonRpcInvalidParams: required field missing"),
        (STATE, "ValidationError: string_type @ activeFile"),
        (b"{" + SECRET.encode(), "JSONDecodeError: Expecting property name"),
        ([SECRET], "AttributeError at lsp_server"),
        (b"[" * 20_000, "RecursionError"),
    ],
)
def test_an_unreadable_message_is_one_line_without_its_content(
    message, expected, own_app, environment, tmp_path
):
    lines, answers = log_of([message], own_app, environment, tmp_path)
    assert len(lines) == 1, "\n".join(lines)
    assert expected in lines[0]
    assert "secretSauce" not in lines[0]
    assert answers.count('"id": 80') == 1


def test_many_unreadable_messages_are_counted(own_app, environment, tmp_path):
    lines, answers = log_of([HOVER, OPENED] * 500, own_app, environment, tmp_path)
    assert len(lines) == 6
    assert lines[-1].endswith("995 more lines were dropped: Unable to handle message")
    assert (answers.count("-32602"), answers.count("window/showMessage")) == (500, 5)


def test_what_was_left_out_is_said_without_waiting_for_another_line(caplog):
    log = logging.getLogger("pygls.server")
    shortened = MessageLog(most=1, seconds=0.05)
    caplog.handler.addFilter(shortened)
    try:
        for _ in range(3):
            log.error("Unable to handle message")
        shortened.waiting.join(30)
    finally:
        caplog.handler.removeFilter(shortened)
    assert caplog.messages == [
        "Unable to handle message",
        "2 more lines were dropped: Unable to handle message",
    ]


def test_other_lines_stay_as_they_are(caplog):
    shortened = MessageLog(most=1)
    caplog.handler.addFilter(shortened)
    try:
        for count in range(3):
            logging.getLogger("rca.workspace").warning("of the project %d", count)
    finally:
        caplog.handler.removeFilter(shortened)
    assert caplog.messages == ["of the project 0", "of the project 1", "of the project 2"]
