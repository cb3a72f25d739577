"""Searches that ask the team's server for what has not come here yet."""

import threading
import time

import pytest

from rca.knowledge.team import team_query as asking_module
from rca.knowledge.team.chroma_server import Server
from rca.knowledge.team.team_query import SECONDS
from tests.knowledge.conftest import make_solution
from tests.knowledge.team_server import Chroma, learn, synced, vector_of

QUERY = "java.lang.IllegalStateException: widget 1 is not attached"


@pytest.fixture(autouse=True)
def starts_quickly(monkeypatch):
    """Other tests may keep both processors busy: a loaded machine is no slow server."""
    monkeypatch.setattr(asking_module, "SECONDS", 5.0)


@pytest.fixture
def team_store(new_store, tmp_path, chroma, database):
    def make(name="two", url=None, base=database, **settings):
        settings.setdefault("dense", False)
        return new_store(folder=tmp_path / name, url=url or chroma.url, database=base, **settings)

    return make


def share(member, store, *numbers):
    """Share some records from a colleague who uses the same model."""
    one = member("one", model=store._embedder.id)
    learn(one, *numbers)
    synced(one)
    return one


def told(found):
    return next(note for note in found.notes if note.startswith("team: "))


def test_what_a_colleague_shared_is_found_at_once_and_says_where_from(member, team_store, chroma):
    store = team_store()
    share(member, store, 1, 2)
    found = store.find(QUERY)
    first = found.outcome.results[0]
    assert (first.id, first.source) == ("test-1", "team")
    assert told(found) == "team: asked, 2 of its entries had not come here yet"
    # It is here now, and merged by its id.
    again = store.find(QUERY)
    assert told(again) == "team: asked"
    assert [hit.id for hit in again.outcome.results].count("test-1") == 1
    assert again.outcome.results[0].source == "team"


def test_own_records_and_those_of_colleagues_are_told_apart(member, team_store, tmp_path):
    store = team_store()
    share(member, store, 1)
    store._opener.opened().ledger.put([(make_solution(2), "candidate")], "user")
    store._opener.opened().ledger.put([(make_solution(3), "candidate")], "import")
    sources = {hit.id: hit.source for hit in store.find(QUERY).outcome.results}
    assert sources == {"test-1": "team", "test-2": "user", "test-3": "import"}


def test_with_the_embedding_only_what_is_near_is_fetched(member):
    one, two = member("one"), member("two")
    learn(one, *range(300))
    synced(one)
    text = one._ledger.get("test-217").problem.text
    answer = two.ask(vector_of(text).tolist()).wait(10)
    assert (answer.taken, answer.complete) == (50, True)
    assert two._ledger.get("test-217") is not None
    assert two._ledger.vectors.missing("m", 1) == []
    # The exchange goes on where it was, and everything comes once.
    synced(two)
    assert len(list(two._ledger.everything())) == 300
    assert two.ask(vector_of(text).tolist()).wait(10).note == "team: asked"


def test_without_the_embedding_some_of_the_news_is_fetched_and_the_rest_is_told(member):
    one, two = member("one"), member("two")
    learn(one, *range(150))
    synced(one)
    answer = two.ask(None).wait(10)
    assert (answer.taken, answer.complete) == (100, False)
    assert "there may be more" in answer.note


def test_another_model_is_asked_for_its_news_alone(member):
    one, other = member("one"), member("other", model="another")
    learn(one, 1)
    synced(one)
    # Of another length, too: the server would refuse to compare them.
    answer = other.ask(vector_of("anything", 24).tolist()).wait(10)
    assert (answer.taken, answer.complete) == (1, True)
    assert len(other._ledger.vectors.missing("another", 5)) == 1


def test_nothing_shared_yet(member):
    assert member("one").ask(None).wait(10).note == "team: asked, nothing is shared there yet"


def test_a_server_that_ends_and_comes_back(tmp_path, new_store, member, monkeypatch):
    monkeypatch.setattr(asking_module, "_QUIET_SECONDS", 0.0)
    own = Chroma(tmp_path / "server")
    own.start()
    store = new_store(folder=tmp_path / "two", url=own.url, dense=False)
    one = share(lambda name, model: member(name, model, url=own.url, base="default_database"), store, 1)
    assert store.find(QUERY).outcome.results
    own.stop()
    learn(one, 2)
    found = store.find(QUERY)
    assert found.outcome.results[0].id == "test-1"
    assert found.partial
    assert "no answer from the team's server" in told(found)
    assert "cannot be reached" in told(found)
    own.start()
    synced(one)
    found = store.find("java.lang.IllegalStateException: widget 2 is not attached")
    assert "test-2" in {hit.id for hit in found.outcome.results}
    own.stop()


def test_a_slow_server_costs_one_search_its_limit_and_the_next_nothing(member, gate, monkeypatch):
    monkeypatch.setattr(asking_module, "_REQUEST_SECONDS", 60.0)
    handler, url = gate
    handler.mode, handler.released = "open", threading.Event()
    two = member("two", url=url)
    learn(two, 1)
    answer = two.ask(None).wait(SECONDS)
    assert "does not answer in time" in answer.note
    again = two.ask(None)
    assert again.settled
    assert not again.wait(0).complete
    # It did answer in the end, and is asked again.
    handler.released.set()
    for _try in range(200):
        last = two.ask(None).wait(5)
        if last.complete:
            break
        time.sleep(0.05)
    assert last.complete
    two.stop()


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ({"base": "nowhere"}, "no database 'nowhere'"),
        ({"tenant": "nobody"}, "in tenant 'nobody'"),
        ({"url": "http://127.0.0.1:1"}, "cannot be reached"),
        ({"url": "gate", "headers": (("Authorization", "Bearer wrong"),)}, "set knowledge.headers"),
    ],
)
def test_what_is_wrong_is_told_with_each_answer(member, gate, where, says):
    if where.get("url") == "gate":
        where = where | {"url": gate[1]}
    two = member("two", **where)
    answer = two.ask(None).wait(10)
    assert not answer.complete
    assert says in answer.note
    # It is not asked again at once, and says why all the same.
    again = two.ask(None)
    assert again.settled
    assert says in again.wait(0).note


def test_asking_while_the_exchange_runs_takes_everything_once(member):
    one, two = member("one"), member("two")
    learn(one, *range(60))
    one._ledger.report("test-7", "worked", None, None)
    synced(one)
    exchange = threading.Thread(target=two.sync)
    exchange.start()
    for number in range(10):
        two.ask(vector_of(one._ledger.get(f"test-{number}").problem.text).tolist()).wait(10)
    exchange.join(30)
    assert len(list(two._ledger.everything())) == 60
    assert two._ledger.get("test-7").worked == 1


def test_a_server_that_the_exchange_cannot_reach_is_not_asked(member):
    two = member("two", url="http://127.0.0.1:1")
    two.start()
    for _try in range(1500):
        if two.state.state == "offline":
            break
        time.sleep(0.02)
    pending = two.ask(None)
    assert pending.settled
    assert "cannot be reached" in pending.wait(0).note
    two.stop()


def test_no_team_no_word_of_it(store):
    assert not any(note.startswith("team") for note in store.find(QUERY).notes)


def test_loading_the_client_does_not_count(member, monkeypatch):
    one, two = member("one"), member("two")
    learn(one, 1)
    synced(one)

    def loaded_late(*arguments):
        time.sleep(3.2)
        return Server(*arguments)

    monkeypatch.setattr(asking_module, "Server", loaded_late)
    answer = two.ask(None).wait(3.1)
    assert (answer.taken, answer.complete) == (1, True)
    started = time.monotonic()
    monkeypatch.setattr(two._asking, "_server", None)
    assert not two.ask(None).wait(60, 0.2).complete
    assert time.monotonic() - started < 30  # of a machine that is busy; without the limit it waits for 60
