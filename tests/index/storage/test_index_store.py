"""The index survives damage, old versions, read-only folders and other processes, and follows edits."""

from __future__ import annotations

import multiprocessing
import os
import random
import sqlite3

import pytest

from rca.index.storage.index_store import IndexStore
from rca.scheduling.deadline import Cancelled, Deadline
from rca.workspace import DocumentChanged, DocumentClosed, DocumentOpened, FilesChanged, Workspace


def database(project):
    (found,) = project.data.glob("index/*.db")
    return found


def classes(workspace) -> list[str]:
    index = workspace.snapshot.index
    return [name for name in ("A", "B", "C") if index.find_classes(name)]


def reopened(project) -> tuple[Workspace, str]:
    workspace = Workspace([project.root], project.data)
    stats = workspace.index()
    return workspace, stats.state


def test_warm_start_parses_nothing(project) -> None:
    project.write("A.kt", "class A { fun a() { b() } }")
    project.open().close()
    again, state = reopened(project)
    assert state == "warm"
    assert classes(again) == ["A"]
    stats = again.index()
    assert (stats.parsed, stats.files, stats.call_sites) == (0, 1, 1)
    again.close()


@pytest.mark.parametrize(
    "damage", ["garbage", "truncated", "empty", "old version", "missing table", "torn facts"]
)
def test_a_damaged_index_is_built_anew(project, damage) -> None:
    for n in range(30):
        project.write(f"F{n}.kt", f"package p\nclass F{n} {{ fun a() {{ b() }} }}")
    project.write("A.kt", "class A")
    project.open().close()
    path = database(project)
    if damage == "garbage":
        path.write_bytes(os.urandom(5000))
    elif damage == "truncated":
        path.write_bytes(path.read_bytes()[:9000])
    elif damage == "empty":
        path.write_bytes(b"")
    else:
        with sqlite3.connect(path) as connection:
            statement = {
                "old version": "PRAGMA user_version = 1",
                "missing table": "DROP TABLE names",
                "torn facts": "UPDATE facts SET packed = x'00'",
            }[damage]
            connection.execute(statement)
        connection.close()
    again = Workspace([project.root], project.data)
    again.index()
    if damage == "torn facts":  # seen only when a row is read
        assert classes(again) == []
        assert not again.snapshot.index.ready
        again.index()
    assert classes(again) == ["A"]
    assert again.snapshot.index.ready
    again.close()


def test_a_read_only_data_folder_is_said_and_costs_nothing_else(project, obeyed_permissions) -> None:
    project.data.mkdir()
    project.data.chmod(0o500)
    project.write("A.kt", "class A")
    workspace = project.open()
    assert classes(workspace) == ["A"]
    assert "memory" in workspace.snapshot.index.notes[0]
    project.data.chmod(0o700)


def test_a_data_folder_that_is_a_file_means_memory(project) -> None:
    project.data.write_text("")
    project.write("A.kt", "class A")
    workspace = project.open()
    assert classes(workspace) == ["A"]
    assert "memory" in workspace.snapshot.index.notes[0]


def test_a_disk_that_refuses_moves_the_rows_to_memory(project, tmp_path) -> None:
    project.write("A.kt", "class A")
    workspace = project.open()
    (store,) = workspace._stores
    store._writer.execute("PRAGMA query_only = 1")  # as a disk that became read-only
    project.write("B.kt", "class B")
    workspace.index()
    assert classes(workspace) == ["A", "B"]
    assert not store.on_disk


def test_rows_that_are_lost_on_the_way_to_memory_are_said_until_they_are_read_again(project) -> None:
    project.write("A.kt", "class A")
    workspace = project.open()
    (store,) = workspace._stores
    store._writer.execute("PRAGMA query_only = 1")
    store._reader.close()  # as where pages cannot be read any more
    store.write((), ("B.kt",))
    assert not store.on_disk
    assert not workspace.snapshot.index.ready
    workspace.index()
    assert workspace.snapshot.index.ready
    assert classes(workspace) == ["A"]


def _index(root, data, results) -> None:
    workspace = Workspace([root], data)
    workspace.index()
    results.put(workspace.snapshot.index.totals()[0])


def test_several_processes_share_one_index(project) -> None:
    for n in range(60):
        project.write(f"F{n}.kt", f"class F{n} {{ fun a() {{ b() }} }}")
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    workers = [context.Process(target=_index, args=(project.root, project.data, results)) for _ in range(2)]
    for worker in workers:
        worker.start()
    assert [results.get(timeout=60) for _ in workers] == [60, 60]
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    with sqlite3.connect(database(project)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_many_files_are_parsed_in_several_processes_alike(project, monkeypatch) -> None:
    monkeypatch.setattr("rca.index.update.indexer._POOL_BYTES", 0)
    for n in range(120):
        project.write(f"F{n}.kt", f"package p\nclass F{n} {{ fun f(x: Int) = g(x) + {n} }}\n")
    files, _size, symbols, sites = project.open().snapshot.index.totals()
    assert (files, symbols, sites) == (120, 120 * 3, 120 * 2)


def test_a_cancelled_run_keeps_what_it_did_and_can_go_on(project) -> None:
    for n in range(120):
        project.write(f"F{n}.kt", f"class F{n}")
    workspace = Workspace([project.root], project.data)
    deadline = Deadline()

    def stop_after_first(done: int, _all: int) -> None:
        if done:
            deadline.cancel()

    with pytest.raises(Cancelled):
        workspace.index(stop_after_first, deadline)
    assert 0 < workspace.snapshot.index.totals()[0] < 120
    assert not workspace.snapshot.index.ready
    workspace.index()
    assert workspace.snapshot.index.totals()[0] == 120
    workspace.close()


def test_the_index_after_any_edits_equals_a_fresh_one(project, tmp_path) -> None:
    chance = random.Random(7)
    workspace = project.open()
    names = [f"d{n % 2}/F{n}.kt" for n in range(6)]
    unsaved: dict[str, str] = {}
    for step in range(60):
        name = chance.choice(names)
        path = project.root / name
        text = f"package p{chance.randrange(2)}\nclass K{step} : K{step - 1}() {{ fun f{chance.randrange(4)}() {{ f{chance.randrange(4)}() }}"
        text += chance.choice(["}", "", " } fun top() {}", "\n  val x =\n}"])
        action = chance.choice(["write", "remove", "open", "change", "close"])
        if action == "write":
            project.write(name, text)
            workspace.apply(FilesChanged((path,)))
        elif action == "remove" and path.exists():
            path.unlink()
            workspace.apply(FilesChanged((path,)))
        elif action == "open":
            unsaved[name] = text
            workspace.apply(DocumentOpened(path, text, step))
        elif action == "change" and name in unsaved:
            unsaved[name] = text
            workspace.apply(DocumentChanged(path, text, step))
        elif action == "close":
            unsaved.pop(name, None)
            workspace.apply(DocumentClosed(path))
    fresh = Workspace([project.root], tmp_path / "fresh")
    fresh.index()
    for name, text in unsaved.items():
        fresh.apply(DocumentOpened(project.root / name, text, 1))
    assert _content(workspace, names) == _content(fresh, names)
    fresh.close()


def _content(workspace, names):
    index = workspace.snapshot.index
    found = {name: index.facts(name) for name in names}
    spoken = [f"K{n}" for n in range(60)] + [f"f{n}" for n in range(4)] + ["top"]
    roles = ("class", "callable", "called")
    return found, {(name, role): sorted(index.declaring(name, role)) for name in spoken for role in roles}


def test_rows_of_a_folder_follow_its_removal(project) -> None:
    project.add("""
        // file: a/A.kt
        class A
        // file: b/B.kt
        class B
    """)
    workspace = project.open()
    (project.root / "a" / "A.kt").unlink()
    (project.root / "a").rmdir()
    workspace.apply(FilesChanged((project.root / "a",)))
    assert classes(workspace) == ["B"]


def test_a_closed_store_on_another_thread(project) -> None:
    store = IndexStore(project.root, None)
    assert store.totals() == (0, 0, 0, 0)
    store.close()
