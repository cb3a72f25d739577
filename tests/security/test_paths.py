"""Paths that lead elsewhere, as either system spells them, and links, also those put there meanwhile."""

from __future__ import annotations

import ctypes
import os
import threading
from pathlib import Path

import pytest

from rca.files import atomic_write
from rca.files.directory_handle import opened
from rca.files.path_syntax import checked
from rca.tool_failure import Failure
from rca.toolkit import tool_catalog
from tests.security.attempts import Row, params
from tests.tools.file_project import FileProject

SPELLINGS = (
    Row("`../secret` out of the workspace", "INVALID_PATH", "../outside/secret"),
    Row("`a/../../secret`", "INVALID_PATH", "a/../../outside/secret"),
    Row("`..\\secret`, separators of Windows", "INVALID_PATH", "..\\outside\\secret"),
    Row("`/etc/passwd`, absolute", "INVALID_PATH", "/etc/passwd"),
    Row("`//server/share`, a network path", "INVALID_PATH", "//server/share/x"),
    Row("`\\\\server\\share`, a network path", "INVALID_PATH", "\\\\server\\share\\x"),
    Row("`\\\\?\\C:\\x`, a device path", "INVALID_PATH", "\\\\?\\C:\\x"),
    Row("`C:\\Windows`, a drive", "INVALID_PATH", "C:\\Windows\\x"),
    Row("`C:x`, relative to a drive", "INVALID_PATH", "C:x"),
    Row("`file:///etc/passwd`", "INVALID_PATH", "file:///etc/passwd"),
    Row("`file://server/share/x`", "INVALID_PATH", "file://server/share/x"),
    Row("`file:///%2e%2e/etc/passwd`, escaped", "INVALID_PATH", "file:///%2e%2e/etc/passwd"),
    Row("`CON`, a device", "INVALID_PATH", "CON"),
    Row("`src/nul.txt`, a device with an ending", "INVALID_PATH", "src/nul.txt"),
    Row("`COM1 .log`, a device with a blank", "INVALID_PATH", "COM1 .log"),
    Row("`LPT³`, a device with a raised number", "INVALID_PATH", "LPT³"),
    Row("`file.txt:stream`, a stream", "INVALID_PATH", "file.txt:stream"),
    Row("`file.txt::$DATA`", "INVALID_PATH", "file.txt::$DATA"),
    Row("`secret.`, a dot that Windows drops", "INVALID_PATH", "secret."),
    Row("`secret `, a blank that Windows drops", "INVALID_PATH", "secret "),
    Row("`.../x`, three dots", "INVALID_PATH", ".../x"),
    Row("a NUL character inside", "INVALID_PATH", "a\0b"),
    Row("a line end inside", "INVALID_PATH", "a\nb"),
    Row("blanks alone", "INVALID_PATH", "   "),
    Row("a link to a folder outside, and a name below it", "INVALID_PATH", "away/secret"),
    Row("a link to a file outside", "INVALID_PATH", "secret-link"),
    Row("a link to a link to a folder outside", "INVALID_PATH", "far/secret"),
    Row("a link to nothing, outside", "INVALID_PATH", "dangling"),
    Row("a link to itself", "INVALID_PATH", "loop"),
    Row("a link to the folder above, and down again", "INVALID_PATH", "up/outside/secret"),
)
WINDOWS = (
    Row("`C:\\work\\A.kt`, absolute, on Windows itself", "looked at as `C:/work/A.kt`", "C:\\work\\A.kt"),
    Row("`C:A.kt` on Windows", "INVALID_PATH", "C:A.kt"),
    Row("`C:\\work\\aux`, a device, on Windows", "INVALID_PATH", "C:\\work\\aux"),
    Row("`C:\\a.kt:x`, a stream, on Windows", "INVALID_PATH", "C:\\a.kt:x"),
    Row("`\\\\server\\share\\x` on Windows", "INVALID_PATH", "\\\\server\\share\\x"),
)
GIT = (
    Row("a new hook in `.git/hooks`", "INVALID_PATH", ".git/hooks/pre-commit"),
    Row("`.GIT/config`, in capitals", "INVALID_PATH", ".GIT/config"),
    Row("a link to `.git`, and a name below it", "INVALID_PATH", "git-link/config"),
    Row("`sub/.git/config`, of a repository inside", "INVALID_PATH", "sub/.git/config"),
)
RACES = (
    Row(
        "a folder becomes a link out after it was checked, before a file is created", "INVALID_PATH", "create"
    ),
    Row("the same before a folder is made", "ALREADY_EXISTS", "folder"),
    Row("the same before a file is replaced", "INVALID_PATH", "replace"),
    Row("the file itself becomes a link out before it is replaced", "INVALID_PATH", "file"),
    Row(
        "a folder that turns from folder to link and back, 150 files created meanwhile",
        "nothing outside",
        "flip",
    ),
)
TABLES = {
    "Paths, with every tool that takes one": SPELLINGS,
    "Paths on Windows": WINDOWS,
    "Git's own folder": GIT,
    "Links put in the way meanwhile": RACES,
}


_HERE, _EXCHANGE = -100, 2
"""Of renameat2(2): two names change places in one step."""


@pytest.fixture
def project(tmp_path):
    made = FileProject(tmp_path)
    outside = tmp_path / "outside"
    (outside / "empty").mkdir(parents=True)
    (outside / "secret").write_text("secret")
    made.add("""
        // file: sub/.git/config
        x
        // file: .git/config
        x
    """)
    links = {
        "away": outside, "secret-link": outside / "secret", "far": "away", "dangling": outside / "new",
        "loop": "loop", "up": "..", "git-link": ".git",
    }  # fmt: skip
    for name, target in links.items():
        (made.root / name).symlink_to(target)
    return made


CALLS = {
    "list_dirs": ("path", {}),
    "list_files": ("path", {}),
    "file_search": ("path", {"pattern": "*"}),
    "grep_search": ("path", {"pattern": "s"}),
    "create_file": ("filePath", {"content": "x"}),
    "create_directory": ("path", {}),
    "replace_string_in_file": ("filePath", {"oldString": "s", "newString": "t"}),
    "run_in_terminal": ("path", {"command": "touch ran"}),
}


@pytest.mark.parametrize(**params(SPELLINGS))
def test_no_tool_takes_it(project, row):
    codes = set()
    for name, (parameter, others) in CALLS.items():
        error = project.refused(tool_catalog.load(name), **{parameter: row.given}, **others)
        codes.add(error["code"])
    assert codes == {row.came_back}
    untouched(project)
    assert project.asked == [], "nobody is asked about what is not done"


READING = {
    "read_file": ("filePath", {}),
    "get_code_context": ("filePath", {"line": 1}),
    "get_file_summary": ("filePath", {}),
    "get_config_schema": ("filePath", {}),
    "check_conventions": ("filePath", {}),
    "analyze_error": ("filePath", {}),
    "analyze_heap_dump": ("filePath", {}),
    "find_callers_of_function": ("filePath", {"functionName": "secret"}),
    "trace_value_origin": ("filePath", {"line": 1, "expression": "secret"}),
    "find_references": ("filePath", {"symbol": "secret"}),
    "get_dependencies": ("filePath", {}),
    "get_dependents": ("filePath", {}),
    "analyze_impact": ("filePath", {}),
    "detect_patterns": ("path", {}),
}
"""On this system some spellings are names that a file may have: then there is none of it."""


@pytest.mark.parametrize(**params(SPELLINGS))
def test_no_tool_reads_it(project, row):
    project.workspace.index()
    for name, (parameter, others) in READING.items():
        answer = project.call(tool_catalog.load(name), **{parameter: row.given}, **others)
        assert answer["success"] is False, name
        missing = {"INVALID_PATH", "FILE_NOT_FOUND", "DIRECTORY_NOT_FOUND"}
        assert answer["error"]["code"] in missing, (name, answer["error"])


def untouched(project):
    outside = project.root.parent / "outside"
    assert sorted(path.name for path in outside.rglob("*")) == ["empty", "secret"]
    assert (outside / "secret").read_text() == "secret"


@pytest.mark.parametrize(**params(WINDOWS))
def test_windows_on_windows(row):
    if row.came_back.startswith("looked"):
        assert f"looked at as `{checked(row.given, 'nt')}`" == row.came_back
        return
    with pytest.raises(Failure) as caught:
        checked(row.given, "nt")
    assert caught.value.error.code == row.came_back


@pytest.mark.parametrize(**params(GIT))
def test_git_keeps_its_folder(project, row):
    for name in ("create_file", "create_directory", "replace_string_in_file"):
        parameter, others = CALLS[name]
        assert (
            project.refused(tool_catalog.load(name), **{parameter: row.given}, **others)["code"]
            == row.came_back
        )
    assert project.read(".git/config") == b"x\n"


@pytest.mark.parametrize(**params(RACES))
def test_links_put_there_meanwhile(project, row, monkeypatch):
    if row.given == "flip":
        assert flipped(project) == row.came_back
        return
    project.write("src/A.kt", "same")
    source, outside = project.root / "src", project.root.parent / "outside"

    def swap(*arguments, **named):
        if row.given == "file":
            (source / "A.kt").unlink()
            (source / "A.kt").symlink_to(outside / "secret")
        else:
            source.rename(project.root / "gone")
            source.symlink_to(outside)
        monkeypatch.setattr(atomic_write, "opened", opened)
        return opened(*arguments, **named)

    monkeypatch.setattr(atomic_write, "opened", swap)
    tool, parameters = {
        "create": ("create_file", {"path": "src/new/B.kt", "content": "x"}),
        "folder": ("create_directory", {"path": "src/new"}),
        "replace": ("replace_string_in_file", {"path": "src/A.kt", "oldString": "s", "newString": "t"}),
        "file": ("replace_string_in_file", {"path": "src/A.kt", "oldString": "s", "newString": "t"}),
    }[row.given]
    assert project.refused(tool_catalog.load(tool), **parameters)["code"] == row.came_back
    untouched(project)


def flipped(project):
    """Create files below a folder that another thread swaps for a link all the time."""
    outside = project.root.parent / "outside"
    folder, link = project.root / "flip", project.root / "flip-link"
    folder.mkdir()
    link.symlink_to(outside)
    stop = threading.Event()
    libc = ctypes.CDLL(None)

    def swap():
        while not stop.is_set():
            libc.renameat2(_HERE, os.fsencode(folder), _HERE, os.fsencode(link), _EXCHANGE)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        codes = {
            answer.get("error", {}).get("code")
            for number in range(150)
            for answer in [
                project.call(tool_catalog.load("create_file"), path=f"flip/f{number}", content="x")
            ]
        }
    finally:
        stop.set()
        thread.join()
    assert {None, "INVALID_PATH"} >= codes, codes
    found = sorted(path.name for path in Path(outside).rglob("*"))
    return "nothing outside" if found == ["empty", "secret"] else f"outside: {found}"


def test_every_tool_that_takes_a_path_is_in_a_table():
    taking = {
        tool.name
        for tool in tool_catalog.load_all("all")
        if {"file_path", "path"} & tool.params.model_fields.keys()
    }
    assert taking == CALLS.keys() | READING.keys()
