"""Output pushed by the editor becomes events with culprit and verdict, told without being asked."""

import asyncio
import contextlib
import time

import pytest
from lsprotocol import types

from rca.events.error_store import ErrorStore
from tests.lsp_server.conftest import call, server


@pytest.fixture
def told(client):
    queue = asyncio.Queue()

    @client.feature("rca/errorEvents")
    def tell(params):
        queue.put_nowait(params.events)

    return queue


async def until(told, holds):
    async with asyncio.timeout(60):
        while True:
            events = await told.get()
            if holds(events):
                return events


def output(text, **more):
    return {"run": "1", "kind": "terminal", "name": "./gradlew run", "text": text, **more}


async def test_a_crash_in_the_terminal_is_told_with_its_culprit(client, told, own_app):
    source = next(path for path in sorted(own_app.rglob("*.kt")) if "    fun " in path.read_text())
    lines = source.read_text().splitlines()
    package = next(line.split()[1] for line in lines if line.startswith("package "))
    line = next(number for number, text in enumerate(lines, 1) if "    fun " in text)
    text = (
        'Exception in thread "main" java.lang.IllegalStateException: nothing left\n'
        f"\tat {package}.{source.stem}.run({source.name}:{line})\n"
    )
    client.protocol.notify("rca/output", output(text, ended=True))
    (event,) = await until(told, lambda events: events and events[0].culprit)
    assert event.culprit.filePath == source.relative_to(own_app).as_posix()
    assert event.culprit.line == line
    assert event.verdict in ("similar", "novel")
    assert event.count == 1
    answer = await client.protocol.send_request_async("rca/errorText", {"id": event.id})
    assert answer.text.startswith('Exception in thread "main"')
    client.protocol.notify("rca/dismissError", {"id": event.id})
    assert await until(told, lambda events: not events) == []
    answer = await client.protocol.send_request_async("rca/errorText", {"id": event.id})
    assert answer.text is None


async def test_a_message_that_is_none_costs_nothing(client, told):
    client.protocol.notify("rca/output", {"text": 5})
    client.protocol.notify(
        "rca/output", output("java.lang.IllegalStateException: x\n\tat a.B.c(B.kt:1)\n", ended=True)
    )
    (event,) = await until(told, lambda events: events)
    assert event.title == "java.lang.IllegalStateException: x"


async def test_a_frame_of_a_log_is_found_in_the_project(client, own_app):
    source = next(path for path in sorted(own_app.rglob("*.kt")) if "    fun " in path.read_text())
    package = next(line.split()[1] for line in source.read_text().splitlines() if line.startswith("package "))
    frame = f"    at {package}.{source.stem}.run({source.name}:3)"
    await call(client, "find_class", {"name": source.stem})  # the index is ready then
    answer = await client.protocol.send_request_async("rca/locate", {"text": frame})
    assert [(place.filePath, place.line) for place in answer.places] == [
        (source.relative_to(own_app).as_posix(), 3)
    ]
    for nothing in ("    at java.util.ArrayList.get(ArrayList.java:427)", "hello", ""):
        answer = await client.protocol.send_request_async("rca/locate", {"text": nothing})
        assert answer.places == []


async def test_a_button_that_says_what_it_does_stands_for_the_users_yes(client):
    record = {"rootCause": "It is cleared.", "solution": "Keep it.", "errorDescription": "The list is empty"}
    params = types.ExecuteCommandParams("rca.record_solution", [record, {"confirmed": True}])
    answer = await client.workspace_execute_command_async(params)
    assert answer["success"]
    assert client.asked == []
    params = types.ExecuteCommandParams(
        "rca.verify_solution", [{"id": answer["data"]["id"]}, {"confirmed": True}]
    )
    answer = await client.workspace_execute_command_async(params)
    assert answer["error"]["code"] != "APPROVAL_DENIED"
    params = types.ExecuteCommandParams("rca.record_solution", [record, {"confirmed": "yes"}])
    answer = await client.workspace_execute_command_async(params)
    assert answer["error"]["code"] == "APPROVAL_REQUIRED"
    assert len(client.asked) >= 1


async def test_errors_outlive_a_change_of_folders(client, told, tmp_path):
    def crash(run, name):
        text = f'Exception in thread "main" java.lang.{name}: x\n\tat a.B.c(B.kt:1)\n'
        client.protocol.notify("rca/output", {**output(text, ended=True), "run": run})

    crash("1", "IllegalStateException")
    (first,) = await until(told, lambda events: events)
    other = tmp_path / "other"
    other.mkdir()
    added = types.WorkspaceFoldersChangeEvent([types.WorkspaceFolder(other.as_uri(), "other")], [])
    client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(added))
    crash("2", "IllegalArgumentException")
    events = await until(told, lambda events: any("Argument" in event.title for event in events))
    assert first.id in [event.id for event in events]
    answer = await client.protocol.send_request_async("rca/errorText", {"id": first.id})
    assert "IllegalStateException" in answer.text


async def stored_as(data, state):
    """Wait until the only stored error has a state."""
    end = time.monotonic() + 60
    while True:
        states = [one.life.state for path in data.glob("errors/*.json") for one in ErrorStore(path).load()]
        if states == [state]:
            return
        assert time.monotonic() < end, states
        await asyncio.sleep(0.05)


async def test_errors_and_their_states_outlive_a_killed_server(own_app, environment, tmp_path):
    own = {**environment, "RCA_DATA_DIR": str(tmp_path)}
    crash = "java.lang.IllegalStateException: x\n\tat a.B.c(B.kt:1)\n"
    with contextlib.suppress(RuntimeError):  # its end is noticed
        async with server(own_app, own) as editor:
            queue = asyncio.Queue()

            @editor.feature("rca/errorEvents")
            def tell(params):
                queue.put_nowait(params.events)

            editor.protocol.notify("rca/output", output(crash, ended=True, exitCode=1))
            (event,) = await until(queue, lambda events: events)
            editor.protocol.notify("rca/markError", {"id": event.id, "state": "seen"})
            await until(queue, lambda events: events[0].state == "seen")
            await stored_as(tmp_path, "seen")  # it is told first
            editor._server.kill()
    async with server(own_app, own) as editor:
        told = await editor.protocol.send_request_async("rca/errors", {})
        assert [(one.id, one.state, one.count) for one in told.events] == [(event.id, "seen", 1)]
        editor.protocol.notify("rca/output", output("", run="2", ended=True, exitCode=0))
        end = time.monotonic() + 60
        while told.events[0].state != "resolved" and time.monotonic() < end:
            await asyncio.sleep(0.05)
            told = await editor.protocol.send_request_async("rca/errors", {})
        assert told.events[0].resolvedBy == "./gradlew run"
