"""Every source and every fault, against a real server on the loopback interface."""

from __future__ import annotations

import json
import socket
import time

import pytest

from rca.cancellation import Watch
from rca.web.client import LARGEST_ANSWER
from rca.web.search import SOURCES, ask_all, ranked
from rca.web.shelf import FRESH_SECONDS, Shelf
from rca.web.source import NoAddress, RateLimited
from tests.web.loopback import ANSWERS, Fault

QUERY = "Fragment not attached to a context"
SE = "/se/search/advanced"


def ask(web, tmp_path, *sources: str, query: str = QUERY, seconds: float | None = None):
    return ask_all(query, sources, web.settings(*sources), tmp_path / "web", Watch(seconds))


def one(web, tmp_path, source: str = "stackoverflow", seconds: float | None = None):
    (answer,) = ask(web, tmp_path, source, seconds=seconds)
    return answer


def test_every_source_is_asked_in_its_own_way(web, tmp_path):
    answers = ask(web, tmp_path, *SOURCES)
    assert [answer.problem for answer in answers] == [None] * 5
    asked = {path: (query, headers) for path, query, headers in web.asked}
    stackoverflow, _ = asked[SE]
    assert stackoverflow["q"] == QUERY
    assert (stackoverflow["site"], stackoverflow["sort"]) == ("stackoverflow", "relevance")
    github, headers = asked["/gh/search/issues"]
    assert github["q"] == f"{QUERY} is:issue"
    assert "text-match" in headers["Accept"]
    assert asked["/mdn/search"][0]["q"] == QUERY
    assert asked["/sx/search"][0] == {"q": QUERY, "format": "json"}
    assert asked["/docs/search"][0] == {"q": QUERY, "format": "json"}
    assert all("kotlin-rca" in sent["User-Agent"] for _, _, sent in web.asked)


def test_the_page_that_shares_most_with_the_query_comes_first(web, tmp_path):
    results = ranked(QUERY, ask(web, tmp_path, *SOURCES))
    assert "Fragment not attached" in results[0].title
    assert "Fragment not attached" in results[1].title
    assert results[1].relevance_score > results[2].relevance_score
    scores = [result.relevance_score for result in results]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_titles_and_snippets_are_plain_text(web, tmp_path):
    results = {
        result.url: result for result in ranked(QUERY, ask(web, tmp_path, "stackoverflow", "github", "mdn"))
    }
    question = results["https://stackoverflow.com/questions/101/fragment-not-attached"]
    assert question.title == "java.lang.IllegalStateException: Fragment not attached to a context & crash"
    assert "Fragment not attached to a context" in question.snippet
    assert "<" not in question.snippet
    assert len(question.snippet) <= 200
    issue = results["https://github.com/example/app/issues/5"]
    assert issue.snippet == "Fragment not attached … See the log IllegalStateException"
    assert f"{web.base}/en-US/docs/Web/API/Window/crypto" in results


def test_an_address_is_given_once_and_only_web_addresses_are(web, tmp_path):
    urls = [result.url for result in ranked(QUERY, ask(web, tmp_path, "docs", "searxng"))]
    assert urls == ["https://developer.example.org/guide/fragments"]


def test_a_question_is_asked_once_and_then_answered_from_the_shelf(web, tmp_path):
    first = one(web, tmp_path)
    (again,) = ask(web, tmp_path, "stackoverflow", query=f" {QUERY.upper()} ")
    assert (first.cached, again.cached) == (False, True)
    assert again.pages == first.pages
    assert len(web.asked) == 1


def test_a_stale_answer_serves_when_the_network_does_not(web, tmp_path):
    clock = [time.time() - FRESH_SECONDS - 1]
    first = one(web, tmp_path)
    shelf = Shelf(tmp_path / "web", lambda: clock[0])
    shelf.keep("stackoverflow", f"{web.base}/se", QUERY, 10, first.pages)
    web.faults[SE] = Fault(500)
    answer = one(web, tmp_path)
    assert answer.pages == first.pages
    assert answer.cached
    assert "kept 7 days ago" in answer.note
    assert len(web.asked) == 3, "a stale answer is asked anew, twice as the server failed"


def test_a_shelf_with_broken_files_is_only_empty(web, tmp_path):
    one(web, tmp_path)
    for file in (tmp_path / "web").iterdir():
        file.write_bytes(b'{"pages": [{"title"')
    assert one(web, tmp_path).cached is False
    for file in (tmp_path / "web").iterdir():
        file.write_text('{"pages": [{"unknown": 1}], "time": "x"}')
    assert one(web, tmp_path).cached is False
    assert len(web.asked) == 3


def test_a_shelf_that_cannot_be_written_is_no_obstacle(web, tmp_path):
    (tmp_path / "web").write_text("a file where the folder should be")
    assert one(web, tmp_path).pages


def test_a_server_error_is_met_with_one_second_try(web, tmp_path):
    web.faults[SE] = Fault(502, times=1)
    assert one(web, tmp_path).pages
    assert len(web.asked) == 2
    web.faults["/gh/search/issues"] = Fault(500, body=b"oops")
    answer = one(web, tmp_path, "github")
    assert "HTTP status 500" in str(answer.problem)
    assert len(web.asked) == 4


def test_a_short_pause_is_waited_for(web, tmp_path):
    web.faults[SE] = Fault(429, {"Retry-After": "1"}, times=1)
    started = time.monotonic()
    assert one(web, tmp_path).pages
    assert time.monotonic() - started >= 1


def test_a_long_pause_is_told_and_kept_to(web, tmp_path):
    web.faults[SE] = Fault(429, {"Retry-After": "90"}, times=1)
    problem = one(web, tmp_path).problem
    assert isinstance(problem, RateLimited)
    assert problem.seconds == 90
    later = one(web, tmp_path).problem
    assert isinstance(later, RateLimited)
    assert 80 < later.seconds <= 90
    assert len(web.asked) == 1, "nobody is asked during a pause"


@pytest.mark.parametrize(
    ("fault", "seconds"),
    [
        (
            Fault(403, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9999999999"}),
            9_999_999_999 - time.time(),
        ),
        (Fault(503, {"Retry-After": "120"}), 120),
        (Fault(429), 60),
        (Fault(403, body=b'{"message": "You have exceeded a secondary rate limit."}'), 60),
        (Fault(429, {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, times=9), 0),
        (Fault(429, {"Retry-After": "soon"}), 60),
        (
            Fault(
                400,
                body=json.dumps(
                    {
                        "error_id": 502,
                        "error_name": "throttle_violation",
                        "error_message": "too many requests, more requests available in 4321 seconds",
                    }
                ).encode(),
            ),
            4321,
        ),
    ],
    ids=lambda _value: "pause",
)
def test_every_way_to_ask_for_a_pause_is_understood(web, tmp_path, fault, seconds):
    web.faults[SE] = fault
    problem = one(web, tmp_path).problem
    assert isinstance(problem, RateLimited)
    assert problem.seconds == pytest.approx(seconds, abs=120 if seconds > 9999 else 2)


def test_a_backoff_that_comes_with_an_answer_is_kept_to(web, tmp_path):
    body = json.dumps(ANSWERS[SE] | {"backoff": 30}).encode()
    web.faults[SE] = Fault(200, body=body, times=1)
    assert one(web, tmp_path).pages
    (other,) = ask(web, tmp_path, "stackoverflow", query="another question")
    assert isinstance(other.problem, RateLimited)
    assert len(web.asked) == 1


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault(200, body=b"<html>maintenance</html>"), "no JSON"),
        (Fault(200, body=b"\xff\xfe\x00garbage"), "no JSON"),
        (Fault(200, body=b"[" * 100_000), "no JSON"),
        (Fault(200, body=b'{"items": {"a": 1}}'), "not understood"),
        (Fault(200, body=b"[]"), "not understood"),
        (Fault(200, body=b"null"), "no JSON"),
        (Fault(200, {"Content-Encoding": "gzip"}, b"no gzip at all"), "could not be asked"),
        (Fault(200, body=b" " * (LARGEST_ANSWER + 1)), "more than"),
        (Fault(404, body=b"gone"), "404"),
        (
            Fault(400, body=b'{"error_id": 400, "error_name": "bad_parameter", "error_message": "tagged"}'),
            "400: 400 tagged",
        ),
        (Fault(cut=True), "could not be asked"),
        (Fault(302, {"Location": "/se/search/advanced"}), "redirects more than 3 times"),
        (Fault(302, {"Location": "http://localhost:1/"}), "private address"),
        (Fault(302, {"Location": "http://169.254.169.254/latest/meta-data"}), "private address"),
        (Fault(302, {"Location": "http://[::1]:8080/"}), "private address"),
        (Fault(302, {"Location": "http://10.0.0.1/"}), "private address"),
        (Fault(302, {"Location": "file:///etc/passwd"}), "without encryption"),
        (Fault(302, {"Location": "http://no-such-host.invalid/"}), "private address"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_whatever_is_no_answer_is_a_problem_that_says_so(web, tmp_path, fault, words):
    web.faults[SE] = fault
    answer = one(web, tmp_path)
    assert answer.pages == ()
    assert words in str(answer.problem)
    assert "stackoverflow" in str(answer.problem)


def test_a_redirect_on_the_same_place_is_followed(web, tmp_path):
    web.faults[SE] = Fault(301, {"Location": "/se/moved"})
    assert len(one(web, tmp_path).pages) == 1
    assert [path for path, _, _ in web.asked] == [SE, "/se/moved"]


@pytest.mark.parametrize("fault", [Fault(wait=5), Fault(drip=0.05)], ids=["slow", "drip"])
def test_the_time_limit_is_kept(web, tmp_path, fault):
    web.faults[SE] = fault
    started = time.monotonic()
    answer = one(web, tmp_path, seconds=0.7)
    assert time.monotonic() - started < 2
    assert "in time" in str(answer.problem)


def test_a_slow_source_does_not_hold_up_the_others(web, tmp_path):
    web.faults[SE] = Fault(wait=5)
    slow, fast = ask(web, tmp_path, "stackoverflow", "github", seconds=1)
    assert slow.problem is not None
    assert fast.pages


def test_a_name_server_that_does_not_answer_holds_up_nobody(web, tmp_path, monkeypatch):
    real = socket.getaddrinfo

    def slow(host, *arguments, **options):
        if str(host).endswith(".invalid"):
            time.sleep(3)
        return real(host, *arguments, **options)

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    settings = web.settings().model_copy(update={"mdn_url": "http://mdn.invalid"})
    started = time.monotonic()
    slow_one, fast_one = ask_all(QUERY, ("mdn", "github"), settings, tmp_path / "web", Watch(1))
    assert time.monotonic() - started < 2
    assert "in time" in str(slow_one.problem)
    assert fast_one.pages


def test_nobody_listens(web, tmp_path):
    web.close()
    assert "could not be asked" in str(one(web, tmp_path).problem)


def test_an_address_that_is_none_is_told_before_anything_is_sent(web, tmp_path):
    for address in (None, "", "localhost", "ftp://example.org", "http://", "http://exa mple:x/"):
        settings = web.settings("docs").model_copy(update={"docs_url": address})
        (answer,) = ask_all(QUERY, ("docs",), settings, tmp_path / "web", Watch())
        assert isinstance(answer.problem, NoAddress), address
    assert web.asked == []
