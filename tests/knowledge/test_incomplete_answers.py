"""What an answer lacks is named: records, receipts, versions and entries that could not be read."""

import json
import logging
import sqlite3
from pathlib import Path

import pytest

from models.error_codes import ErrorCode
from rca.knowledge.embedding import onnx_model, vector_index
from rca.knowledge.embedding.vector_index import VectorIndex
from rca.knowledge.ledger import backup, change_set
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.project_protocol import Unknown
from rca.knowledge.team import team_entries
from rca.knowledge.team.chroma_server import Address, Entry, Server
from rca.knowledge.team.team_entries import change_of
from rca.tool_failure import Failure
from rca.tools import vector_search_db
from tests.knowledge.conftest import make_solution
from tests.knowledge.ledger.test_backup import NOW
from tests.knowledge.projects import TRACE
from tests.knowledge.team_server import synced, vector_of

QUERY = "java.lang.IllegalStateException: widget 1 is not attached"


def change(store, statement, *values):
    ledger = Ledger(store._folder / "ledger.db")
    with ledger.database.writing() as db:
        db.execute(statement, values)
    ledger.close()


def noted(found, words):
    return found.partial and any(words in note for note in found.notes)


def test_a_record_that_is_damaged_is_named(store):
    ledger = store._opener.opened().ledger
    ledger.put([(make_solution(1), "candidate"), (make_solution(2), "candidate")], "user")
    assert not noted(store.find(QUERY, dense="off"), "malformed")
    change(store, "UPDATE solution SET body = substr(body, 3) WHERE id = 'test-1'")
    found = store.find(QUERY, dense="off")
    assert [hit.id for hit in found.outcome.results] == ["test-2"]
    assert noted(found, "test-1 of the knowledge ledger is malformed")


def search(shop):
    return shop.envelope(vector_search_db, query=TRACE, minConfidence=0)["meta"]


def test_evidence_of_another_version_is_named(shop):
    id_ = shop.solved()
    kept = {"outcome": "worked", "project": "p", "culprit": {"path": "x"}, "receipt": {"result": "passed"}}
    shop.store._opener.opened().ledger.note("report", id_, kept)
    meta = search(shop)
    assert meta["completeness"] == "partial"
    assert f"knowledge: {id_}: 2 receipts or pieces of code were written by another version" in "\n".join(
        meta["provenance"]
    )


def test_versions_in_another_form_are_named(shop):
    shop.solved()
    change(shop.store, "UPDATE solution SET body = json_set(body, '$.metadata.environment.libraries', 5)")
    meta = search(shop)
    assert "the versions that it was recorded with were written in another form" in "\n".join(
        meta["provenance"]
    )


def test_code_that_nobody_can_look_at_yet_is_named(shop, monkeypatch):
    id_ = shop.solved()

    def unknown(_project, _path, _symbol):
        raise Unknown

    monkeypatch.setattr("rca.analysis.knowledge_project.WorkspaceProject.now", unknown)
    meta = search(shop)
    assert f"knowledge: {id_}: whether its code changed since it was validated is unknown" in "\n".join(
        meta["provenance"]
    )


def test_sources_that_cannot_be_read_are_named(store, monkeypatch):
    store._opener.opened().ledger.put([(make_solution(1), "candidate")], "user")

    def refuse(_ledger, _ids):
        raise Failure(ErrorCode.DB_CONNECTION_FAILED, "disk I/O error")

    monkeypatch.setattr(change_set, "sources", refuse)
    found = store.find(QUERY, dense="off")
    assert found.outcome.results[0].id == "test-1"
    assert noted(found, "where the solutions come from is not known: disk I/O error")


def test_entries_of_the_team_that_cannot_be_read_are_named(member, chroma, database, new_store, tmp_path):
    synced(member("one"))
    store = new_store(folder=tmp_path / "two", url=chroma.url, database=database, dense=False)
    with Server(Address(chroma.url, (), "default_tenant", database)) as server:
        server.open("m")
        server.put([Entry("stranger/x", {"member": "stranger", "number": 1}, "{}", vector_of("x").tolist())])
    assert noted(store.find(QUERY), "1 entries could not be read")


def test_a_defect_while_an_entry_is_taken_over_is_no_entry_that_cannot_be_read(ledger, tmp_path, monkeypatch):
    other = Ledger(tmp_path / "other.db")
    other.put([(make_solution(1), "candidate")], "user")
    document = team_entries.document_of(change_set.read(other, "test-1", own=True))
    other.close()
    assert change_of(document).id == "test-1"

    def broken(*_arguments):
        raise TypeError("a defect")

    monkeypatch.setattr(change_set, "take", broken)
    with pytest.raises(TypeError, match="a defect"):
        team_entries.take(ledger, None, [Entry("one/1", {"member": "one", "number": 1}, document, None)])


def test_a_line_that_is_no_utf_8_is_rejected(store, tmp_path):
    lines = [make_solution(number, solution="Grüße").model_dump_json() for number in (1, 2)]
    file = tmp_path / "records.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + lines[0].encode() + b"\n" + lines[1].encode("latin-1") + b"\n")
    counts = store.import_jsonl(file)
    assert (counts.new, len(counts.rejected)) == (1, 1)
    assert "line 2: 'utf-8' codec can't decode" in counts.rejected[0]


def test_a_ledger_that_is_being_written_is_not_replaced(ledger, monkeypatch):
    path = ledger.database.path
    ledger.put([(make_solution(1), "candidate")], "user")
    copy = backup.keep_daily(path, NOW)
    connect = sqlite3.connect
    # Half a second of waiting will do here.
    monkeypatch.setattr(
        sqlite3, "connect", lambda *given, **more: connect(*given, **{"timeout": 0.5, **more})
    )
    writer = connect(path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    with pytest.raises(Failure, match="another process is writing"):
        backup.restore(path, copy, NOW)
    writer.execute("ROLLBACK")
    writer.close()
    assert backup.restore(path, copy, NOW) is not None


def test_a_copy_from_the_future_that_cannot_be_renamed_is_logged(ledger, caplog, monkeypatch):
    path = ledger.database.path
    copied = backup.keep_daily(path, NOW.replace(year=NOW.year + 1))

    def refuse(_path, _target):
        raise PermissionError("not allowed")

    monkeypatch.setattr(Path, "replace", refuse)
    assert backup.keep_daily(path, NOW) is None
    assert str(copied) in caplog.text


def test_a_damaged_export_is_logged(tmp_path, caplog):
    assert onnx_model.load(tmp_path) is None
    assert caplog.text == ""
    (tmp_path / onnx_model.STAMP).write_text("{")
    assert onnx_model.load(tmp_path) is None
    assert str(tmp_path) in caplog.text


@pytest.mark.parametrize(
    "stamp",
    [
        [],
        {"generation": "one", "newest": 0, "count": 0, "event": "", "clean": True, "files": {}},
        {"generation": 1, "newest": None, "count": 0, "event": "", "clean": True, "files": {}},
    ],
)
def test_a_stamp_of_another_form_is_none(ledger, tmp_path, stamp):
    (tmp_path / "stamp.json").write_text(json.dumps(stamp))
    assert VectorIndex(tmp_path, ledger, "m")._read_stamp() is None


def test_an_index_that_cannot_be_closed_is_logged(caplog):
    class Broken:
        def close(self):
            raise OSError("half closed")

    caplog.set_level(logging.DEBUG)
    vector_index._close(Broken())
    assert "half closed" in caplog.text
