"""Errors that the server survives: each leaves a word in the log or in what the caller sees."""

import asyncio
import logging
import threading
from concurrent.futures import Future
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from pygls.exceptions import JsonRpcInternalError

from lsp_server import server_status
from lsp_server.cli import cli
from lsp_server.features.log_line_location import _places
from lsp_server.language_server import Server, create_server
from lsp_server.user_dialogs import UserDialogs
from lsp_server.user_session import Session
from models.settings import Settings
from tests.project_folder import write_file


@pytest.fixture
def session(tmp_path):
    root = tmp_path / "app"
    write_file(root, "Basket.kt", "package shop\nclass Basket {\n    fun pay() = Unit\n}\n")
    made = Session([root], tmp_path / "data", Settings(mapping_file=str(tmp_path / "missing.txt")))
    yield made
    made.close()


def test_a_mapping_that_cannot_be_read_is_logged(session, caplog):
    session.start_indexing()
    session.wait_for_index()
    # A frame that only a mapping could translate.
    _places(session, "java.lang.IllegalStateException: x\n\tat a.b.c(SourceFile:1)\n\tat a.a.a(SourceFile:2)")
    assert "missing.txt" in caplog.text


def test_libraries_that_failed_are_not_being_read_for_ever(tmp_path):
    def fail():
        raise ValueError("no table")

    session = Session([tmp_path], tmp_path / "data", Settings(), caches=fail)
    session.start_indexing()
    session.wait_for_libraries()
    told = server_status.describe(session)["libraries"]
    session.close()
    assert told == {"state": "failed", "problem": "ValueError: no table"}


def test_a_client_that_cannot_ask_its_user_is_logged(caplog, monkeypatch):
    async def refuse(_self, _question):
        raise JsonRpcInternalError("no window")

    caplog.set_level(logging.INFO)
    monkeypatch.setattr(Server, "window_show_message_request_async", refuse)
    server = create_server()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    server.loop = loop
    try:
        assert UserDialogs(server).choose("May it?", ("Allow",)) is None
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
    assert "no window" in caplog.text


def test_a_defect_of_our_own_is_no_refusal_of_the_editor(monkeypatch):
    from lsp_server.features import apply_edit

    def broken(work, _loop):
        work.close()
        asked = Future()
        asked.set_exception(AttributeError("a defect"))
        return asked

    async def never(_params):
        raise AssertionError

    monkeypatch.setattr(apply_edit, "_workspace_edit", lambda *_: None)
    monkeypatch.setattr(apply_edit.asyncio, "run_coroutine_threadsafe", broken)
    server = SimpleNamespace(loop=object(), workspace_apply_edit_async=never)
    with pytest.raises(AttributeError):
        apply_edit.edit_in_editor(server, SimpleNamespace(label="Edit"))


def test_bytes_that_no_encoding_reads_are_reported(tmp_path):
    log = tmp_path / "log.txt"
    log.write_bytes(b"java.lang.IllegalStateException: caf\xe9\n\tat com.shop.Basket.pay(Basket.kt:3)\n")
    done = CliRunner().invoke(cli, ["analyze", str(log), "--workspace", str(tmp_path)])
    assert "1 bytes or characters were not readable" in done.stderr
