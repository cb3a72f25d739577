"""`read_file` by its contract."""

from __future__ import annotations

import os
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.files.read_cache import ReadCache
from rca.policy.metrics import Journal
from rca.policy.metrics_summary import aggregate
from rca.scheduling.deadline import Deadline
from rca.toolkit.tool import invoke
from rca.tools.read_file import TOOL, _cut
from rca.workspace import DocumentOpened
from tests.tools.code_project import CodeProject


@pytest.fixture
def project(tmp_path):
    return CodeProject(tmp_path)


def test_a_part_of_a_file(project) -> None:
    project.write("src/a.kt", "one\ntwo\nthree\nfour\n")
    answer = project.call(TOOL, filePath="src/a.kt", lineStart=2, lineEnd=3)
    assert answer["data"] == {
        "filePath": "src/a.kt", "content": "two\nthree\n", "lineStart": 2, "lineCount": 2, "totalLines": 4,
        "encoding": "utf-8", "fileSize": 19, "truncated": False, "source": "disk",
    }  # fmt: skip
    assert project.call(TOOL, path="src/a.kt", start_line=4, end_line=99)["data"]["content"] == "four\n"


def test_a_range_behind_the_end_gives_the_last_lines_and_says_so(project) -> None:
    project.write("a.kt", "one\ntwo\nthree\n")
    answer = project.call(TOOL, filePath="a.kt", lineStart=310, lineEnd=311)
    assert (answer["data"]["content"], answer["data"]["lineStart"]) == ("two\nthree\n", 2)
    (said,) = answer["meta"]["provenance"]
    assert "has 3 lines: lines 2 to 3 are shown for 310 to 311" in said
    assert answer["meta"]["completeness"] == "partial"


def test_unsaved_text_comes_first(project) -> None:
    file = project.write("a.kt", "saved\n")
    project.workspace.apply(DocumentOpened(file, "unsaved é", 1))
    data = project.call(TOOL, filePath="a.kt")["data"]
    assert (data["content"], data["source"], data["fileSize"], data["totalLines"]) == (
        "unsaved é",
        "editor",
        10,
        1,
    )


def test_what_is_cut_can_be_read_on(project) -> None:
    text = "".join(f"line {n}\n" for n in range(1, 101))
    project.write("a.txt", text)
    collected, parameters = "", {}
    for _ in range(200):
        answer = project.call(TOOL, filePath="a.txt", maxBytes=100, **parameters)
        collected += answer["data"]["content"]
        if not answer["meta"]["truncated"]:
            break
        parameters = {"lineStart": int(answer["meta"]["next"].removeprefix("lineStart="))}
    assert collected == text


def test_a_line_longer_than_the_limit_says_what_it_needs(project) -> None:
    project.write("a.txt", "x" * 500 + "\nlast\n")
    answer = project.call(TOOL, filePath="a.txt", maxBytes=100)
    assert answer["data"]["content"] == "x" * 100
    assert answer["meta"]["next"] == "lineStart=1, maxBytes=501"


@given(st.text(alphabet="aé😀\r\n", max_size=40), st.integers(1, 60))
@settings(deadline=None)
def test_a_cut_is_a_prefix_within_the_limit(text, limit) -> None:
    content = _cut(text, limit)
    assert text.startswith(content)
    assert len(content.encode()) <= limit
    assert content == text or content or len(text[0].encode()) > limit


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({"filePath": "missing.kt"}, "FILE_NOT_FOUND"),
        ({"filePath": "../outside"}, "INVALID_PATH"),
        ({"filePath": "a/" * 300_000}, "INVALID_PATH"),
        ({"filePath": "a.kt", "lineStart": 9}, "LINE_OUT_OF_RANGE"),
        ({"filePath": "a.kt", "lineStart": 2, "lineEnd": 1}, "INVALID_PARAMETERS"),
        ({"filePath": "a.kt", "lineStart": 0}, "INVALID_PARAMETERS"),
        ({"filePath": "a.kt", "encoding": "latin-1"}, "INVALID_PARAMETERS"),
        ({"filePath": "b.png"}, "BINARY_FILE"),
    ],
)
def test_each_error(project, parameters, code) -> None:
    project.write("a.kt", "one\ntwo\n")
    project.write("b.png", b"\x89PNG\0\0")
    assert project.call(TOOL, **parameters)["error"]["code"] == code


def test_empty_and_utf16_files(project) -> None:
    project.write("empty.kt", "")
    data = project.call(TOOL, filePath="empty.kt")["data"]
    assert (data["content"], data["lineCount"], data["totalLines"]) == ("", 0, 0)
    project.write("wide.kt", "grün\n".encode("utf-16"))
    data = project.call(TOOL, filePath="wide.kt", encoding="utf-16")["data"]
    assert (data["content"], data["encoding"], data["fileSize"]) == ("grün\n", "utf-16-le", 12)


@pytest.mark.parametrize(
    ("data", "encoding", "said"),
    [
        (
            "val gruß = 1\n".encode(),
            "ascii",
            "characters that ASCII does not have (ß) stand as U+FFFD, 1 in all",
        ),
        (b"val k\xe4se = 1\n", "utf-8", "bytes that are no UTF-8 stand as U+FFFD in 1 place"),
        ("val a = 1\n".encode("utf-16") + b"x", "utf-16", "bytes that are no UTF-16-LE stand as U+FFFD"),
    ],
)
def test_characters_that_are_not_as_in_the_file_are_told(project, data, encoding, said) -> None:
    project.write("a.txt", data)
    answer = project.call(TOOL, filePath="a.txt", encoding=encoding)
    assert "\ufffd" in answer["data"]["content"]
    assert answer["meta"]["completeness"] == "partial"
    assert answer["meta"]["provenance"][0].startswith(said)


def test_lines_without_damage_are_whole(project) -> None:
    project.write("a.txt", b"first\nk\xe4se\n")
    assert "completeness" not in project.call(TOOL, filePath="a.txt", lineEnd=1)["meta"]


def test_a_hundred_kilobytes_come_unless_more_is_asked_for(project) -> None:
    project.write("a.txt", "0123456789abcde\n" * 7000)
    data = project.call(TOOL, filePath="a.txt")["data"]
    assert (len(data["content"]), data["fileSize"], data["truncated"]) == (100 * 1024, 112_000, True)
    assert project.call(TOOL, filePath="a.txt", maxBytes=112_000)["data"]["truncated"] is False


def test_ten_megabytes_are_read_and_no_more(project) -> None:
    project.write("a.txt", b"a" * (10 * 1024 * 1024))
    assert project.call(TOOL, filePath="a.txt")["success"]
    project.write("b.txt", b"a" * (10 * 1024 * 1024 + 1))
    error = project.call(TOOL, filePath="b.txt")["error"]
    assert (error["code"], error["details"]["limit"]) == ("TOO_LARGE", 10 * 1024 * 1024)


def test_a_file_that_may_not_be_read(project, obeyed_permissions) -> None:
    project.write("a.kt", "secret\n").chmod(0)
    context = replace(project.context(TOOL), deadline=Deadline())  # in this thread, whose permissions count
    error = invoke(TOOL, {"filePath": "a.kt"}, context).error
    assert (error.code, "a.kt" in error.message) == ("PERMISSION_DENIED", True)


def test_a_binary_file_shows_its_first_bytes(project) -> None:
    project.write("b.png", b"\x89PNG\0\0")
    assert project.call(TOOL, filePath="b.png")["error"]["details"] == {
        "fileSize": 6, "hexPreview": "89 50 4e 47 00 00",
    }  # fmt: skip


class TestReadAgain:
    """The file-read cache of seed 000: a file of long ago, read by one session."""

    @pytest.fixture
    def file(self, project):
        project.reads = ReadCache()
        return self.aged(project.write("a.kt", "one\n"))

    @staticmethod
    def aged(file):
        time.sleep(0.01)
        os.utime(file, ns=(1, 1))
        return file

    @pytest.fixture(autouse=True)
    def no_tick(self, monkeypatch):
        monkeypatch.setattr("rca.files.read_cache._TICK_NS", 0)

    def read(self, project, **parameters):
        context = replace(project.context(TOOL), read_cache=project.reads)
        answer = invoke(TOOL, {"filePath": "a.kt", **parameters}, context).model_dump(mode="json")
        return answer["meta"]["cached"], answer.get("data", {}).get("content")

    def test_the_second_time_says_so_and_is_counted(self, project, file) -> None:
        assert self.read(project) == (False, "one\n")
        assert self.read(project, lineStart=1) == (True, "one\n")
        lines = Journal(project.root.parent / "kept" / "metrics").read()
        assert aggregate(lines, {"query_index"})["tasks"]["session"]["cache_hits"] == 1

    def test_a_change_is_seen_though_size_and_time_are_the_same(self, project, file) -> None:
        self.read(project)
        file.write_text("two\n")
        self.aged(file)
        assert self.read(project) == (False, "two\n")

    def test_another_encoding_and_unsaved_text_are_read_afresh(self, project, file) -> None:
        self.read(project)
        assert self.read(project, encoding="utf-16")[0] is False
        project.workspace.apply(DocumentOpened(file, "unsaved", 1))
        assert self.read(project) == (False, "unsaved")

    def test_one_that_is_gone_is_gone(self, project, file) -> None:
        self.read(project)
        file.unlink()
        assert self.read(project) == (False, None)

    def test_a_file_of_this_moment_is_not_believed(self, project, file, monkeypatch) -> None:
        monkeypatch.setattr("rca.files.read_cache._TICK_NS", 10**12)
        assert [self.read(project)[0] for _ in range(2)] == [False, False]


def test_an_output_that_was_too_long_for_its_answer_is_read_by_its_handle(project) -> None:
    whole = "".join(f"line {number}\n" for number in range(5000))
    context = project.context(TOOL)
    handle = context.policy.outputs.keep(whole)
    answer = invoke(TOOL, {"filePath": handle, "lineStart": 4999}, context).model_dump(mode="json")
    assert (answer["data"]["source"], answer["data"]["content"]) == ("output", "line 4998\nline 4999\n")
    assert answer["data"]["fileSize"] == len(whole)
