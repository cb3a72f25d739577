"""Every source is asked in its own way, and what it says is read as it is meant."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from rca.web import stackoverflow
from rca.web.github import LONGEST_QUERY, searchable
from rca.web.page_ranking import Ranking
from rca.web.search_source import RateLimited
from rca.web.web_query import WebQuery
from rca.web.web_search import SOURCES
from tests.web.loopback import ANSWERS, QUESTION, Fault
from tests.web.search_requests import GH, QUERY, SE, ask, one, only, question, search


def test_every_source_is_asked_in_its_own_way(web, tmp_path):
    answers = ask(web, tmp_path, *SOURCES)
    assert [answer.problem for answer in answers] == [None] * 5
    asked = {path: (query, headers) for path, query, headers in web.asked}
    stackoverflow_query, _ = asked[SE]
    assert stackoverflow_query["q"] == QUERY.replace(":", "")
    assert (stackoverflow_query["site"], stackoverflow_query["sort"]) == ("stackoverflow", "relevance")
    github, headers = asked[GH]
    assert github["q"] == f"{QUERY.replace(':', '')} is:issue"
    assert "text-match" in headers["Accept"]
    assert asked["/mdn/search"][0]["q"] == QUERY
    assert asked["/sx/search"][0] == {"q": QUERY, "format": "json"}
    assert asked["/docs/search"][0] == {"q": QUERY, "format": "json"}
    assert all("kotlin-rca" in sent["User-Agent"] for _, _, sent in web.asked)
    assert not any("Authorization" in sent or "Cookie" in sent for _, _, sent in web.asked)


def test_what_a_source_knows_of_a_page_is_kept(web, tmp_path):
    answers = {answer.source: answer.pages for answer in ask(web, tmp_path, *SOURCES)}
    asked = answers["stackoverflow"][1]
    assert (asked.solved, asked.votes, asked.date) == (True, 40, 1_700_000_000)
    assert (asked.author, asked.licence) == ("Robin &amp; Co", "CC BY-SA 3.0")
    issue = answers["github"][0]
    assert (issue.solved, issue.votes, issue.author) == (True, 3, "reporter")
    assert time.gmtime(issue.date)[:3] == (2024, 3, 1)
    assert issue.text == "Fragment not attached … See the log IllegalStateException"
    document = answers["mdn"][0]
    assert document.url == f"{web.base}/en-US/docs/Web/API/Window/crypto"
    assert document.text == "Gives crypto. … the context of a window"
    assert document.licence == "CC BY-SA 2.5"


@pytest.mark.parametrize(
    ("day", "licence"),
    [
        ((2011, 4, 7), "CC BY-SA 2.5"),
        ((2011, 4, 9), "CC BY-SA 3.0"),
        ((2018, 5, 1), "CC BY-SA 3.0"),
        ((2018, 5, 3), "CC BY-SA 4.0"),
    ],
)
def test_the_licence_of_an_old_text_is_that_of_its_time(day, licence):
    assert stackoverflow.licence(time.mktime((*day, 12, 0, 0, 0, 0, 0))) == licence


def test_keys_go_along_and_are_neither_shown_nor_kept(web, tmp_path):
    shown = []
    run = search(
        web,
        tmp_path,
        asker=lambda request: shown.extend(request.lines) or "once",
        stackoverflow_key=SecretStr("KEY-OF-MINE"),
        github_token=SecretStr("TOKEN-OF-MINE"),
    )
    answers = run.run(only(), ("stackoverflow", "github"))
    asked = {path: (query, headers) for path, query, headers in web.asked}
    assert asked[SE][0]["key"] == "KEY-OF-MINE"
    assert asked[GH][1]["Authorization"] == "Bearer TOKEN-OF-MINE"
    kept = "".join(file.read_text() for file in (tmp_path / "web").iterdir())
    told = "".join(shown) + "".join(origin for answer in answers for origin in answer.origins) + kept
    assert "OF-MINE" not in told
    assert "with your key" in shown[0]
    assert "OF-MINE" not in repr(run.settings)


def test_fewer_words_are_asked_where_all_of_them_found_nothing(web, tmp_path):
    web.faults[GH] = Fault(body=b'{"items": []}', times=1)
    query = question("NoSuchMethodError: cannot link the method that was compiled against another version")
    answer = one(web, tmp_path, "github", query=query)
    assert answer.pages
    first, second = (sent["q"] for path, sent, _ in web.asked if path == GH)
    assert len(second.split()) < len(first.split())
    assert "NoSuchMethodError" in second
    assert len(answer.origins) == 2


def test_a_question_that_found_pages_is_not_asked_again_in_fewer_words(web, tmp_path):
    ask(web, tmp_path, "stackoverflow", query=WebQuery(("a longer question", "question")))
    assert len(web.asked) == 1


def test_a_backoff_holds_for_later_calls_and_other_questions(web, tmp_path):
    web.faults[SE] = Fault(200, body=json.dumps(ANSWERS[SE] | {"backoff": 30}).encode(), times=1)
    assert one(web, tmp_path).pages
    problem = one(web, tmp_path, query=only("another question")).problem
    assert isinstance(problem, RateLimited)
    assert 25 < problem.seconds <= 30
    assert len(web.asked) == 1


def test_a_backoff_of_an_empty_answer_holds_back_the_second_question_too(web, tmp_path):
    web.faults[SE] = Fault(200, body=b'{"items": [], "backoff": 20}')
    answer = one(web, tmp_path, query=WebQuery(("a long question", "question")))
    assert answer.pages == ()
    assert len(web.asked) == 1


def test_a_spent_quota_holds_until_the_next_day(web, tmp_path):
    web.faults[SE] = Fault(200, body=json.dumps(ANSWERS[SE] | {"quota_remaining": 0}).encode(), times=1)
    assert one(web, tmp_path).pages
    problem = one(web, tmp_path, query=only("another question")).problem
    assert isinstance(problem, RateLimited)
    assert problem.seconds == pytest.approx(86_400 - time.time() % 86_400, abs=5)


def test_the_last_allowed_question_of_a_minute_is_noticed(web, tmp_path):
    headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int(time.time()) + 40)}
    web.faults[GH] = Fault(200, headers, json.dumps(ANSWERS[GH]).encode(), times=1)
    assert one(web, tmp_path, "github").pages
    problem = one(web, tmp_path, "github", query=only("another")).problem
    assert isinstance(problem, RateLimited)
    assert 30 < problem.seconds <= 40
    assert len(web.asked) == 1


def test_what_a_source_left_out_is_told(web, tmp_path):
    web.faults[GH] = Fault(body=json.dumps(ANSWERS[GH] | {"incomplete_results": True}).encode())
    assert "there may be more" in one(web, tmp_path, "github").gaps[0]
    silent = {**ANSWERS["/sx/search"], "unresponsive_engines": [["google", "timeout"]]}
    web.faults["/sx/search"] = Fault(body=json.dumps(silent).encode())
    assert one(web, tmp_path, "searxng").gaps[0].startswith("searxng: no answer from google")


def test_a_documentation_search_may_name_its_fields_differently(web, tmp_path):
    hit = {"name": "Scopes", "link": "/scopes.html", "description": "<em>Where</em> coroutines live"}
    web.faults["/docs/search"] = Fault(body=json.dumps({"hits": [hit]}).encode())
    (page,) = one(web, tmp_path, "docs").pages
    assert (page.title, page.url, page.text) == ("Scopes", f"{web.base}/scopes.html", "Where coroutines live")


@pytest.mark.parametrize(
    ("source", "path", "status", "hint"),
    [("searxng", "/sx/search", 403, "search.formats"), ("github", GH, 401, "RCA_GITHUB_TOKEN")],
)
def test_a_status_that_is_known_is_explained(web, tmp_path, source, path, status, hint):
    web.faults[path] = Fault(status)
    assert hint in str(one(web, tmp_path, source).problem)


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "https://a.example/ ignore this",
        "https://a.example/\n`x`",
        "http://[x",
        "https://a.example:99999/",
        "https://:80/",
        "",
        "data:x",
    ],
)
def test_an_address_that_no_browser_should_open_is_left_out(web, tmp_path, url):
    hits = [{"title": "bad", "url": url}, {"title": "good", "url": "https://a.example/x"}]
    web.faults["/sx/search"] = Fault(body=json.dumps({"results": hits}).encode())
    answer = one(web, tmp_path, "searxng")
    assert [page.title for page in answer.pages] == ["good"]
    assert Ranking(only()).ranked([("searxng", answer.pages)])


def test_numbers_that_nobody_can_reckon_with_are_none(web, tmp_path):
    huge = {"score": 10**400, "creation_date": 10**400, "last_activity_date": -(10**400)}
    told = ANSWERS[SE] | {"items": [QUESTION | huge], "backoff": 10**400}
    web.faults[SE] = Fault(200, body=json.dumps(told).encode())
    answer = one(web, tmp_path)
    (page,) = answer.pages
    assert (page.votes, page.date, page.licence) == (None, None, "CC BY-SA")
    assert Ranking(only()).ranked([("stackoverflow", answer.pages)])


def test_no_source_has_a_pause_for_ever(web, tmp_path):
    web.faults[SE] = Fault(200, body=json.dumps(ANSWERS[SE]).encode()[:-1] + b', "backoff": Infinity}')
    assert one(web, tmp_path).pages
    problem = one(web, tmp_path, query=only("another question")).problem
    assert isinstance(problem, RateLimited)
    assert problem.seconds <= 7 * 86_400


def test_a_kept_answer_tells_again_what_it_lacked(web, tmp_path):
    web.faults[GH] = Fault(200, body=json.dumps(ANSWERS[GH] | {"incomplete_results": True}).encode())
    first, again = (one(web, tmp_path, "github") for _call in range(2))
    assert again.cached
    assert first.gaps == again.gaps
    assert "there may be more" in again.gaps[0]


@given(st.text(max_size=400))
def test_a_github_query_is_within_its_length_and_searches_issues(text):
    query = searchable(text)
    assert len(query) <= LONGEST_QUERY
    assert query.endswith(" is:issue")
    assert query.count(":") == 1


@given(st.text(alphabet='abANDORT :"-[]{}()', max_size=80))
def test_no_operator_is_sent_by_accident(text):
    words = searchable(text).removesuffix("is:issue").split()
    assert not {"AND", "OR", "NOT"} & set(words)
    assert not any(word.startswith("-") for word in words)
    plain = stackoverflow.searchable(text)
    assert not set('[]{}":') & set(plain)
    assert not any(word.startswith("-") for word in plain.split())
