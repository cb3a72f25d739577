"""Records in and out as JSON lines."""

import json

import pytest

from models.error_codes import ErrorCode
from models.tools.confirm_solution import ConfirmSolutionParams
from rca.tool_failure import Failure


def line(number, **parts):
    return {
        "id": f"old-{number}",
        "errorDescription": f"Problem number {number} of the gadget",
        "rootCause": f"Cause {number}",
        "solution": f"Solution {number}",
        "language": "kotlin",
        "errorType": "a.GadgetException",
        "confidence": 0.8,
        "userValidated": False,
        "metadata": {"createdAt": "2025-12-01T10:30:00Z", "fixedIn": "src/Gadget.kt"},
    } | parts


def write(path, lines):
    path.write_text("".join(json.dumps(item) + "\n" for item in lines), encoding="utf-8")
    return path


def read(path):
    return [json.loads(text) for text in path.read_text("utf-8").splitlines()]


def test_import_is_idempotent_by_id(store, tmp_path):
    path = write(tmp_path / "in.jsonl", [line(number) for number in range(1_200)])
    told = []
    first = store.import_jsonl(path, told.append)
    assert (first.new, first.updated, first.unchanged) == (1_200, 0, 0)
    assert told == [500, 1_000, 1_200]
    second = store.import_jsonl(path)
    assert (second.new, second.updated, second.unchanged) == (0, 0, 1_200)
    write(path, [line(3, solution="A better one"), line(4)])
    third = store.import_jsonl(path)
    assert (third.new, third.updated, third.unchanged) == (0, 1, 1)
    assert store.stats().records == 1_200


def test_an_old_export_takes_no_newer_text_back(store, tmp_path):
    newer = {"createdAt": "2026-02-01T10:30:00+01:00", "fixedIn": "src/Gadget.kt"}
    store.import_jsonl(write(tmp_path / "new.jsonl", [line(1, rootCause="Known better.", metadata=newer)]))
    old = write(tmp_path / "old.jsonl", [line(1), line(2), line(1, metadata={"createdAt": "soon"})])
    first_only = write(tmp_path / "first.jsonl", [line(1)])
    counts = store.import_jsonl(first_only)
    assert (counts.new, counts.updated, counts.unchanged) == (0, 0, 1)
    exported = tmp_path / "out.jsonl"
    store.export_jsonl(exported)
    assert [one["rootCause"] for one in read(exported)] == ["Known better."]
    # One that does not say when it was written counts as new.
    counts = store.import_jsonl(old)
    assert (counts.new, counts.updated, counts.unchanged) == (1, 1, 1)


def test_export_and_import_give_the_same_store(store, new_store, tmp_path):
    store.import_jsonl(write(tmp_path / "in.jsonl", [line(number) for number in range(5)]))
    for id_, outcome in (("old-1", "worked"), ("old-2", "harmful"), ("old-3", "superseded")):
        store.confirm(ConfirmSolutionParams(id=id_, outcome=outcome))
    assert store.export_jsonl(tmp_path / "one.jsonl") == 5
    other = new_store(folder=tmp_path / "other")
    other.import_jsonl(tmp_path / "one.jsonl")
    assert other.stats().by_state == store.stats().by_state
    other.export_jsonl(tmp_path / "two.jsonl")
    assert read(tmp_path / "one.jsonl") == read(tmp_path / "two.jsonl")
    exported = {item["id"]: item for item in read(tmp_path / "two.jsonl")}
    assert exported["old-1"]["userValidated"] is True
    assert exported["old-0"] == line(0)


def test_lines_that_are_no_solution_are_named_and_stop_nothing(store, tmp_path):
    path = tmp_path / "in.jsonl"
    bad = [
        "{not json",
        "[]",
        "7",
        json.dumps({"id": "x"}),
        json.dumps(line(9, confidence=3)),
        json.dumps(line(10, metadata={"state": "dubious"})),
    ]
    path.write_text("\n".join([json.dumps(line(1)), *bad, "", json.dumps(line(2))]), encoding="utf-8")
    counts = store.import_jsonl(path)
    assert counts.new == 2
    assert [text.split(":")[0] for text in counts.rejected] == [f"line {number}" for number in range(2, 8)]
    assert "dubious" in counts.rejected[-1]


def test_a_character_cut_in_half_and_a_deep_line_stop_no_other(store, tmp_path):
    deep = json.dumps(line(2)).replace("{}", "null").replace('"src/Gadget.kt"', "[" * 900 + "]" * 900)
    told = [json.dumps(line(1, metadata={"note": "cut \ud83d"})), deep, json.dumps(line(3))]
    path = tmp_path / "in.jsonl"
    path.write_text("\n".join(told), "utf-8")
    counts = store.import_jsonl(path, lambda _line: None)
    assert (counts.new, [one.partition(":")[0] for one in counts.rejected]) == (2, ["line 2"])
    store.export_jsonl(tmp_path / "out.jsonl")
    notes = {one["id"]: one["metadata"].get("note") for one in read(tmp_path / "out.jsonl")}
    assert notes["old-1"] == "cut ?"


def test_secrets_in_an_imported_file_are_masked(store, tmp_path):
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    path = write(tmp_path / "in.jsonl", [line(1, rootCause=f"leaked {secret}", metadata={"note": [secret]})])
    counts = store.import_jsonl(path)
    assert counts.redacted
    store.export_jsonl(tmp_path / "out.jsonl")
    assert secret not in (tmp_path / "out.jsonl").read_text()
    assert store.import_jsonl(path).unchanged == 1


def test_a_missing_file_and_a_folder_that_is_not_there_are_told(store, tmp_path):
    with pytest.raises(Failure) as caught:
        store.import_jsonl(tmp_path / "none.jsonl")
    assert caught.value.error.code is ErrorCode.FILE_NOT_FOUND
    with pytest.raises(Failure) as caught:
        store.export_jsonl(tmp_path / "none" / "out.jsonl")
    assert caught.value.error.code is ErrorCode.PERMISSION_DENIED


def test_an_export_that_fails_leaves_the_old_file(store, tmp_path, monkeypatch):
    store.import_jsonl(write(tmp_path / "in.jsonl", [line(1)]))
    out = tmp_path / "out.jsonl"
    store.export_jsonl(out)
    before = out.read_text()

    def breaks(*_arguments, **_options):
        raise OSError("disk gone")

    monkeypatch.setattr("rca.knowledge.jsonl._line", breaks)
    with pytest.raises(Failure):
        store.export_jsonl(out)
    assert out.read_text() == before
    assert sorted(path.name for path in tmp_path.glob("*.jsonl*")) == ["in.jsonl", "out.jsonl"]
