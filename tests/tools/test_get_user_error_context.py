"""`get_user_error_context` from live editor state."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from models.editor import EditorState
from models.settings import Settings
from rca.toolkit.tool import ToolContext, invoke
from rca.tools.get_user_error_context import TOOL
from tests.tools.code_project import empty_snapshot

STATE = {
    "activeFile": "app/src/main/kotlin/Main.kt",
    "cursorPosition": {"line": 12, "character": 5},
    "selectedText": "java.lang.NullPointerException",
    "diagnostics": [
        {
            "severity": "error",
            "message": "Unresolved reference: x",
            "line": 3,
            "column": 9,
            "source": "kotlin",
        },
        {
            "severity": "warning",
            "message": "unused",
            "line": 1,
            "column": 1,
            "source": "detekt",
            "filePath": "app/src/main/kotlin/Other.kt",
        },
    ],
    "terminalOutput": "\n".join(f"line {number}" for number in range(1, 61)) + "\n\n",
}


def call(state, parameters=None):
    editor = None if state is None else EditorState.model_validate(state)
    with TemporaryDirectory() as folder:
        snapshot = replace(empty_snapshot(Path(folder)), revision=3)
        context = ToolContext(snapshot, None, Settings(), Path(folder), editor=editor)
        return invoke(TOOL, parameters or {}, context).model_dump(mode="json")


def test_the_state_is_given_as_003_names_it():
    answer = call(STATE)
    assert answer["success"] is True
    data = answer["data"]
    assert set(data) == {"activeFile", "cursorPosition", "selectedText", "diagnostics"}
    assert data["activeFile"] == STATE["activeFile"]
    assert data["cursorPosition"] == {"line": 12, "character": 5}
    assert [d["source"] for d in data["diagnostics"]] == ["kotlin", "detekt"]
    assert answer["meta"]["revision"] == 3


def test_the_terminal_is_given_on_request_and_cut_to_its_last_50_lines():
    answer = call(STATE, {"captureTerminal": True})
    lines = answer["data"]["terminalOutput"].split("\n")
    assert (len(lines), lines[0], lines[-1]) == (50, "line 11", "line 60")
    assert answer["meta"]["truncated"] is True
    assert "60" in answer["meta"]["next"]


def test_what_is_not_asked_for_is_left_out():
    data = call(STATE, {"captureSelection": False, "captureDiagnostics": False})["data"]
    assert "selectedText" not in data
    assert data["diagnostics"] == []


@pytest.mark.parametrize("state", [None, {}, {"terminalOutput": "boom"}])
def test_without_an_open_file_there_is_no_active_editor(state):
    answer = call(state, {"captureTerminal": True})
    assert answer["error"]["code"] == "NO_ACTIVE_EDITOR"
    assert answer["error"]["suggestion"]


def test_no_connection_and_no_file_are_told_apart():
    assert "connected" in call(None)["error"]["message"]
    assert call(None)["error"]["message"] != call({})["error"]["message"]


def test_no_diagnostics_is_an_error_only_where_nothing_else_was_captured():
    empty = STATE | {"diagnostics": [], "selectedText": None}
    assert call(empty)["error"]["code"] == "NO_DIAGNOSTICS"
    assert call(empty, {"captureTerminal": True})["data"]["diagnostics"] == []
    assert call(empty, {"captureDiagnostics": False})["data"]["diagnostics"] == []
    assert call(STATE | {"diagnostics": []})["data"]["selectedText"]
    assert call(STATE | {"diagnostics": []}, {"captureSelection": False})["error"]["code"] == "NO_DIAGNOSTICS"
    assert (
        call(empty | {"terminalOutput": "\n \n"}, {"captureTerminal": True})["error"]["code"]
        == "NO_DIAGNOSTICS"
    )


def test_secrets_are_masked_everywhere_and_said():
    key = (
        "-----BEGIN PRIVATE KEY-----\n"
        + "MIIEvQIBADANBgkqhkiG9w0B\n" * 60
        + "-----END PRIVATE KEY-----\ndone"
    )
    state = STATE | {
        "selectedText": 'val password = "hunter2"',
        "diagnostics": [STATE["diagnostics"][0] | {"message": "bad token=51f0c9a7d2b84e63"}],
        "terminalOutput": key,
    }
    answer = call(state, {"captureTerminal": True})
    text = str(answer)
    assert not any(secret in text for secret in ("hunter2", "51f0c9a7d2b84e63", "MIIEvQ"))
    assert answer["data"]["terminalOutput"].endswith("done")
    assert any("private_key" in note for note in answer["meta"]["provenance"])


def test_the_terminal_is_given_as_it_shows_in_the_end():
    output = "\x1b[2K10%\r55%\r\x1b[1m100%\x1b[0m\r\n\x1b]0;title\x07e: pass\x1b[31mword=hunter2\x1b[0m\r\nlast\r\n"
    answer = call(STATE | {"terminalOutput": output}, {"captureTerminal": True})
    assert answer["data"]["terminalOutput"] == "100%\ne: password=<redacted password>\nlast"


def test_a_cursor_that_was_never_sent_is_the_start():
    assert call({"activeFile": "A.kt", "selectedText": "x"})["data"]["cursorPosition"] == {
        "line": 1,
        "character": 1,
    }


@pytest.mark.parametrize(
    "given",
    [
        {"captureSelection": "yes"},
        {"captureTerminal": 1},
        {"captureDiagnostics": None},
        {"captureScreen": True},
    ],
)
def test_what_is_no_choice_of_what_to_capture(given):
    answer = call(STATE, given)
    assert answer["error"]["code"] == "INVALID_PARAMETERS"
    assert next(iter(given)) in answer["error"]["message"]
