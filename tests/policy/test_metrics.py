"""The lines of the journal, and what they add up to."""

import json
from datetime import UTC, datetime, timedelta

from rca.policy.metrics import CallRecord, Journal, now, task_name
from rca.policy.metrics_summary import aggregate

DAY = "2026-05-01"


def record(tool="read_file", task="t", at="12:00:00.000", day=DAY, **parts):
    return CallRecord(f"{day}T{at}Z", task, tool, 1.5, **parts)


def test_a_line_holds_the_fields_of_the_contract_and_no_others(tmp_path):
    journal = Journal(tmp_path)
    journal.write(record(tool="query_index", query_type="tag", results=3, cached=True))
    journal.write(record(size_bytes=10))
    journal.write(record(error="FILE_NOT_FOUND"))
    lines = (tmp_path / f"calls-{DAY}.jsonl").read_text().splitlines()
    assert [list(json.loads(line)) for line in lines] == [
        ["timestamp", "task", "tool", "query_type", "results", "cached", "duration_ms"],
        ["timestamp", "task", "tool", "size_bytes", "duration_ms"],
        ["timestamp", "task", "tool", "duration_ms", "error"],
    ]


def test_a_day_has_its_file_and_a_full_one_is_followed_by_another(tmp_path):
    journal = Journal(tmp_path)
    journal.write(record(task="first"))
    (tmp_path / f"calls-{DAY}.jsonl").write_bytes(b" " * (5 * 1024 * 1024))
    journal.write(record(task="second"))
    journal.write(record(task="third", day="2026-05-02"))
    assert [line["task"] for line in journal.read()] == ["second", "third"]
    assert {path.name for path in tmp_path.iterdir()} == {
        f"calls-{DAY}.jsonl",
        f"calls-{DAY}.2.jsonl",
        "calls-2026-05-02.jsonl",
    }


def test_files_of_long_ago_are_dropped(tmp_path):
    old, kept = tmp_path / "calls-2026-01-30.jsonl", tmp_path / "calls-2026-02-01.jsonl"
    other = tmp_path / "notes.txt"
    for path in (old, kept, other):
        path.write_text("x\n")
    Journal(tmp_path).write(record(day="2026-05-02"))
    assert not old.exists()
    assert kept.exists()
    assert other.exists()


def test_lines_that_are_none_are_passed_over(tmp_path):
    journal = Journal(tmp_path)
    journal.write(record(task="whole"))
    with (tmp_path / f"calls-{DAY}.jsonl").open("a") as file:
        file.write('{"timestamp":"2026-05-01T1\n[]\n{}\n{"timestamp":1,"task":2,"tool":3}\n\xff\n')
    assert [line["task"] for line in journal.read()] == ["whole"]


def test_lines_are_chosen_by_time_and_task(tmp_path):
    journal = Journal(tmp_path)
    journal.write(record(task="a", day="2026-04-30"))
    journal.write(record(task="a", at="09:00:00.000"))
    journal.write(record(task="b", at="13:00:00.000"))
    noon = datetime(2026, 5, 1, 12, tzinfo=UTC)
    assert [line["task"] for line in journal.read(since=noon)] == ["b"]
    assert len(list(journal.read(since=noon - timedelta(hours=23)))) == 2
    assert len(list(journal.read(task="a"))) == 2
    assert not list(journal.read(since=noon, task="a"))


def test_a_folder_that_cannot_be_written_fails_no_call(tmp_path):
    (tmp_path / "metrics").write_text("a file in the way")
    Journal(tmp_path / "metrics").write(record())
    assert not list(Journal(tmp_path / "none").read())


def test_a_task_whose_name_may_be_private_is_written_as_a_hash(tmp_path):
    assert task_name("fix-42") == "fix-42"
    for private in ("Why does Anna's app crash?", "/home/anna", "a" * 65, "", "\ud800"):
        assert task_name(private).startswith("task-")
        assert private not in task_name(private) or not private
    journal = Journal(tmp_path)
    journal.write(record(task=task_name("/home/anna")))
    assert len(list(journal.read(task="/home/anna"))) == 1


def test_the_time_is_written_as_it_is_compared():
    assert len(now()) == len("2026-05-01T12:00:00.000Z")


def lines(*calls):
    return [
        {"timestamp": "t", "task": task, "tool": tool, "duration_ms": 2.0, **parts}
        for task, tool, parts in calls
    ]


def test_the_measures_of_the_seed():
    found = aggregate(
        lines(
            ("a", "query_index", {"cached": True}),
            ("a", "read_file", {"size_bytes": 100}),
            ("a", "read_file", {"size_bytes": 50, "cached": True}),
            ("b", "read_file", {"size_bytes": 7}),
            ("b", "query_index", {}),
            ("b", "list_files", {}),
            ("c", "query_index", {"error": "LIMIT_EXCEEDED"}),
        ),
        {"query_index"},
    )
    assert found["tasks"]["a"] == {
        "query_index_calls": 1,
        "read_file_calls": 2,
        "read_file_bytes": 150,
        "list_files_calls": 0,
        "cache_hits": 1,
    }
    assert found["tasks"]["b"]["list_files_calls"] == 1
    assert found["total_query_calls"] == 3
    assert found["total_file_reads"] == 3
    assert found["avg_reads_per_task"] == 1.0
    assert found["index_first_ratio"] == 0.5
    assert found["tools"]["query_index"] == {"calls": 3, "errors": 1, "p50_ms": 2.0, "p99_ms": 2.0}


def test_an_index_that_failed_was_not_asked_first():
    calls = lines(("a", "query_index", {"error": "X"}), ("a", "read_file", {}))
    assert aggregate(calls, {"query_index"})["index_first_ratio"] == 0.0


def test_nothing_adds_up_to_nothing():
    found = aggregate([], {"query_index"})
    assert (found["total_calls"], found["index_first_ratio"], found["avg_reads_per_task"]) == (0, None, None)
