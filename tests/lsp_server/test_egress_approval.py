"""The question before anything leaves the machine, as an editor and a terminal show it."""

import json
import os
import pty
import subprocess

import pytest
from lsprotocol import types
from pytest_lsp import ClientServerConfig

from tests.lsp_server.conftest import call, connect
from tests.rca_process import rca_command
from tests.web.loopback import Web

QUESTION = {"query": "Fragment not attached to a context", "sources": ["stackoverflow"]}


@pytest.fixture
def web():
    server = Web()
    yield server
    server.close()


@pytest.fixture
def away(environment, web, tmp_path):
    """An environment whose sources are on the loopback server, with consent of its own."""
    return {
        **{name: value for name, value in environment.items() if "proxy" not in name.lower()},
        "RCA_DATA_DIR": str(tmp_path / "data"),
        "RCA_KNOWLEDGE_STARTER": "off",
        "RCA_STACKOVERFLOW_URL": f"{web.base}/se",
        "RCA_GITHUB_URL": f"{web.base}/gh",
    }


@pytest.fixture
async def editor(tmp_path, away):
    """A plain editor: it knows nothing of ours and shows what `window/showMessageRequest` asks."""
    root = tmp_path / "project"
    root.mkdir()
    config = ClientServerConfig(server_command=rca_command("serve"), server_env=away)
    client = await config.start()
    client.asked, client.choice = [], None

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(_params):
        return None

    @client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    def ask(params: types.ShowMessageRequestParams):
        client.asked.append(params)
        return next((one for one in params.actions if one.title.startswith(client.choice or "?")), None)

    await connect(client, root)
    yield client
    await client.shutdown_session()


async def test_an_editor_shows_the_exact_text_and_its_choice_counts(editor, web):
    editor.choice = "Allow once"
    answer = await call(editor, "web_search_wiki", QUESTION)
    assert answer["success"], answer
    (shown,) = editor.asked
    host = web.base.removeprefix("http://")
    assert f"GET {web.base}{web.lines[0]}" in shown.message
    assert [action.title for action in shown.actions] == ["Allow once", f"Always allow {host}", "Never"]
    editor.choice = "Always"
    for query in ("another question", "a third question"):
        assert (await call(editor, "web_search_wiki", {**QUESTION, "query": query}))["success"]
    assert len(editor.asked) == 2


async def test_a_dialog_that_is_closed_allows_nothing(editor, web):
    answer = await call(editor, "web_search_wiki", QUESTION)
    assert answer["error"]["code"] == "NETWORK_DISABLED"
    editor.choice = "Never"
    assert (await call(editor, "web_search_wiki", QUESTION))["error"]["code"] == "APPROVAL_DENIED"
    answer = await call(editor, "web_search_wiki", QUESTION)
    assert answer["error"]["code"] == "NETWORK_DISABLED"
    assert "you said never" in answer["error"]["message"]
    assert len(editor.asked) == 2
    assert web.asked == []


async def test_an_analysis_asks_as_well(editor, web):
    editor.choice = "Allow once"
    trace = "java.lang.IllegalStateException: Fragment not attached\n\tat androidx.fragment.app.Fragment.x(F.java:1)"
    answer = await call(editor, "analyze_error", {"errorText": trace, "includeWeb": True})
    assert answer["data"]["webResults"], answer["meta"]
    assert len(editor.asked) == 1, "both sources are on one host"
    assert {path for path, _, _ in web.asked} == {"/se/search/advanced", "/gh/search/issues"}


@pytest.fixture
def rca(away, tmp_path):
    def run(*arguments):
        return subprocess.run(
            rca_command(*arguments),
            capture_output=True,
            encoding="utf-8",
            env=away,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            timeout=90,
            check=False,
        )

    return run


def test_a_script_is_told_what_to_do(rca, web):
    done = rca("web", "search", "Fragment not attached", "--json")
    assert done.returncode == 1
    error = json.loads(done.stdout)["error"]
    assert error["code"] == "NETWORK_DISABLED"
    host = web.base.removeprefix("http://")
    assert f"rca web allow {host}" in error["suggestion"]
    assert "--yes" in error["suggestion"]
    assert web.asked == []
    assert rca("web", "search", "Fragment not attached", "--yes", "-s", "github").returncode == 0
    assert rca("web", "allow", web.base).returncode == 0
    done = rca("call", "web_search_wiki", "--json", json.dumps(QUESTION))
    assert json.loads(done.stdout)["success"]
    listed = json.loads(rca("web", "hosts", "--json").stdout)
    assert listed["hosts"] == {host: "always"}
    assert rca("web", "never", host).returncode == 0
    assert json.loads(rca("web", "hosts", "--json").stdout)["hosts"] == {host: "never"}
    assert rca("web", "forget", host).returncode == 0
    assert rca("web", "forget", host).returncode == 2


def test_results_are_shown_with_who_wrote_them(rca):
    done = rca("web", "search", "Fragment not attached to a context", "-s", "stackoverflow", "--yes")
    assert "Fragment not attached to a context & crash" in done.stdout
    assert "Robin & Co" in done.stdout
    assert "CC BY-SA 3.0" in done.stdout
    assert "Sending to 127.0.0.1" in done.stderr


def test_own_documentation_is_added_listed_found_and_removed(rca, tmp_path, web):
    folder = tmp_path / "handbook"
    folder.mkdir()
    (folder / "elvis.md").write_text("# Elvis operator\n\nThe right side counts.\n")
    added = rca("web", "docs", "add", folder, "--licence", "CC BY 4.0")
    assert added.stdout == "handbook: 1 pages, 1 indexed again, 0 removed\n"
    (listed,) = json.loads(rca("web", "docs", "list", "--json").stdout)
    assert (listed["name"], listed["pages"], listed["licence"]) == ("handbook", 1, "CC BY 4.0")
    found = rca("web", "search", "elvis operator", "-s", "docs")
    assert (folder / "elvis.md").as_uri() in found.stdout
    (folder / "more.md").write_text("# More\n")
    assert rca("web", "docs", "update").stdout == "handbook: 2 pages, 1 indexed again, 0 removed\n"
    assert rca("web", "docs", "remove", "handbook").returncode == 0
    assert rca("web", "docs", "remove", "handbook").returncode == 2
    assert json.loads(rca("web", "docs", "list", "--json").stdout) == []
    assert web.asked == []


@pytest.mark.parametrize(
    ("typed", "code", "asked"),
    [
        ("o", None, 1),
        ("a", None, 1),
        ("n", "APPROVAL_DENIED", 0),
        ("never", "APPROVAL_DENIED", 0),
        ("\x04", "APPROVAL_DENIED", 0),
    ],
)
def test_a_person_at_a_terminal_sees_it_and_is_asked(away, web, tmp_path, typed, code, asked):
    terminal, inside = pty.openpty()
    command = ["web", "search", QUESTION["query"], "-s", "stackoverflow", "--json"]
    process = subprocess.Popen(
        rca_command(*command),
        stdin=inside,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=away,
        cwd=tmp_path,
    )
    os.close(inside)
    os.write(terminal, f"{typed}\n".encode())
    out, shown = process.communicate(timeout=60)
    os.close(terminal)
    envelope = json.loads(out)
    assert envelope.get("error", {}).get("code") == code
    assert f"GET {web.base}/se/search/advanced?" in shown.decode()
    assert len(web.asked) == asked
    said = (
        json.loads((tmp_path / "data" / "web-consent.json").read_text())["hosts"]
        if typed in ("a", "never")
        else {}
    )
    assert [one["decision"] for one in said.values()] == {"a": ["always"], "never": ["never"]}.get(typed, [])
