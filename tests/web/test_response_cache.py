"""A question is asked of the web once; kept answers serve offline, and say how old they are."""

from __future__ import annotations

import os
import time

import pytest

from rca.web.doc_folders import FILE_NAME as FOLDERS
from rca.web.doc_folders import Folders
from rca.web.response_cache import FRESH_SECONDS, MOST_ANSWERS, ResponseCache
from rca.web.search_source import Page, Request, SourceResult
from tests.web.loopback import Fault
from tests.web.search_requests import QUERY, SE, ask, one, only, search


def test_a_question_is_asked_once_and_then_answered_from_the_cassette(web, tmp_path):
    first = one(web, tmp_path)
    (again,) = ask(web, tmp_path, "stackoverflow", query=only(QUERY.upper()))
    assert (first.cached, again.cached) == (False, True)
    assert again.pages == first.pages
    assert len(web.asked) == 1
    assert again.origins[0].startswith("stackoverflow: the answer of 20")
    assert again.origins[0].endswith("just now")


def test_without_network_and_leave_what_was_asked_before_is_answered(web, tmp_path):
    pages = one(web, tmp_path).pages
    web.close()
    (answer,) = search(web, tmp_path).run(only(), ("stackoverflow",))
    assert answer.pages == pages
    assert answer.problem is None


def test_an_answer_without_pages_is_kept_as_well(web, tmp_path):
    web.faults[SE] = Fault(body=b'{"items": []}')
    one(web, tmp_path)
    again = one(web, tmp_path)
    assert (again.pages, again.cached, again.problem) == ((), True, None)
    assert len(web.asked) == 1


def age_by(folder, seconds):
    clock = time.time() - seconds
    for file in folder.glob("stackoverflow-*.json"):
        file.write_text(file.read_text().replace('"time": 1', f'"time": {clock}, "was": 1'))


def test_a_stale_answer_serves_when_the_network_does_not(web, tmp_path):
    first = one(web, tmp_path)
    age_by(tmp_path / "web", FRESH_SECONDS + 86_400)
    web.faults[SE] = Fault(500)
    answer = one(web, tmp_path)
    assert answer.pages == first.pages
    assert answer.cached
    assert "HTTP status 500" in answer.gaps[0]
    assert "8 days ago" in answer.gaps[0]
    assert len(web.asked) == 3, "a stale answer is asked anew, twice as the server failed"


def test_a_stale_answer_serves_where_the_user_says_no(web, tmp_path):
    first = one(web, tmp_path)
    age_by(tmp_path / "web", FRESH_SECONDS + 5)
    (answer,) = search(web, tmp_path, asker=lambda _request: "no").run(only(), ("stackoverflow",))
    assert answer.pages == first.pages
    assert "said no" in answer.gaps[0]


@pytest.mark.parametrize(
    "content",
    [b'{"pages": [{"title"', b'{"form": 2, "pages": [{"unknown": 1}], "time": "x"}', b"[]", b"\xff\xfe\x00"],
)
def test_broken_files_are_only_empty(web, tmp_path, content):
    one(web, tmp_path)
    for file in (tmp_path / "web").iterdir():
        file.write_bytes(content)
    assert one(web, tmp_path).cached is False
    assert len(web.asked) == 2


def test_a_folder_that_cannot_be_written_is_no_obstacle(web, tmp_path):
    (tmp_path / "web").write_text("a file where the folder should be")
    assert one(web, tmp_path).pages


def test_a_clock_that_was_set_back_makes_an_answer_stale(tmp_path):
    now = [1_000_000.0]
    cassette = ResponseCache(tmp_path, lambda: now[0])
    request = Request("https://example.org/search?q=a")
    cassette.keep("mdn", request, SourceResult((Page("t", "https://example.org", "x"),)))
    assert cassette.find("mdn", request).fresh
    now[0] -= 10
    assert not cassette.find("mdn", request).fresh
    assert cassette.find("github", request) is None


def test_only_so_many_answers_are_kept(tmp_path):
    cassette = ResponseCache(tmp_path)
    for number in range(3):
        cassette.keep("mdn", Request(f"https://example.org/{number}"), SourceResult(()))
    for number in range(MOST_ANSWERS):
        (tmp_path / f"mdn-old{number}.json").write_text("{}")
    cassette.keep("mdn", Request("https://example.org/last"), SourceResult(()))
    assert len(list(tmp_path.glob("*.json"))) == MOST_ANSWERS
    assert cassette.find("mdn", Request("https://example.org/last")) is not None


def test_the_list_of_documentation_beside_the_answers_stays(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    folders = Folders(tmp_path / FOLDERS)
    folders.add(docs)
    os.utime(tmp_path / FOLDERS, (0, 0))
    for number in range(MOST_ANSWERS):
        (tmp_path / f"mdn-old{number}.json").write_text("{}")
    ResponseCache(tmp_path).keep("mdn", Request("https://example.org/last"), SourceResult(()))
    assert [folder.path for folder in folders.all()] == [str(docs)]


def test_a_shorter_pause_does_not_end_a_longer_one(tmp_path):
    now = [1_000_000.0]
    cassette = ResponseCache(tmp_path, lambda: now[0])
    cassette.pause("github", "api.github.com", 100)
    cassette.pause("github", "api.github.com", 5)
    assert cassette.paused("github", "api.github.com") == 100
    now[0] += 101
    assert cassette.paused("github", "api.github.com") == 0


def test_a_pause_ends_where_the_clock_was_ahead_when_it_began(tmp_path):
    now = [1_000_000_000.0]
    cassette = ResponseCache(tmp_path, lambda: now[0])
    cassette.pause("github", "api.github.com", 100)
    now[0] -= 500_000
    assert cassette.paused("github", "api.github.com") == 0
    cassette.pause("github", "api.github.com", 50)
    assert cassette.paused("github", "api.github.com") == 50
