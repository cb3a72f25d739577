"""Long work shows progress in the editor, and tools answer meanwhile."""

import asyncio
from types import SimpleNamespace

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcInternalError
from pytest_lsp import ClientServerConfig

from lsp_server.progress import Progress
from tests.lsp_server.conftest import call, connect
from tests.project_folder import write_file
from tests.rca_process import rca_command


@pytest.fixture
def large_project(tmp_path):
    root = tmp_path / "large"
    for module in range(30):
        for number in range(40):
            name = f"Part{module}x{number}"
            calls = "\n".join(f"    fun f{line}(): Int = f{line + 1}() + {line}" for line in range(40))
            text = f"package com.example.m{module}\n\nclass {name} {{\n{calls}\n}}\n"
            write_file(root, f"module{module}/src/{name}.kt", text)
    return root


async def test_indexing_shows_a_bar_that_ends_and_tools_answer_meanwhile(
    large_project, environment, tmp_path
):
    config = ClientServerConfig(
        server_command=rca_command("serve"),
        server_env={**environment, "RCA_DATA_DIR": str(tmp_path / "data")},
    )
    editor = await config.start()
    await connect(editor, large_project)
    reading = await asyncio.wait_for(
        call(editor, "read_file", {"filePath": "module0/src/Part0x0.kt", "lineEnd": 1}), 60
    )
    assert reading["success"]
    trace = "java.lang.IllegalStateException: x\n\tat com.example.m3.Part3x7.f1(Part3x7.kt:5)\n"
    early = await asyncio.wait_for(call(editor, "analyze_error", {"errorText": trace}), 60)
    assert early["success"] or early["error"]["code"] == "TOOL_TIMEOUT"
    if early["success"] and early["data"]["culprit"] is None:
        assert any("still being indexed" in line for line in early["meta"]["provenance"])

    for _ in range(900):
        values = [report for reports in editor.progress_reports.values() for report in reports]
        if any(isinstance(value, types.WorkDoneProgressEnd) for value in values):
            break
        await asyncio.sleep(0.1)
    assert isinstance(values[0], types.WorkDoneProgressBegin)
    assert values[0].title == "Indexing Kotlin and Java"
    shares = [value.percentage for value in values if isinstance(value, types.WorkDoneProgressReport)]
    assert shares == sorted(shares)
    assert isinstance(values[-1], types.WorkDoneProgressEnd)

    late = await call(editor, "analyze_error", {"errorText": trace})
    assert late["data"]["culprit"]["filePath"] == "module3/src/Part3x7.kt"
    await editor.shutdown_session()
    await editor.stop()


class _SlowClient:
    """Takes its time to make a bar, as an editor that is busy does."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    async def create_async(self, _token):
        await asyncio.sleep(0.2)

    def begin(self, _token, _value):
        self.seen.append("begin")

    def report(self, _token, value):
        self.seen.append(value.message)

    def end(self, _token, _value):
        self.seen.append("end")


def _quick_bar(client, monkeypatch):
    monkeypatch.setattr("lsp_server.progress.MIN_SECONDS", 0)
    monkeypatch.setattr("lsp_server.progress._EVERY_SECONDS", 0)
    window = types.WindowClientCapabilities(work_done_progress=True)
    server = SimpleNamespace(
        client_capabilities=types.ClientCapabilities(window=window),
        loop=asyncio.get_running_loop(),
        work_done_progress=client,
    )
    return Progress(server, "Linking")


@pytest.mark.parametrize("reports", [1, 3])
async def test_a_bar_that_ends_before_it_is_there_ends(monkeypatch, reports):
    client = _SlowClient()
    bar = _quick_bar(client, monkeypatch)
    for done in range(reports):
        bar.report(done + 1, reports)
    bar.end()
    for _ in range(1500):
        if "end" in client.seen:
            break
        await asyncio.sleep(0.02)
    assert client.seen == ["begin", *(f"{done + 1} of {reports}" for done in range(reports)), "end"]


async def test_a_bar_that_was_never_shown_asks_for_nothing():
    client = _SlowClient()
    server = SimpleNamespace(
        client_capabilities=types.ClientCapabilities(),
        loop=asyncio.get_running_loop(),
        work_done_progress=client,
    )
    bar = Progress(server, "Linking")
    bar.report(1, 2)
    bar.end()
    await asyncio.sleep(0.05)
    assert client.seen == []


class _RefusingClient(_SlowClient):
    async def create_async(self, _token):
        self.seen.append("refused")
        raise JsonRpcInternalError("no bars today")


async def test_a_bar_that_the_client_refuses_is_not_spoken_of(monkeypatch):
    client = _RefusingClient()
    bar = _quick_bar(client, monkeypatch)
    bar.report(1, 3)
    bar.report(2, 3)
    bar.end()
    for _ in range(1500):
        if client.seen:
            break
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.1)
    assert client.seen == ["refused"]
