"""Nothing leaves the machine without a word of the user, and the word is remembered as it was said."""

from __future__ import annotations

import contextlib
import json
import threading
import time

import pytest

from rca.scheduling.deadline import Cancelled, Deadline
from rca.web.consent import FILE_NAME, Consents
from rca.web.egress_gate import EgressGate
from rca.web.search_source import NotAllowed, Request
from tests.web.loopback import Fault
from tests.web.search_requests import GH, ask, only, question, search

BOTH = ("stackoverflow", "github")


class Person:
    """Answers as told, and keeps what was shown."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.shown = []

    def __call__(self, request):
        self.shown.append(request)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def test_nothing_is_asked_of_anyone_where_nobody_can_say_yes(web, tmp_path):
    answers = search(web, tmp_path).run(only(), ("stackoverflow", "github", "mdn", "searxng", "docs"))
    assert all(isinstance(answer.problem, NotAllowed) for answer in answers)
    assert web.asked == []


def test_what_is_shown_is_what_is_sent(web, tmp_path):
    person = Person("once")
    query = question("NoSuchMethodError: cannot link the method that was compiled against another version")
    web.faults[GH] = Fault(body=b'{"items": []}', times=1)
    search(web, tmp_path, asker=person).run(query, ("github",))
    (request,) = person.shown
    sent = [f"GET {web.base}{path}" for path in web.lines]
    assert list(request.lines) == sent
    assert len(sent) == 2, "the shorter question is shown with the first"
    assert request.host in request.text
    assert all(line in request.text for line in sent)


def test_each_host_is_asked_about_once_a_call(web, tmp_path):
    person = Person("once")
    search(web, tmp_path, asker=person).run(only(), BOTH)
    (request,) = person.shown
    assert len(web.asked) == 2, "both sources are on one host here"
    assert len(request.lines) == 2, "what each of them is sent was shown"


def test_once_is_forgotten_and_always_is_not(web, tmp_path):
    person = Person("once", "always")
    for text in ("first question", "second question", "third question"):
        search(web, tmp_path, asker=person).run(only(text), BOTH)
    assert len(person.shown) == 2
    assert len(web.asked) == 6
    host = web.base.removeprefix("http://")
    said = json.loads((tmp_path / FILE_NAME).read_text())
    assert said["hosts"][host]["decision"] == "always"
    assert "Remove a line" in said["about"]


def test_never_is_kept_and_wins_over_the_settings(web, tmp_path):
    person = Person("never")
    search(web, tmp_path, asker=person).run(only(), BOTH)
    search(web, tmp_path, asker=person).run(only(), BOTH)
    (answer, _) = search(web, tmp_path, *BOTH, asker=person).run(only(), BOTH)
    assert len(person.shown) == 1
    assert "you said never" in str(answer.problem)
    assert web.asked == []


def test_a_no_is_for_this_call_only(web, tmp_path):
    person = Person("no", "once")
    refused = search(web, tmp_path, asker=person).run(only(), BOTH)
    assert [answer.problem.asked for answer in refused] == [True, True]
    assert all(answer.pages for answer in search(web, tmp_path, asker=person).run(only(), BOTH))
    assert len(person.shown) == 2


def test_a_decision_of_the_user_can_be_taken_back(tmp_path):
    consents = Consents(tmp_path / FILE_NAME)
    consents.remember("API.GitHub.com", "never")
    assert consents.find("api.github.com") == "never"
    assert consents.forget("api.github.com") is True
    assert consents.forget("api.github.com") is False
    assert consents.find("api.github.com") is None


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"hosts": []}', '{"hosts": {"h": {"decision": "yes"}}}', "\ud800"]
)
def test_a_damaged_file_allows_nothing(web, tmp_path, content):
    file = tmp_path / FILE_NAME
    file.write_text(content, "utf-8", "surrogatepass")
    assert Consents(file).all() == ()
    (answer,) = search(web, tmp_path).run(only(), ("github",))
    assert isinstance(answer.problem, NotAllowed)
    Consents(file).remember("h", "always")
    assert Consents(file).find("h") == "always"


def test_a_file_written_by_hand_counts(tmp_path):
    (tmp_path / FILE_NAME).write_text('{"hosts": {"api.github.com": "always", "b": {"decision": "never"}}}')
    consents = Consents(tmp_path / FILE_NAME)
    assert (consents.find("api.github.com"), consents.find("b")) == ("always", "never")


def test_where_the_answer_cannot_be_kept_it_holds_for_the_call(web, tmp_path):
    (tmp_path / FILE_NAME).mkdir()
    answers = search(web, tmp_path, asker=Person("always")).run(only(), BOTH)
    assert all(answer.pages for answer in answers)


def test_the_clock_stands_still_while_the_user_thinks(web, tmp_path):
    def slow(_request):
        time.sleep(2.2)
        return "once"

    run = search(web, tmp_path, asker=slow, seconds=2.0)
    (answer,) = run.run(only(), ("github",))
    assert answer.pages
    assert run.deadline.remaining > 0


def test_two_calls_at_once_ask_once(web, tmp_path):
    person = Person("always")
    gate = threading.Barrier(2)

    def call(text):
        gate.wait()
        search(web, tmp_path, asker=lambda request: time.sleep(0.2) or person(request)).run(
            only(text), ("github",)
        )

    threads = [threading.Thread(target=call, args=(text,)) for text in ("one thing", "another thing")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(person.shown) == 1
    assert len(web.asked) == 2


class Waiting:
    """A call that waits while another asks the user, who thinks until `answer`."""

    def __init__(self, tmp_path, said, deadline=None):
        self.thinking, self.answered = threading.Event(), threading.Event()
        self.person, self.deadline, self.outcome = Person("once"), deadline or Deadline(), None

        def think(_request):
            self.thinking.set()
            self.answered.wait(60)
            return said

        def wait():
            try:
                gate(tmp_path, self.person, self.deadline).pass_or_raise("github", REQUESTS)
            except (NotAllowed, Cancelled) as problem:
                self.outcome = problem

        def first():
            with contextlib.suppress(NotAllowed):
                gate(tmp_path, think, Deadline()).pass_or_raise("github", REQUESTS)

        self.threads = [threading.Thread(target=first), threading.Thread(target=wait)]
        self.threads[0].start()
        assert self.thinking.wait(60)
        self.threads[1].start()

    def answer(self):
        self.answered.set()
        for thread in self.threads:
            thread.join()


REQUESTS = (Request("https://api.example.org/search?q=x"),)


def gate(tmp_path, person, deadline):
    return EgressGate(Consents(tmp_path / FILE_NAME), person, deadline)


def test_a_call_that_was_given_up_while_it_waited_asks_nobody(tmp_path):
    waiting = Waiting(tmp_path, "once")
    waiting.deadline.cancel()
    waiting.answer()
    assert waiting.person.shown == []
    assert isinstance(waiting.outcome, Cancelled)


def test_never_holds_for_the_call_that_waited(tmp_path):
    waiting = Waiting(tmp_path, "never")
    waiting.answer()
    assert waiting.person.shown == []
    assert isinstance(waiting.outcome, NotAllowed)
    assert "never" in str(waiting.outcome)


def test_the_clock_stands_still_while_another_call_asks(tmp_path):
    now = [0.0]
    waiting = Waiting(tmp_path, "once", Deadline(1.0, clock=lambda: now[0]))
    until = time.monotonic() + 30
    while waiting.deadline._held is None:  # it has not come to wait yet
        assert time.monotonic() < until
        time.sleep(0.01)
    now[0] += 100
    assert not waiting.deadline.expired
    waiting.answer()
    assert len(waiting.person.shown) == 1
    assert waiting.outcome is None


def test_nobody_is_bothered_during_a_pause_or_for_what_is_kept(web, tmp_path):
    assert all(answer.pages for answer in ask(web, tmp_path, "github"))
    person = Person("no")
    (kept,) = search(web, tmp_path, asker=person).run(only(), ("github",))
    assert kept.cached
    web.faults[GH] = Fault(429, {"Retry-After": "60"})
    ask(web, tmp_path, "github", query=only("other words"))
    search(web, tmp_path, asker=person).run(only("third words"), ("github",))
    assert person.shown == []


def test_a_watch_goes_on_with_what_was_left():
    now = [0.0]
    deadline = Deadline(10, lambda: now[0])
    now[0] = 4.0
    with deadline.paused():
        now[0] = 100.0
        assert deadline.remaining == 6
        assert not deadline.expired
    assert deadline.remaining == 6
    now[0] = 107.0
    assert deadline.expired
