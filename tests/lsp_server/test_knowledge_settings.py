"""What an editor's user sets about past solutions holds at once."""

import asyncio
from http.server import BaseHTTPRequestHandler

import pytest
from lsprotocol import types

from lsp_server.language_server import Server
from lsp_server.progress import progress_bars
from tests.http_server import LocalServer
from tests.lsp_server.editors import editor

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def team_server():
    """A server that counts who asks, and is none of a team."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_arguments):
            pass

    server = LocalServer(Handler)
    yield server.url, asked
    server.close()


async def test_a_team_that_is_set_later_is_exchanged_with_without_a_restart(
    own_app, environment, tmp_path, team_server
):
    url, asked = team_server
    own = {name: value for name, value in environment.items() if name != "RCA_KNOWLEDGE_DENSE"}
    knowledge = {"embeddingModel": str(tmp_path / "none"), "starter": False}
    data = {"RCA_DATA_DIR": str(tmp_path / "data")}
    async with editor(own | data, [own_app], "visual-studio-code", {"knowledge": knowledge}) as made:
        made.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(settings={"rca": {"knowledge": knowledge | {"url": url}}})
        )
        for _ in range(1_500):
            if asked:
                break
            await asyncio.sleep(0.02)
    assert asked[:1] == ["/api/v2/heartbeat"]


async def test_later_work_has_a_bar_each_time(monkeypatch):
    told = []

    class Bar:
        def __init__(self, _server, title):
            self.title = title

        def report(self, done, total):
            told.append((self.title, done, total))

        def end(self):
            told.append((self.title, "end"))

    monkeypatch.setattr("lsp_server.progress.Progress", Bar)
    report = progress_bars(Server())
    for what in (
        ("Building the vector index", 5, 9),
        ("", 0, 0),
        ("", 0, 0),
        ("Embedding", 1, 0),
        ("", 0, 0),
    ):
        report(*what)
    assert told == [
        ("Building the vector index", 5, 9),
        ("Building the vector index", "end"),
        ("Embedding", 1, 0),
        ("Embedding", "end"),
    ]
