"""Paths are confined to the workspace, and every bad one gets its own error."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.project_text import write_project
from models.error_codes import ErrorCode
from rca.tool_failure import Failure
from rca.workspace import DocumentOpened, Workspace


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "app"
    (root / "src" / "main").mkdir(parents=True)
    (root / "src" / "main" / "Main.kt").write_text("fun main() {}\n")
    (tmp_path / "secret.txt").write_text("secret")
    return root


@pytest.fixture
def workspace(folder, tmp_path):
    made = Workspace([folder], tmp_path / "data")
    made.index()
    yield made
    made.close()


def failure(workspace, path) -> Failure:
    with pytest.raises(Failure) as caught:
        workspace.snapshot.read(path)
    return caught.value.error


@pytest.mark.parametrize(
    "path",
    [
        "src/main/Main.kt",
        "./src/../src/main/Main.kt",
        "src//main/Main.kt",
        "src\\main\\Main.kt",
        "{root}/src/main/Main.kt",
        "file://{root}/src/main/Main.kt",
    ],
)
def test_spellings_of_one_file(workspace, folder, path) -> None:
    found = workspace.snapshot.resolve(path.format(root=folder))
    assert (found.path, found.inside) == ("src/main/Main.kt", "src/main/Main.kt")


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "{root}/../secret.txt",
        "/etc/passwd",
        "src/../../secret.txt",
        "..\\secret.txt",
        "a\0b",
        "",
        "  ",
    ],
)
def test_paths_outside_and_unusable(workspace, folder, path) -> None:
    assert failure(workspace, path.format(root=folder)).code == ErrorCode.INVALID_PATH


def test_symlinks_that_lead_out_dangle_or_loop(workspace, folder, tmp_path) -> None:
    (folder / "out.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "outside").symlink_to(tmp_path)
    (folder / "dangling").symlink_to(folder / "nowhere")
    (folder / "dangling-out").symlink_to(tmp_path / "nowhere")
    (folder / "loop").symlink_to(folder / "loop")
    (folder / "inside.kt").symlink_to(folder / "src" / "main" / "Main.kt")
    assert failure(workspace, "out.txt").code == ErrorCode.INVALID_PATH
    assert failure(workspace, "outside/secret.txt").code == ErrorCode.INVALID_PATH
    assert failure(workspace, "dangling").code == ErrorCode.FILE_NOT_FOUND
    assert failure(workspace, "dangling-out").code == ErrorCode.INVALID_PATH
    assert failure(workspace, "loop").code in (ErrorCode.INVALID_PATH, ErrorCode.FILE_NOT_FOUND)
    assert workspace.snapshot.resolve("inside.kt").path == "src/main/Main.kt"


def test_missing_files_come_with_a_suggestion(workspace) -> None:
    moved = failure(workspace, "lib/Main.kt")
    assert (moved.code, moved.details) == (ErrorCode.FILE_NOT_FOUND, {"similar": ["src/main/Main.kt"]})
    misspelt = failure(workspace, "src/main/main.kt")
    assert misspelt.suggestion == "Did you mean src/main/Main.kt?"
    assert failure(workspace, "src/main/Main.kt/x").code == ErrorCode.FILE_NOT_FOUND
    assert failure(workspace, "x" * 5000).code in (ErrorCode.INVALID_PATH, ErrorCode.FILE_NOT_FOUND)


def test_folders_pipes_binary_and_huge_files(workspace, folder) -> None:
    assert failure(workspace, "src").code == ErrorCode.INVALID_PATH
    os.mkfifo(folder / "pipe")
    assert failure(workspace, "pipe").code == ErrorCode.INVALID_PATH
    (folder / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\r")
    binary = failure(workspace, "logo.png")
    assert binary.code == ErrorCode.BINARY_FILE
    assert binary.details is not None
    assert binary.details["hexPreview"].startswith("89 50 4e 47")
    with (folder / "huge.log").open("wb") as file:
        file.truncate(10 * 1024 * 1024 + 1)
    huge = failure(workspace, "huge.log")
    assert (huge.code, huge.details["limit"]) == (ErrorCode.TOO_LARGE, 10 * 1024 * 1024)


def test_unreadable_files_and_folders(workspace, folder, obeyed_permissions) -> None:
    (folder / "closed.txt").write_text("x")
    (folder / "closed.txt").chmod(0)
    assert failure(workspace, "closed.txt").code == ErrorCode.PERMISSION_DENIED
    (folder / "vault").mkdir()
    (folder / "vault" / "a.txt").write_text("x")
    (folder / "vault").chmod(0)
    assert failure(workspace, "vault/a.txt").code == ErrorCode.PERMISSION_DENIED
    (folder / "vault").chmod(0o700)


def test_folders_are_resolved_too(workspace) -> None:
    assert workspace.snapshot.resolve_directory("src/main").path == "src/main"
    assert workspace.snapshot.resolve_directory(".").path == ""
    with pytest.raises(Failure) as caught:
        workspace.snapshot.resolve_directory("src/test")
    assert caught.value.error.code == ErrorCode.DIRECTORY_NOT_FOUND


def test_a_folder_that_is_none(tmp_path) -> None:
    with pytest.raises(Failure) as caught:
        Workspace([tmp_path / "missing"], tmp_path / "data")
    assert caught.value.error.code == ErrorCode.DIRECTORY_NOT_FOUND


def test_a_file_that_the_user_named_may_lie_outside(folder, tmp_path) -> None:
    workspace = Workspace([folder], tmp_path / "data", [tmp_path / "secret.txt"])
    found = workspace.snapshot.resolve(str(tmp_path / "secret.txt"))
    assert found.root is None
    assert workspace.snapshot.read(str(tmp_path / "secret.txt")).text == "secret"
    (tmp_path / "other.txt").write_text("x")
    assert failure(workspace, str(tmp_path / "other.txt")).code == ErrorCode.INVALID_PATH
    workspace.close()


def test_several_folders_and_their_names(tmp_path) -> None:
    write_project(
        tmp_path,
        """
        // file: app/A.kt
        package p
        class A
        // file: lib/B.kt
        package p
        class B
        // file: other/lib/C.kt
        package p
        class C
        """,
    )
    roots = [tmp_path / "app", tmp_path / "lib", tmp_path / "other" / "lib", tmp_path / "app"]
    workspace = Workspace(roots, tmp_path / "data")
    workspace.index()
    snapshot = workspace.snapshot
    assert list(snapshot.files(".kt")) == ["A.kt", "lib/B.kt", "lib~2/C.kt"]
    assert [snapshot.index.find_classes(name)[0].path for name in "ABC"] == ["A.kt", "lib/B.kt", "lib~2/C.kt"]
    assert snapshot.resolve("B.kt").path == "lib/B.kt"
    assert snapshot.resolve("lib~2/C.kt").absolute == tmp_path / "other" / "lib" / "C.kt"
    workspace.apply(DocumentOpened(tmp_path / "lib" / "New.kt", "class New", 1))
    assert workspace.snapshot.index.find_classes("New")[0].path == "lib/New.kt"
    workspace.close()


@given(
    st.lists(
        st.sampled_from(["..", ".", "src", "main", "Main.kt", "~", "a", "C:", "", "\\", "\u202e"]), max_size=8
    )
)
@settings(max_examples=150, deadline=None)
def test_no_path_ever_leads_out(tmp_path_factory, parts) -> None:
    root = tmp_path_factory.getbasetemp() / "confined"
    (root / "src" / "main").mkdir(parents=True, exist_ok=True)
    (root / "src" / "main" / "Main.kt").write_text("x")
    workspace = Workspace([root], tmp_path_factory.getbasetemp() / "confined-data")
    real, code = root.resolve(), None
    try:
        real = workspace.snapshot.resolve("/".join(parts)).absolute.resolve()
    except Failure as failed:
        code = failed.error.code
    workspace.close()
    assert real.is_relative_to(root.resolve())
    assert code in (None, ErrorCode.INVALID_PATH, ErrorCode.FILE_NOT_FOUND)
