"""Indexing under bad conditions: killed, a full disk, files that change under it, files of every kind."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rca.index.storage.file_record import Job, Record, Stamp, read_record
from rca.languages.registry import extract
from rca.workspace import FilesChanged, Workspace

_INDEX = (
    "import sys; from pathlib import Path; from rca.workspace import Workspace; import rca.index.update.indexer as i;"
    "i._POOL_BYTES = 0; i._BATCH_FILES = 4\n"
    "if __name__ == '__main__': Workspace([Path(sys.argv[1])], Path(sys.argv[2])).index()\n"
)
_FILES = 400


def _write_many(project) -> None:
    for n in range(_FILES):
        project.write(f"F{n}.kt", f"package p\nclass F{n} {{ fun f{n}() {{ f{n - 1}() }} }}\n" * 20)


def _totals(data: Path) -> int:
    for path in data.glob("index/*.db"):
        try:
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
                return int(connection.execute("SELECT count(*) FROM files").fetchone()[0])
        except sqlite3.Error:
            return 0
    return 0


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are POSIX")
def test_a_run_that_is_killed_is_gone_on_with(project, tmp_path) -> None:
    _write_many(project)
    script = tmp_path / "run.py"
    script.write_text(_INDEX)
    command = [sys.executable, str(script), str(project.root), str(project.data)]
    running = subprocess.Popen(command, start_new_session=True)
    deadline = time.monotonic() + 60
    while running.poll() is None and not _totals(project.data) and time.monotonic() < deadline:
        time.sleep(0.002)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    kept = _totals(project.data)
    workspace = Workspace([project.root], project.data)
    stats = workspace.index()
    index = workspace.snapshot.index
    assert stats.files == _FILES
    assert stats.parsed == _FILES - kept < _FILES
    assert not stats.notes
    for n in (0, 1, _FILES // 2, _FILES - 1):
        assert len(index.places(f"F{n}", "class")) == 1
        assert len(index.places(f"f{n}", "called")) == (n < _FILES - 1)
    workspace.close()


_SMALL_DISK = """
import resource, signal, sys
from pathlib import Path
from rca.workspace import Workspace
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
workspace = Workspace([Path(sys.argv[1])], Path(sys.argv[2]))
stats = workspace.index()
index = workspace.snapshot.index
print(stats.files, len(index.places("f7", "called")), index.ready, sep="\\n")
print(*stats.notes, sep="\\n")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of files are POSIX")
def test_a_full_disk_means_an_index_in_memory(project) -> None:
    _write_many(project)
    command = [sys.executable, "-c", _SMALL_DISK, str(project.root), str(project.data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    files, calls, ready, note = done.stdout.splitlines()
    assert (files, calls, ready) == (str(_FILES), "1", "True")
    assert "memory" in note
    workspace = project.open()  # with room again it is on the disk
    assert workspace.snapshot.index.totals()[0] == _FILES
    assert not workspace.snapshot.index.notes


def test_files_of_one_content_are_read_by_what_they_are(project) -> None:
    text = "package p;\nclass A { int f() { return 1; } }\n"
    values = "<resources><string name='x'>1</string></resources>"
    paths = (
        "A.kt",
        "A.java",
        "src/main/res/values/a.xml",
        "src/main/res/xml/a.xml",
        "settings.gradle",
        "build.gradle",
    )
    for path in paths:
        project.write(path, values if path.endswith("xml") else "include ':a'" if "gradle" in path else text)
    index = project.open().snapshot.index
    for path in (*paths, *reversed(paths)):
        assert index.facts(path) == extract(path, (project.root / path).read_text()), path


def test_what_no_person_wrote_is_listed_and_not_read(project) -> None:
    project.write("lib.min.js", "function f(){g()};" * 1000)
    project.write("big.js", "function f() {\n g();\n}\n" * 30_000)
    project.write("own.js", "function own() {\n g();\n}\n" * 300)
    project.write("one.js", "export function one() { own() }")
    workspace = project.open()
    index = workspace.snapshot.index
    assert index.notes == ("big.js: larger than 512 kB, not read", "lib.min.js: minified, not read")
    assert len(index.listed) == 4
    assert not index.places("f", "callable")
    assert {path for path, _ in index.places("own", "called")} == {"one.js"}


def test_a_defect_of_one_reader_costs_one_file(project, monkeypatch) -> None:
    def broken(path: str, text: str):
        if path == "Bad.kt":
            raise RuntimeError("lost")
        return extract(path, text)

    monkeypatch.setattr("rca.index.storage.file_record.extract", broken)
    project.add("""
        // file: Bad.kt
        class Bad
        // file: Good.kt
        class Good
    """)
    index = project.open().snapshot.index
    assert index.find_classes("Good")
    assert index.notes == ("Bad.kt: a defect of its reader, not read (RuntimeError: lost)",)


def _job(path: str) -> Job:
    return Job(Stamp(path, 1, 10), None)


def test_what_is_no_file_any_more_when_read_is_left_out(project) -> None:
    (project.root / "Folder.kt").mkdir()
    (project.root / "Dangling.kt").symlink_to("nowhere")
    (project.root / "Loop.kt").symlink_to("Loop.kt")
    for name in ("Folder.kt", "Dangling.kt", "Loop.kt", "Gone.kt", "Nul\0.kt"):
        assert read_record(project.root, _job(name)) is None, name


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes are POSIX")
def test_a_pipe_is_not_waited_for(project) -> None:
    os.mkfifo(project.root / "Pipe.kt")
    assert read_record(project.root, _job("Pipe.kt")) is None


def test_a_file_that_became_a_folder_leaves_the_index(project) -> None:
    path = project.write("A.kt", "class A")
    workspace = project.open()
    path.unlink()
    path.mkdir()
    project.write("A.kt/B.kt", "class B")
    workspace.apply(FilesChanged((path,)))
    assert sorted(workspace.snapshot.index.listed) == ["A.kt/B.kt"]
    assert not workspace.snapshot.index.find_classes("A")


@pytest.mark.skipif(sys.platform == "win32", reason="such names are POSIX")
def test_names_of_every_kind(project) -> None:
    names = ["new\nline.kt", "quo'te\".kt", "per%cent_?.kt", "tab\t.kt", "Größe 日本.kt", "back\\slash.kt"]
    for n, name in enumerate(names):
        project.write(name, f"class N{n}")
    os.close(os.open(os.fsencode(project.root) + b"/bad\xff.kt", os.O_CREAT | os.O_WRONLY))
    workspace = project.open()
    index = workspace.snapshot.index
    assert sorted(index.listed) == sorted(names)
    for n, name in enumerate(names):
        assert index.places(f"N{n}", "class") == ((name, ""),)
        assert list(index.described([name])) == [name]
    (project.root / names[0]).unlink()
    workspace.apply(FilesChanged((project.root / names[0],)))
    workspace.index()
    assert not workspace.snapshot.index.find_classes("N0")


def test_a_text_of_any_bytes_has_a_row(project) -> None:
    samples = [b"\xff\xfec\x00l\x00a\x00s\x00s\x00 \x00A\x00", b"class B // \xff\xfe\xc3", b"\x00\x01\x02" * 50, b"",
               b"\xef\xbb\xbfclass C", b"class D { fun `\xed\xa0\x80`() {} }"]  # fmt: skip
    for n, data in enumerate(samples):
        (project.root / f"F{n}.kt").write_bytes(data)
        record = read_record(project.root, _job(f"F{n}.kt"))
        assert isinstance(record, Record)
        assert (record.note is None) == (n != 2)
    index = project.open().snapshot.index
    assert all(index.find_classes(name) for name in "ABCD")


def test_a_folder_that_is_renamed(project) -> None:
    for n in range(30):
        project.write(f"old/deep/F{n}.kt", f"package p\nclass F{n} {{ fun f() {{ g() }} }}")
    workspace = project.open()
    (project.root / "old").rename(project.root / "new")
    workspace.apply(FilesChanged((project.root / "old", project.root / "new")))
    index = workspace.snapshot.index
    assert sorted(index.listed) == sorted(f"new/deep/F{n}.kt" for n in range(30))
    assert {path for path, _ in index.places("g", "called")} == set(index.listed)
