"""`rca uninstall --data`: all that was written goes, nothing else, and nothing while a server runs."""

import json
import os
import sqlite3
import subprocess
from pathlib import Path, PurePosixPath

import pytest

from lsp_server.own_data import PARTS, editor_storages, find_data, remove_data
from tests.rca_process import ROOT, rca_command

LARDER = ROOT / "examples" / "larder"


def rca(home, *arguments, given="", folder=None):
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("RCA_", "XDG_"))},
        "HOME": str(home),
        "RCA_DATA_DIR": str(home / "data"),
    }
    return subprocess.run(
        rca_command(*arguments),
        input=given,
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder or LARDER,
        timeout=100,
        check=False,
    )


@pytest.fixture
def home(tmp_path):
    """A home in which much was used: an analysis, a recorded solution, a search, an editor's storage."""
    home = tmp_path / "home"
    storage = home / ".config" / "Code" / "User" / "globalStorage" / "kotlin-rca.kotlin-rca"
    storage.mkdir(parents=True)
    (storage / "server.lock").write_text("1")
    assert rca(home, "analyze", "errors/01-crash.txt").returncode == 0
    search = json.dumps({"query": "NullPointerException", "minConfidence": 0})
    assert rca(home, "call", "vector_search_db", "--json", search).returncode == 0
    assert rca(home, "web", "allow", "api.github.com").returncode == 0
    assert rca(home, "knowledge", "backup", home / "data" / "knowledge" / "copy.db").returncode == 0
    return home


def test_all_that_was_written_is_listed_and_goes(home):
    shown = rca(home, "uninstall", "--data", given="n\n")
    assert shown.returncode == 0
    assert "Nothing was deleted" in shown.stdout
    for name in ("index", "knowledge", "globalStorage", "web-consent.json"):
        assert name in shown.stdout
    assert (home / "data" / "knowledge" / "ledger.db").is_file()
    done = rca(home, "uninstall", "--data", given="y\n")
    assert done.returncode == 0, done.stderr
    assert [path for path in home.rglob("*") if path.is_file()] == []
    assert not (home / "data").exists()
    assert "There is no data" in rca(home, "uninstall", "--data", "--yes").stdout


def test_what_is_not_ours_stays(home):
    (home / "data" / "thesis.txt").write_text("mine")
    (home / "data" / "index" / "x").symlink_to(home / "data" / "thesis.txt")
    done = rca(home, "uninstall", "--data", "--yes", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["foreign"] == [str(home / "data" / "thesis.txt")]
    assert [path.name for path in (home / "data").iterdir()] == ["thesis.txt"]


def test_it_refuses_while_a_server_has_the_data_open(home):
    (database,) = (home / "data" / "index").glob("*.db")
    other = sqlite3.connect(database)
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("SELECT count(*) FROM files").fetchone()
    refused = rca(home, "uninstall", "--data", "--yes")
    assert refused.returncode == 1
    assert f"In use by a running server: {database}" in refused.stderr
    assert database.is_file()
    other.close()
    assert rca(home, "uninstall", "--data", "--yes").returncode == 0


def test_a_real_server_is_seen(home):
    environment = {**os.environ, "HOME": str(home), "RCA_DATA_DIR": str(home / "data")}
    server = subprocess.Popen(
        rca_command("mcp", "--workspace", LARDER),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        text=True,
    )
    client = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    call = {"name": "analyze_error", "arguments": {"errorText": (LARDER / "errors/01-crash.txt").read_text()}}
    for message in (
        {"id": 1, "method": "initialize", "params": client},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": call},
    ):
        server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    server.stdin.flush()
    while json.loads(server.stdout.readline()).get("id") != 2:
        pass
    try:
        assert rca(home, "uninstall", "--data", "--yes").returncode == 1
        assert (home / "data" / "knowledge" / "ledger.db").is_file()
    finally:
        server.stdin.close()
        server.wait(timeout=60)
        server.stdout.close()
    assert rca(home, "uninstall", "--data", "--yes").returncode == 0


def test_without_data_it_says_how_to_remove_the_program(tmp_path):
    done = rca(tmp_path, "uninstall", folder=tmp_path)
    assert "pipx uninstall kotlin-rca" in done.stdout
    assert done.returncode == 0


def test_a_linked_part_is_not_followed(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "mine").write_text("mine")
    data = tmp_path / "data"
    data.mkdir()
    (data / "index").symlink_to(tmp_path / "elsewhere")
    found = find_data(data, {})
    assert found.places == ()
    assert remove_data(found) == []
    assert (tmp_path / "elsewhere" / "mine").is_file()


@pytest.mark.parametrize(
    ("system", "environment", "expected"),
    [
        ("linux", {"HOME": "/h"}, "/h/.config/VSCodium/User/globalStorage/kotlin-rca.kotlin-rca"),
        (
            "linux",
            {"HOME": "/h", "XDG_CONFIG_HOME": "/c"},
            "/c/Code/User/globalStorage/kotlin-rca.kotlin-rca",
        ),
        (
            "darwin",
            {"HOME": "/h"},
            "/h/Library/Application Support/Cursor/User/globalStorage/kotlin-rca.kotlin-rca",
        ),
        ("win32", {"USERPROFILE": "/u", "APPDATA": "/a"}, "/a/Code/User/globalStorage/kotlin-rca.kotlin-rca"),
        ("linux", {"HOME": "/h"}, "/h/.vscode-server/data/User/globalStorage/kotlin-rca.kotlin-rca"),
    ],
)
def test_the_storage_of_editors_on_each_system(system, environment, expected):
    assert PurePosixPath(expected) in {PurePosixPath(path) for path in editor_storages(environment, system)}


def test_every_part_of_the_data_folder_is_known():
    named = subprocess.run(
        ["grep", "-rhoE", r'(data_dir|data_folder\(\)) / "[a-z-]+"', "rca", "lsp_server", "--include=*.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert {line.split('"')[1] for line in named.splitlines()} == set(PARTS)


def test_no_home_means_no_storage_of_editors():
    assert list(editor_storages({}, "linux")) == []
    assert find_data(Path("/nowhere/at/all"), {}).places == ()
