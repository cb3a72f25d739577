"""Many reports: grouped, counted, ranked; what cannot be read is named and skipped."""

import gzip
import json
import tracemalloc

import pytest
from click.testing import CliRunner

from lsp_server.cli import cli
from models.settings import KnowledgeSettings
from rca.error_text import parse
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.scheduling.deadline import Deadline
from rca.triage.crash_groups import CrashGroups, describe, grouped
from rca.triage.crash_report_reader import CrashReportReader, ReadReport
from rca.triage.json_splitter import JsonSplitter
from rca.triage.triage_run import TriageRequest, triage
from tests.error_text.crash_services import samples
from tests.project_folder import write_file


def _event(user, line=41, build="40", message="no note is open"):
    frame = {
        "module": f"dev.larch.notes.Store{line}",
        "function": "current",
        "filename": "Store.kt",
        "lineno": line,
        "in_app": True,
    }
    exception = {
        "type": "IllegalStateException",
        "value": message,
        "module": "java.lang",
        "stacktrace": {"frames": [frame]},
    }
    return {
        "event_id": f"{user}-{line}",
        "platform": "java",
        "release": f"dev.larch.notes@2.1.0+{build}",
        "timestamp": "2026-10-01T09:30:00Z",
        "user": {"id": user},
        "exception": {"values": [exception]},
    }


def _read(path):
    reader = CrashReportReader()
    return list(reader.read([path])), reader


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(json.dumps(_event(user)) for user in range(3)),
        json.dumps([_event(user) for user in range(3)]),
        json.dumps([_event(user) for user in range(3)], indent=2),
        json.dumps({"data": [_event(user) for user in range(3)], "meta": {"next": None}}),
        "\n".join(json.dumps(_event(user), indent=1) for user in range(3)),
    ],
    ids=["lines", "list", "indented list", "answer", "documents"],
)
def test_each_form_of_many_reports(tmp_path, text):
    reads, reader = _read(write_file(tmp_path, "export.json", text))
    assert [one.report.crash_context.event for one in reads] == ["0-41", "1-41", "2-41"]
    assert [one.source for one in reads] == ["export.json:1", "export.json:2", "export.json:3"]
    assert reader.skipped == []


def test_every_service_in_one_folder_is_one_group(tmp_path):
    for name, text in samples.JVM.items():
        write_file(tmp_path, f"{name}.txt", text)
    reads, reader = _read(tmp_path)
    assert len(reads) == len(samples.JVM)
    assert reader.skipped == []
    by_type = {group.shown.report.exceptions[-1].type: group.reports for group in grouped(reads).listed()}
    # The MCP server of Sentry leaves packages of exceptions out.
    assert by_type == {"java.io.IOException": len(samples.JVM) - 1, "IOException": 1}


def test_broken_files_are_named_and_skipped(tmp_path):
    write_file(tmp_path, "a/good.json", json.dumps(_event("u")))
    write_file(tmp_path, "empty.json", "")
    write_file(tmp_path, "prose.txt", "nothing happened here\n")
    write_file(tmp_path, "no-report.json", '{"name": "x"}')
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\0\0\0")
    (tmp_path / "broken.gz").write_bytes(b"\x1f\x8bnothing")
    (tmp_path / "cut.json").write_text(json.dumps(_event("v"))[:-9])
    lines = [json.dumps(_event("w")), json.dumps(_event("x"))[:80], json.dumps(_event("y"))]
    write_file(tmp_path, "lines.jsonl", "\n".join(lines))
    reads, reader = _read(tmp_path)
    assert sorted(one.source for one in reads) == [
        "a/good.json",
        "cut.json",
        "lines.jsonl:1",
        "lines.jsonl:3",
    ]
    assert {one.source for one in reader.skipped} == {
        "empty.json",
        "prose.txt",
        "no-report.json",
        "picture.png",
        "broken.gz",
        "cut.json",
        "lines.jsonl:2",
    }


def test_a_packed_file(tmp_path):
    path = tmp_path / "export.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(json.dumps(_event(user)) for user in range(3)).encode()))
    assert len(_read(path)[0]) == 3


def test_an_ips_file(tmp_path):
    (read,) = _read(write_file(tmp_path, "Larch.ips", samples.IPS))[0]
    assert (read.report.kind, read.report.crash_context.os) == ("native_crash", "iPhone OS 18.1 (22B83)")


def test_several_errors_of_a_log(tmp_path):
    log = samples.TRACE + "\n\n" + samples.TRACE.replace("disk full", "no space").replace("Disk", "Space")
    assert [one.source for one in _read(write_file(tmp_path, "log.txt", log))[0]] == [
        "log.txt:1",
        "log.txt:2",
    ]


def test_an_error_that_a_log_repeats_is_counted(tmp_path):
    path = write_file(tmp_path, "log.txt", "\n".join([samples.TRACE] * 3))
    (group,) = grouped(_read(path)[0]).listed()
    assert (group.reports, group.affected) == (3, 3)


def _split(text, size, largest=1000):
    splitter = JsonSplitter(largest=largest)
    chunks = (text[at : at + size] for at in range(0, len(text), size))
    return [json.loads(record) for record in splitter.split(chunks)], splitter


@pytest.mark.parametrize("size", [1, 7, 64, 5000])
def test_records_are_the_same_in_chunks_of_any_size(size):
    items = [{"n": at, "text": 'a "quoted" \\ ] } text', "inner": {"list": [{"x": 1}]}} for at in range(40)]
    assert _split(json.dumps(items), size)[0] == items
    assert _split("\n".join(map(json.dumps, items)), size)[0] == items
    large = json.dumps({"next": {"a": 1}, "events": items, "meta": {"b": [{"c": 1}]}})
    assert _split(large, size)[0] == items
    assert _split(json.dumps({"events": items[:2]}), size)[0] == [{"events": items[:2]}]


@pytest.mark.parametrize("size", [1, 64, 5000])
def test_a_record_that_is_too_large_is_left_out(size):
    records, splitter = _split(json.dumps([{"a": 1}, {"text": "x" * 2000}, {"b": [1] * 900}, {"c": 2}]), size)
    assert (records, splitter.oversized) == ([{"a": 1}, {"c": 2}], 2)


def test_the_memory_is_bounded(tmp_path):
    path = tmp_path / "export.json"
    record = json.dumps(_event("u", message="x" * 2000))
    with path.open("w") as file:
        file.write('{"events": [' + ",".join([record] * 10_000) + "]}")
    reader = CrashReportReader()
    tracemalloc.start()
    count = sum(1 for _ in reader.read([path]))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (count, reader.skipped) == (10_000, [])
    assert path.stat().st_size > 20_000_000
    assert peak < 70_000_000


def test_groups_count_users_events_and_builds(tmp_path):
    events = [_event("a"), _event("a"), _event("b", build="41"), _event("c", line=7, build="41")]
    groups = grouped(_read(write_file(tmp_path, "e.json", json.dumps(events)))[0])
    newest = groups.newest_build()
    first, second = (describe(group, newest) for group in groups.listed())
    assert (first.reports, first.users, first.builds) == (3, 2, ("2.1.0 (40)", "2.1.0 (41)"))
    assert (first.only_newest_build, second.only_newest_build) == (False, True)
    assert (second.users, second.events, second.anonymous_reports) == (1, 1, 0)


def test_counts_of_the_service_are_used():
    read = _read_of(samples.SENTRY_MCP)
    group = grouped([read]).listed()[0]
    assert (group.user_count, group.events, group.affected) == (7, 31, 7)


def _read_of(text):
    return ReadReport("x", parse(text), text)


def test_groups_and_users_are_bounded(tmp_path):
    events = [_event(str(at), line=at) for at in range(1, 30)]
    groups = CrashGroups(most_groups=10, most_users=4)
    for read in _read(write_file(tmp_path, "e.json", json.dumps(events)))[0]:
        groups.add(read)
    assert (len(groups.listed()), groups.reports, groups.ungrouped) == (10, 29, 19)
    assert sum(group.user_count for group in groups.listed()) == 4
    assert sum(group.overflowed for group in groups.listed()) == 6


def _triage(tmp_path, events, **options):
    path = write_file(tmp_path, "e.json", json.dumps(events))
    store = KnowledgeStore(tmp_path / "data", KnowledgeSettings(starter=False))
    return triage(TriageRequest([path], **options), store, Deadline())


def test_more_users_come_first_then_what_is_new(tmp_path):
    events = [_event("a", line=7), _event("a", line=9, build="41"), _event("b", line=5), _event("c", line=5)]
    result = _triage(tmp_path, events)
    assert [group.error.culprit.line for group in result.groups] == [5, 9, 7]
    assert {group.verdict for group in result.groups} == {"novel"}


def test_groups_beyond_the_limit_are_counted(tmp_path):
    result = _triage(tmp_path, [_event("a", line=at) for at in range(1, 6)], most=2)
    assert len(result.groups) == 2
    assert result.notes == ("3 more groups are not shown: --most shows more",)


def test_when_the_time_is_over_the_rest_is_named(tmp_path):
    for name in "ab":
        write_file(tmp_path, f"{name}.json", json.dumps(_event("a")))
    reader = CrashReportReader(deadline=Deadline(0))
    assert list(reader.read([tmp_path])) == []
    assert [one.reason for one in reader.skipped] == ["not read: the time ran out"] * 2


def test_the_command(tmp_path, monkeypatch):
    monkeypatch.setenv("RCA_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("RCA_KNOWLEDGE_STARTER", "off")
    store = 'package dev.larch.notes\n\nclass Store41 {\n    fun current(): String {\n        error("no note is open")\n    }\n}\n'
    write_file(tmp_path, "app/src/main/kotlin/Store.kt", store)
    write_file(tmp_path, "settings.gradle.kts", "")
    reports = write_file(tmp_path, "reports/e.json", json.dumps([_event("a", line=5), _event("b", line=41)]))
    write_file(tmp_path, "reports/empty.json", "")
    options = ["triage", str(reports.parent), "-w", str(tmp_path / "app"), "--analyze", "1"]
    shown = CliRunner().invoke(cli, options)
    assert shown.exit_code == 0, shown.output
    assert "2 reports of 2 files, 2 groups shown" in shown.output
    assert "empty.json: is empty" in shown.output
    answer = json.loads(CliRunner().invoke(cli, [*options, "--json"]).output)
    assert [group["users"] for group in answer["groups"]] == [1, 1]
    assert "analysis" in answer["groups"][0]
    assert "analysis" not in answer["groups"][1]
