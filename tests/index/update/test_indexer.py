"""Bringing rows up to date: what is read again and what is not, several processes, changes meanwhile."""

from __future__ import annotations

import errno
import multiprocessing
import os
import threading
import time

import pytest

from rca.caching.memo_key import MemoKey
from rca.index.index_lock import turn
from rca.index.interface_hash import surface_of
from rca.languages.name_roles import ROLES, mentioned_in, names_of
from rca.languages.registry import extract
from rca.scheduling.deadline import Cancelled, Deadline
from rca.workspace import DocumentOpened, FilesChanged, Workspace
from rca.workspace.file_walk import walk


def test_the_names_of_a_file_and_their_roles() -> None:
    text = (
        "package p\nimport q.far as near\n// Remark\ntypealias Id = Int\nclass A(val Size: B.C) { fun run() { call() } }\n"
        "private fun own() {}\nfun String.shout() = own()\n"
    )
    names = names_of(extract("A.kt", text), text.encode())
    has = {role: {name for name, bits in names.items() if bits & bit} for role, bit in ROLES.items()}
    assert has["class"] == {"A", "Id", ""}
    assert {"run", "own", "shout", "A", "Size"} <= has["callable"]
    assert has["extension"] == {"shout"}
    assert {"call", "own", "far"} <= has["called"]
    assert has["mentioned"] == {"Remark", "Id", "Int", "A", "Size", "B", "C", "String"}
    assert has["export"] == {"A", "Id", "shout"}
    assert has["extended"] == set()
    assert sorted(mentioned_in("Aé Élan x$Foo${Bar}".encode())) == ["Aé", "Bar", "Foo", "Élan"]


@pytest.mark.parametrize(
    ("file", "text", "extended"),
    [
        ("A.kt", "class A : q.Base<Int>(1), @Mark Other by o { val x = object : Third {} }", {"Base", "Other", "Third"}),
        ("A.kt", "import q.Base as Root\nclass A : Root()\nenum class E : One { X }", {"Base", "Root", "One"}),
        ("A.java", "class A<T> extends q.Base<T> implements One, Two { Object o = new Three() {}; }",
         {"Base", "One", "Two", "Three"}),
        ("A.java", "interface I extends One<Two> {}\nrecord R(int x) implements I {}", {"One", "I"}),
        ("A.java", "class A extends Outer<X>.@Mark(2) Inner<? extends Y> {}", {"Inner"}),
        ("A.kt", "class A : Outer<X<Y>>.Inner(1), () -> Unit, `odd name` {}", {"Inner", "odd name"}),
    ],
)  # fmt: skip
def test_the_classes_that_a_file_extends_are_found_by_their_simple_names(file, text, extended) -> None:
    names = names_of(extract(file, text), text.encode())
    found = {name for name, bits in names.items() if bits & ROLES["extended"]}
    assert found == extended


def test_an_edit_inside_a_body_leaves_the_surface() -> None:
    def surface(text: str) -> int:
        return surface_of(extract("A.kt", text))

    before = (
        "import a.B\nclass A {\n fun f(x: Int): Int { return g(x) }\n val v = g(1)\n fun h() = B().k()\n}\n"
    )
    same = before.replace("return g(x)", "\n  print(x)\n  return g(x) + other()")
    assert surface(same) == surface(before)
    for old, new in (
        ("x: Int", "x: Long"), ("fun f", "private fun f"), ("val v = g(1)", "val v = g(2.0)"),
        ("val v = g(1)", "val v = h()"), ("B().k()", "B().l()"), ("a.B", "b.B"), ("class A", "open class A"),
    ):  # fmt: skip
        assert surface(before.replace(old, new)) != surface(before), (old, new)


def test_a_long_chain_has_a_surface() -> None:
    text = "val x = a" + ".b()" * 3000 + "\nval y = " + " + ".join(["s"] * 3000)
    assert isinstance(surface_of(extract("A.kt", text)), int)


def test_a_touched_file_is_not_parsed_again(project) -> None:
    path = project.write("A.kt", "class A")
    workspace = project.open()
    os.utime(path, ns=(1, 10**18))
    assert workspace.index().parsed == 0
    path.write_text("class B")
    os.utime(path, ns=(1, 10**18 + 5))
    assert workspace.index().parsed == 1


def test_an_empty_file_alone_is_indexed(project) -> None:
    project.write("a/Old.kt", "package a\n\nfun old() = 1\n")
    workspace = project.open()
    project.write("a/Empty.kt", "")
    assert workspace.index().parsed == 1
    assert "a/Empty.kt" in workspace.snapshot.index.listed


def test_a_change_within_one_tick_and_of_one_size_is_seen(project) -> None:
    path = project.write("A.kt", "class A")
    now = time.time_ns() + 10**9  # as on a file system whose ticks are long
    os.utime(path, ns=(now, now))
    workspace = project.open()
    path.write_text("class B")
    os.utime(path, ns=(now, now))
    workspace.index()
    assert [bool(workspace.snapshot.index.find_classes(name)) for name in "AB"] == [False, True]


def test_files_that_change_while_indexing_are_read_after_it(project) -> None:
    for n in range(200):
        project.write(f"F{n}.kt", f"class F{n}")
    workspace = Workspace([project.root], project.data)
    took: list[float] = []

    def change_something(done: int, _all: int) -> None:
        if done and not took:
            path = project.write("F0.kt", "class Changed")
            started = time.perf_counter()
            applying = threading.Thread(target=workspace.apply, args=(FilesChanged((path,)),))
            applying.start()
            applying.join(60)
            took.append(time.perf_counter() - started)
            assert not applying.is_alive()

    workspace.index(change_something)
    assert took
    assert workspace.snapshot.index.find_classes("Changed")
    assert not workspace.snapshot.index.find_classes("F0")
    workspace.close()


def test_an_ignore_file_that_changes_is_obeyed(project) -> None:
    project.add("""
        // file: a/A.kt
        class A
        // file: B.kt
        class B
    """)
    workspace = project.open()
    rules = project.write("a/.gitignore", "*.kt\n")
    workspace.apply(FilesChanged((rules,)))
    assert not workspace.snapshot.index.find_classes("A")
    rules.unlink()
    workspace.apply(FilesChanged((rules,)))
    assert workspace.snapshot.index.find_classes("A")


def test_the_disk_is_checked_again_after_a_while(project, monkeypatch) -> None:
    workspace = project.open()
    project.write("A.kt", "class A")
    workspace.recheck()
    assert not workspace.snapshot.index.find_classes("A")  # it was compared a moment ago
    monkeypatch.setattr("rca.workspace.workspace._RECHECK_SECONDS", 0.0)
    monkeypatch.setattr("rca.workspace.workspace._RECHECK_SHARE", 0)
    workspace.recheck()
    assert workspace.snapshot.index.find_classes("A")


def _hold(lock, held, release) -> None:
    with turn(lock, Deadline()):
        held.set()
        release.wait(30)


def test_processes_take_turns_and_a_dead_one_gives_its_turn_back(tmp_path) -> None:
    context = multiprocessing.get_context("spawn")
    held, release = context.Event(), context.Event()
    other = context.Process(target=_hold, args=(tmp_path / "x.lock", held, release))
    other.start()
    assert held.wait(30)
    deadline = Deadline()
    deadline.cancel()
    with pytest.raises(Cancelled), turn(tmp_path / "x.lock", deadline):
        pytest.fail("two processes have the turn")
    other.kill()
    other.join()
    with turn(tmp_path / "x.lock", Deadline(10)):
        pass


_COUNT = MemoKey[int]("x")


def test_what_follows_from_declarations_outlives_an_edit_of_a_body(project) -> None:
    path = project.write("A.kt", "package p\nclass A { fun f() { g() } }")
    project.write("build.gradle", "android { namespace 'com.acme' }")
    workspace = project.open()
    worked = []
    first = workspace.snapshot.index.memoize(_COUNT, lambda: worked.append(1) or len(worked))
    workspace.apply(DocumentOpened(path, "package p\nclass A { fun f() { h()\n } }", 1))
    assert workspace.snapshot.index.memoize(_COUNT, lambda: worked.append(1) or len(worked)) == first
    workspace.apply(DocumentOpened(path, "package p\nclass A { fun f2() { h() } }", 2))
    assert workspace.snapshot.index.memoize(_COUNT, lambda: worked.append(1) or len(worked)) == 2


def test_a_question_does_not_wait_for_a_long_comparison(project, monkeypatch) -> None:
    workspace = project.open()
    monkeypatch.setattr("rca.workspace.workspace._RECHECK_SECONDS", 0.0)
    monkeypatch.setattr("rca.workspace.workspace._RECHECK_SHARE", 0)
    go = threading.Event()

    def slow(*arguments, **named):
        go.wait(60)
        return walk(*arguments, **named)

    monkeypatch.setattr("rca.workspace.workspace.walk", slow)
    project.write("A.kt", "class A")
    started = time.monotonic()
    workspace.recheck(0.05)
    workspace.recheck(0.05)
    assert time.monotonic() - started < 30
    assert not workspace.snapshot.index.find_classes("A")
    go.set()
    workspace.recheck(60)
    until = time.monotonic() + 60
    while not workspace.snapshot.index.find_classes("A") and time.monotonic() < until:
        time.sleep(0.02)
    assert workspace.snapshot.index.find_classes("A")
    workspace.close()


@pytest.mark.parametrize("refused", [errno.ENOSYS, errno.ENOLCK, errno.EIO])
def test_where_no_lock_can_be_had_nobody_waits(tmp_path, monkeypatch, refused) -> None:
    def refuse(_descriptor, _how):
        raise OSError(refused, "no locks here")

    monkeypatch.setattr(pytest.importorskip("fcntl"), "flock", refuse)
    with turn(tmp_path / "x.lock", Deadline(10)), turn(tmp_path / "x.lock", Deadline(10)):
        pass
    with turn(tmp_path / "no folder" / "x.lock", Deadline(10)):
        pass
