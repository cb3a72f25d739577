"""What is recorded of a run before its throw: a real JVM, a real program."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

from rca.jdwp import execution_recorder
from tests.jdwp.jvm_program import capture, compile_java

LEDGER = """
import java.util.*;
public class Main {
    static class Ledger {
        String owner = "all";
        int pages;
        String password;
        final List<String> rows = new ArrayList<>();
        void add(String row) { rows.add(row); pages++; }
        void close() { owner = null; password = null; }
        void reopen() { owner = "all"; }
    }
    public static void main(String[] args) {
        Ledger ledger = new Ledger();
        for (int i = 0; i < 300; i++) { ledger.add("row" + i); }
        ledger.close();
        System.out.println(ledger.owner.length());
    }
}
"""


def test_what_ran_and_what_was_written_last(tmp_path: Path) -> None:
    state = capture(compile_java(tmp_path, LEDGER))
    history = state.history
    assert history is not None
    assert history.incomplete is None
    calls = {one.method: one for one in history.calls if one.class_name == "Main$Ledger"}
    assert set(calls) == {"<init>", "add", "close"}
    assert (calls["close"].count, calls["close"].more, calls["close"].file) == (1, False, "Main.java")
    owner = max((one for one in history.writes if one.field == "owner"), key=lambda one: one.last)
    assert (owner.line, owner.value) == (10, "null")
    assert owner.last > calls["close"].last > calls["add"].last


def test_a_loop_is_dropped_from_the_watch(tmp_path: Path) -> None:
    state = capture(compile_java(tmp_path, LEDGER))
    assert state.history is not None
    (add,) = (one for one in state.history.calls if one.method == "add")
    assert add.more
    assert execution_recorder.MOST_OF_ONE <= add.count <= 300
    assert all(one.more for one in state.history.writes if one.field == "pages")


def test_the_record_says_where_it_ends(tmp_path: Path) -> None:
    with mock.patch.object(execution_recorder, "MOST_EVENTS", 20):
        state = capture(compile_java(tmp_path, LEDGER))
    assert state.history is not None
    assert state.history.incomplete == "nothing after the first 20 calls and writes was recorded"
    assert all(one.first <= 20 for one in state.history.calls if one.method == "add")


def test_a_record_outlives_its_file(tmp_path: Path) -> None:
    state = capture(compile_java(tmp_path, LEDGER))
    assert type(state).model_validate(state.model_dump(mode="json")) == state
