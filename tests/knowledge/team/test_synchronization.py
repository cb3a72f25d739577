"""Team mode against a real ChromaDB server on this machine."""

import json
import shutil
import threading
import time
from pathlib import Path

import pytest

from models.solution import Solution
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.ledger.solution_history import SEEN
from rca.knowledge.team import chroma_server as server_module
from rca.knowledge.team import synchronization as team_module
from rca.knowledge.team import team_entries, team_membership
from rca.knowledge.team.chroma_server import Address, Server
from rca.knowledge.team.synchronization import Team
from rca.knowledge.team.team_entries import change_of, document_of
from tests.knowledge.conftest import make_solution
from tests.knowledge.team_server import Chroma, embed, learn, standing, synced, vector_of


def test_what_one_learns_the_others_know(member):
    one, two = member("one"), member("two")
    learn(one, 1, 2)
    synced(one, two)
    assert two._ledger.get("test-1").solution == make_solution(1)
    # The vectors came along: the model need not embed what another one did.
    assert two._ledger.vectors.missing("m", 5) == []
    assert (one.state.pushed, two.state.pulled, two.state.members) == (2, 2, 1)


def test_reports_of_several_count_once_each(member):
    one, two, three = member("one"), member("two"), member("three")
    learn(one, 1)
    synced(one, two, three)
    one._ledger.report("test-1", "worked", None, None)
    two._ledger.report("test-1", "worked", None, None)
    three._ledger.report("test-1", "did_not_work", None, "still crashes")
    for _round in range(3):
        synced(one, two, three)
    assert standing(one, 1) == standing(two, 1) == standing(three, 1) == ("validated", 2, 1)
    assert [attempt.note for attempt in one._ledger.attempts(None, ["test-1"], 5)] == ["still crashes"]
    # Nothing is sent back and forth.
    before = [team.state.pushed for team in (one, two, three)]
    synced(one, two, three)
    assert [team.state.pushed for team in (one, two, three)] == before


def test_offline_goes_on_and_is_made_up_for(tmp_path, chroma):
    own = Chroma(tmp_path / "server")
    teams = [
        Team(
            Ledger(tmp_path / name / "ledger.db"),
            Address(own.url, (), "default_tenant", "default_database"),
            "m",
        )
        for name in ("one", "two")
    ]
    one, two = teams
    learn(one, 1)
    assert one.sync().state == "offline"
    assert "cannot be reached" in one.state.note
    own.start()
    learn(two, 2)
    synced(one, two, one)
    assert standing(one, 2) == standing(two, 1) == ("candidate", 0, 0)
    own.stop()
    one._ledger.report("test-2", "worked", None, None)
    assert one.sync().state == "offline"
    own.start()
    synced(one, two)
    assert standing(two, 2) == ("validated", 1, 0)
    own.stop()
    for team in teams:
        team._ledger.close()


def test_a_restored_or_copied_ledger_is_read_by_the_others(tmp_path, member, database, chroma):
    one, two = member("one"), member("two")
    learn(one, 1)
    synced(one, two)
    saved = (tmp_path / "saved.db").as_posix()
    with one._ledger.database.reading() as db:
        db.execute("VACUUM INTO ?", (saved,))
    learn(one, 2)
    synced(one, two)
    # Back to the copy; what is learnt then must reach the others under new numbers.
    one._ledger.close()
    for name in ("ledger.db-wal", "ledger.db-shm"):
        (tmp_path / "one" / name).unlink(missing_ok=True)
    Path(saved).replace(tmp_path / "one" / "ledger.db")
    again = member("one")
    learn(again, 3)
    synced(again, two)
    assert standing(two, 3) is not None
    assert standing(again, 2) is not None


def test_members_with_another_model_share_without_vectors(member):
    """So it is where some have another release, which was taught more, or all have it and the server is older."""
    one, other, third = member("one"), member("other", model="another"), member("third", model="another")
    learn(one, 1)
    synced(one)
    learn(other, 2)
    synced(other)
    assert standing(other, 1) is not None
    # Their vectors mean nothing here, of whatever length they are.
    assert len(other._ledger.vectors.missing("another", 5)) == 1
    synced(one, third)
    assert standing(one, 2) is not None
    assert len(one._ledger.vectors.missing("m", 5)) == 1
    assert standing(third, 1) is not None
    assert standing(third, 2) is not None


def test_a_collection_of_another_model_waits_for_its_first_vector(member):
    one, other = member("one"), member("other", model="another")
    synced(one)
    learn(other, 2)
    state = other.sync()
    assert (state.state, state.pushed) == ("partly", 0)
    assert "model m" in state.note
    learn(one, 1)
    synced(one, other, one)
    assert standing(one, 2) is not None


def test_what_is_not_embedded_waits(member):
    one = member("one")
    one._ledger.put([(make_solution(1), "candidate")], "user")
    state = one.sync()
    assert (state.state, state.pushed) == ("partly", 0)
    assert "waits for the embedding model" in state.note
    embed(one)
    synced(one)
    assert one.state.pushed == 1


def test_an_attempt_alone_fixes_no_length_of_vectors(member):
    one, two = member("one"), member("two")
    one._ledger.add_attempt("nowhere", "f" * 16, "Clean the build.", None)
    assert one.sync().state == "partly"
    learn(two, 2)
    synced(two, one)
    embed(one)
    synced(one, two)
    assert [attempt.attempt for attempt in two._ledger.attempts("f" * 16, [], 5)] == ["Clean the build."]


def test_secrets_stay_at_home(member, chroma, database):
    one, two = member("one"), member("two")
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    learn(one, 1, solution=f"Use the token {secret} for the registry.")
    one._ledger.report("test-1", "did_not_work", None, f"with {secret} it fails")
    synced(one, two)
    with two._ledger.database.reading() as db:
        assert secret not in "".join(db.iterdump())
    assert "token" in two._ledger.get("test-1").solution.solution


def test_what_a_member_with_an_earlier_release_let_through_is_masked_here(member, monkeypatch):
    one, two = member("one"), member("two")
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    with monkeypatch.context() as earlier:
        earlier.setattr(team_entries, "masked", lambda change: change)
        learn(one, 1, solution=f"Use the token {secret} for the registry.")
        synced(one)
    synced(two)
    with two._ledger.database.reading() as db:
        assert secret not in "".join(db.iterdump())
    assert "<redacted token>" in two._ledger.get("test-1").solution.solution


@pytest.mark.parametrize("metadata", [{"member": "stranger"}, {"number": 5}, {"member": 7, "number": 1}])
def test_an_entry_of_no_member_stops_nothing(member, chroma, database, metadata):
    one, two = member("one"), member("two")
    learn(one, 1)
    synced(one)
    with Server(Address(chroma.url, (), "default_tenant", database)) as server:
        server.open("m")
        server.put([server_module.Entry("stranger/x", metadata, "{}", vector_of("x").tolist())])
    assert two.sync().state in {"synced", "partly"}
    assert standing(two, 1) is not None


def told(uid, detail):
    """An entry about `test-1` with one event."""
    event = [uid, "2026-01-01", "report", detail]
    return json.dumps({"id": "test-1", "record": None, "events": [event], "attempts": []})


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "{}",
        "[]",
        '{"id": "x", "record": 5, "events": [], "attempts": []}',
        told("0" * 26, [5]),
        # It would come after every name that is given here.
        told("z" * 26, {}),
        "[" * 5_000,
    ],
)
def test_an_entry_that_cannot_be_read_stops_nothing(member, chroma, database, content):
    one, two = member("one"), member("two")
    learn(one, 1)
    synced(one)
    with Server(Address(chroma.url, (), "default_tenant", database)) as server:
        server.open("m")
        server.put(
            [
                server_module.Entry(
                    "stranger/x", {"member": "stranger", "number": 1}, content, vector_of("x").tolist()
                )
            ]
        )
    state = two.sync()
    assert state.state == "partly"
    assert "could not be read" in state.note
    assert standing(two, 1) is not None


@pytest.mark.parametrize(
    ("url", "base", "tenant", "state", "says"),
    [
        ("http://127.0.0.1:1", "default_database", "default_tenant", "offline", "cannot be reached"),
        ("ftp://host", "default_database", "default_tenant", "refused", "no http"),
        (None, "nowhere", "default_tenant", "refused", "no database 'nowhere'"),
        (None, "default_database", "nobody", "refused", "in tenant 'nobody'"),
    ],
)
def test_what_is_wrong_is_told(member, url, base, tenant, state, says):
    one = member("one", url=url, base=base, tenant=tenant)
    learn(one, 1)
    told = one.sync()
    assert told.state == state
    assert says in told.note
    assert standing(one, 1) is not None


def test_headers_open_the_gate(member, gate):
    _handler, url = gate
    outside = member("one", url=url, headers=(("Authorization", "Bearer wrong"),))
    learn(outside, 1)
    assert outside.sync().state == "refused"
    assert "knowledge.headers" in outside.state.note
    synced(member("two", url=url, headers=(("Authorization", "Bearer right"),)))


@pytest.mark.parametrize(
    ("mode", "state", "says"),
    [
        ("silent", "offline", "does not answer in time"),
        ("garbage", "refused", "no ChromaDB server"),
        ("old", "refused", "version 1"),
        ("redirect", "refused", "no ChromaDB server"),
    ],
)
def test_a_bad_server_is_told(member, gate, monkeypatch, mode, state, says):
    handler, url = gate
    handler.mode = mode
    monkeypatch.setattr(server_module, "_SECONDS", 0.3 if mode == "silent" else 30.0)
    one = member("one", url=url)
    learn(one, 1)
    told = one.sync()
    assert told.state == state, told
    assert says in told.note


def test_the_background_exchange_blocks_nobody(member, gate, monkeypatch):
    handler, url = gate
    handler.mode = "silent"
    monkeypatch.setattr(team_module, "_CLOSE_SECONDS", 0.2)
    one = member("one", url=url)
    started = time.monotonic()
    one.start()
    learn(one, *range(5))
    one.wake()
    one.stop()
    assert time.monotonic() - started < 20


def test_a_change_is_the_same_on_the_other_side(ledger, solution):
    from rca.knowledge.ledger import change_set

    ledger.put([(solution(metadata={"tags": ["a"]}), "validated")], "import")
    ledger.report("test-1", "did_not_work", None, "note")
    change = change_set.read(ledger, "test-1", own=True)
    assert change_of(document_of(change)) == change
    assert isinstance(change.text.solution, Solution)


def test_a_server_that_comes_back_with_older_data_is_told_again(tmp_path, chroma):
    own = Chroma(tmp_path / "server")

    def member(name):
        ledger = Ledger(tmp_path / name / "ledger.db")
        return Team(ledger, Address(own.url, (), "default_tenant", "default_database"), "m")

    own.start()
    one = member("one")
    learn(one, 1)
    synced(one)
    own.stop()
    shutil.copytree(own.folder, tmp_path / "copy")
    own.start()
    learn(one, 2)
    synced(one)
    own.stop()
    shutil.rmtree(own.folder)
    (tmp_path / "copy").replace(own.folder)
    own.start()
    late = member("late")
    synced(one, late)
    own.stop()
    assert standing(late, 1) is not None
    assert standing(late, 2) is not None
    one._ledger.close()
    late._ledger.close()


def test_two_windows_on_one_ledger_exchange_one_after_the_other(member, gate, monkeypatch):
    handler, url = gate
    handler.mode, handler.released = "open", threading.Event()
    window, other = member("one", url=url), member("one", url=url)
    learn(window, 1)
    at_work = threading.Event()
    exchange = window._exchange
    monkeypatch.setattr(window, "_exchange", lambda: (at_work.set(), exchange())[1])
    thread = threading.Thread(target=window.sync)
    thread.start()
    try:
        assert at_work.wait(20)
        monkeypatch.setattr(team_membership, "_TURN_SECONDS", 0.2)
        told = other.sync()
        assert (told.state, told.note) == ("waiting", "another process of this machine is exchanging")
    finally:
        handler.released.set()
        thread.join()
    assert window.state.state == "synced"
    synced(other)


def test_an_entry_that_is_renewed_between_two_pages_is_read(member, monkeypatch):
    one, two = member("one"), member("two")
    learn(one, 1)
    synced(one, two)
    learn(one, 2, 3)
    synced(one)
    monkeypatch.setattr(server_module, "PAGE", 2)
    monkeypatch.setattr(team_module, "PAGE", 2)
    ask, once = Server._get, [True]

    def meanwhile(server, question):
        found = ask(server, question)
        if "$or" in question.get("where", ()) and once:
            once.clear()
            # The entry that was read before is renewed, and another one is new.
            one._ledger.report("test-1", "worked", None, None)
            synced(one)
            learn(one, 4)
            synced(one)
        return found

    monkeypatch.setattr(Server, "_get", meanwhile)
    synced(two, two)
    assert standing(two, 1) == ("validated", 1, 0)
    assert standing(two, 4) is not None


def test_the_logs_that_were_read_here_are_not_sent(member):
    one, two = member("one"), member("two")
    learn(one, 1)
    synced(one, two)
    for number in range(5):
        one._ledger.note(SEEN, "test-1", {"project": "p", "textHash": str(number)})
    synced(one)
    assert one.state.pushed == 1
    one._ledger.report("test-1", "worked", None, None)
    synced(one, two)
    with two._ledger.database.reading() as db:
        assert db.execute("SELECT count(*) FROM event WHERE kind = ?", (SEEN,)).fetchone() == (0,)
    assert standing(two, 1) == ("validated", 1, 0)
