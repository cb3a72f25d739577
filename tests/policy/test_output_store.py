"""Long texts, kept whole beside the answer."""

import os
import stat
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.error_codes import ErrorCode
from rca.policy import output_store as module
from rca.policy.output_store import FIELD_BYTES, OutputStore, cut_long_fields
from rca.tool_failure import Failure


@pytest.fixture
def store(tmp_path):
    return OutputStore(tmp_path / "outputs")


def test_a_long_text_is_cut_and_kept(store):
    text = "".join(f"line {number}\n" for number in range(3000))
    shown, kept = cut_long_fields({"run": {"output": text}, "code": 1}, (), store)
    head = shown["run"]["output"]
    assert shown["code"] == 1
    assert kept[0].field == "run.output"
    assert kept[0].size_bytes == len(text)
    assert store.read(kept[0].handle) == text
    whole, note = head.rsplit("\n", 1)
    assert text.startswith(whole + "\n")
    assert len(whole) <= FIELD_BYTES
    assert kept[0].handle in note
    assert f"{len(text) - len(whole) - 1} of {len(text)} bytes" in note


@pytest.mark.parametrize("size", [0, FIELD_BYTES - 1, FIELD_BYTES])
def test_a_text_that_is_short_enough_stays(store, size):
    assert cut_long_fields({"text": "a" * size}, (), store) == ({"text": "a" * size}, ())


def test_size_is_counted_in_bytes(store):
    shown, kept = cut_long_fields({"text": "é" * (FIELD_BYTES // 2 + 1)}, (), store)
    assert kept[0].size_bytes == FIELD_BYTES + 2
    assert shown["text"].startswith("é" * 5000)


def test_what_the_caller_sized_is_left_alone_but_only_at_the_top(store):
    data = {"content": "a" * 20_000, "inner": [{"content": "b" * 20_000}]}
    shown, kept = cut_long_fields(data, ("content",), store)
    assert shown["content"] == data["content"]
    assert [one.field for one in kept] == ["inner[0].content"]


def test_the_same_text_has_the_same_handle_everywhere(tmp_path):
    first, second = OutputStore(tmp_path / "a"), OutputStore(tmp_path / "b")
    assert first.keep("x" * 9) == second.keep("x" * 9) != first.keep("y")


def test_another_process_reads_what_one_kept(tmp_path):
    handle = OutputStore(tmp_path).keep("text")
    assert OutputStore(tmp_path).read(handle) == "text"


@pytest.mark.parametrize(
    "handle",
    [
        "rca-output:" + "0" * 32,
        "rca-output:../../etc/passwd",
        "rca-output:" + "0" * 31 + "/",
        "rca-output:" + "A" * 32,
        "rca-output:",
        "passwd",
        "rca-output:" + "0" * 32 + "\n",
    ],
)
def test_no_other_file_is_read(store, handle):
    store.keep("x")
    with pytest.raises(Failure) as caught:
        store.read(handle)
    assert caught.value.error.code is ErrorCode.FILE_NOT_FOUND


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_only_the_user_may_read_them(store, tmp_path):
    store.keep("secret")
    folder = tmp_path / "outputs"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in folder.iterdir())


def test_old_ones_give_way(store, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_MOST_FILES", 3)
    handles = []
    for number in range(5):
        handles.append(store.keep(f"text {number}"))
        path = tmp_path / "outputs" / handles[-1].removeprefix("rca-output:")
        os.utime(path, (1000 + number, 1000 + number))
    store.keep("newest")
    assert store.read(handles[4]) == "text 4"
    with pytest.raises(Failure):
        store.read(handles[0])


def test_one_that_is_larger_than_all_room_is_kept_nonetheless(store, monkeypatch):
    monkeypatch.setattr(module, "_MOST_BYTES", 10)
    assert store.read(store.keep("x" * 100)) == "x" * 100


def test_a_folder_that_cannot_be_written_is_no_reason_to_lose_a_text(tmp_path):
    (tmp_path / "outputs").write_text("a file in the way")
    store = OutputStore(tmp_path / "outputs")
    assert store.read(store.keep("text")) == "text"


def test_threads_keep_at_the_same_time(store):
    handles = []
    threads = [
        threading.Thread(target=lambda n=n: handles.append((n, store.keep(f"text {n % 3}"))))
        for n in range(24)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(store.read(handle) == f"text {number % 3}" for number, handle in handles)
    assert len({handle for _, handle in handles}) == 3


@given(st.text(max_size=200), st.integers(60, 200))
def test_the_head_is_the_beginning_of_the_text(tmp_path_factory, text, times):
    store = OutputStore(tmp_path_factory.mktemp("outputs"))
    whole = text * times
    shown, kept = cut_long_fields({"text": whole}, (), store)
    if not kept:
        assert shown["text"] == whole
        assert len(whole.encode("utf-8", "surrogatepass")) <= FIELD_BYTES
        return
    assert whole.startswith(shown["text"].rsplit("\n… ", 1)[0].rstrip("\n"))
    assert store.read(kept[0].handle) == whole
