"""`web_search_wiki` through the one place that every call goes through, against a loopback server."""

from __future__ import annotations

import json

import pytest

from models.settings import Settings
from rca.toolkit.tool import ToolContext, invoke, soft_deadline
from rca.tools.web_search_wiki import TOOL
from rca.web.consent import ask_nobody
from rca.web.doc_folders import Folders
from rca.workspace import Workspace
from tests.web.loopback import Fault, Web

SE = "/se/search/advanced"


@pytest.fixture
def web(monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    server = Web()
    yield server
    server.close()


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory):
    root = tmp_path_factory.mktemp("workspace")
    (root / "Cart.kt").write_text(
        "package com.example.stock\n\nclass StockCounter { fun refillShelf() = 1 }\n"
    )
    (root / "build.gradle.kts").write_text('plugins { kotlin("jvm") version "2.1.20" }\n')
    workspace = Workspace([root], tmp_path_factory.mktemp("data"))
    workspace.index()
    yield workspace.snapshot
    workspace.close()


@pytest.fixture
def call(web, snapshot, tmp_path):
    def make(parameters, *allowed, folder=tmp_path, settings=None, asker=ask_nobody):
        return ask(snapshot, folder, parameters, settings or web.settings(*allowed), asker)

    return make


def ask(snapshot, folder, parameters, network, asker=ask_nobody):
    context = ToolContext(
        snapshot=snapshot,
        knowledge=None,
        settings=Settings(network=network, app_packages=("com.example.shop",)),
        data_dir=folder,
        deadline=soft_deadline(TOOL.seconds),
        ask_egress=asker,
    )
    return invoke(TOOL, parameters, context).model_dump(mode="json")


def test_a_search_gives_what_003_names(web, call):
    answer = call(
        {"query": "IllegalStateException Fragment not attached to a context", "sources": ["stackoverflow"]},
        "stackoverflow",
    )
    assert answer["success"] is True
    data = answer["data"]
    assert data["query"] == "IllegalStateException Fragment not attached to a context"
    assert data["totalFound"] == 2
    first = data["results"][0]
    assert {"title", "url", "snippet", "source", "relevanceScore"} <= set(first)
    assert first["licence"] == "CC BY-SA 3.0"
    assert first["author"] == "Robin & Co"
    assert first["date"] == "2023-11-14"
    assert first["solved"] is True
    assert "solved" not in data["results"][1]
    assert data["untrusted"] is True
    assert first["source"] == "stackoverflow"
    assert first["relevanceScore"] > data["results"][1]["relevanceScore"]
    assert answer["meta"]["completeness"] == "complete"
    assert answer["meta"]["cached"] is False


def test_nothing_is_sent_until_the_user_allows_it(web, call):
    answer = call({"query": "Fragment not attached"})
    assert answer["error"]["code"] == "NETWORK_DISABLED"
    assert "Nothing was sent" in answer["error"]["message"]
    assert "rca web allow 127.0.0.1" in answer["error"]["suggestion"]
    assert '"rca.network.allowedSources": ["stackoverflow", "github"]' in answer["error"]["suggestion"]
    assert "RCA_ALLOWED_SOURCES=stackoverflow,github" in answer["error"]["suggestion"]
    assert web.asked == []


def test_the_user_sees_what_would_be_sent_and_says_yes_once(web, call, tmp_path):
    shown = []
    parameters = {"query": "Fragment not attached to com.example.shop.Cart", "sources": ["stackoverflow"]}
    answer = call(parameters, asker=lambda request: shown.append(request) or "once")
    assert answer["success"] is True
    (request,) = shown
    path, query, headers = web.asked[0]
    assert request.host == headers["Host"]
    assert query["q"] == "Fragment not attached to"
    assert request.lines[0].startswith(f"GET {web.base}{path}?")
    assert "q=Fragment%20not%20attached%20to&" in request.lines[0]
    assert "example.shop" not in request.text
    call({**parameters, "query": "another question"}, asker=lambda request: shown.append(request) or "no")
    assert len(shown) == 2, "once is for one call"
    assert not (tmp_path / "web-consent.json").exists()


def test_a_no_is_an_answer_of_its_own(web, call):
    answer = call({"query": "Fragment not attached"}, asker=lambda _request: "no")
    assert answer["error"]["code"] == "APPROVAL_DENIED"
    assert web.asked == []


def test_a_host_that_is_not_allowed_is_left_out_and_named(web, call):
    answer = call(
        {"query": "Fragment not attached", "sources": ["github", "mdn"]}, "github", asker=lambda _r: "no"
    )
    assert {result["source"] for result in answer["data"]["results"]} == {"github"}
    assert answer["meta"]["completeness"] == "partial"
    assert any("mdn was not asked" in note for note in answer["meta"]["provenance"])
    assert [path for path, _, _ in web.asked] == ["/gh/search/issues"]


def test_secrets_and_private_names_stay_here_and_what_was_sent_is_shown(web, call):
    query = (
        "IllegalStateException in com.example.shop.Cart StockCounter refillShelf password=hunter2 "
        "/home/ann/app/x/y.kt at com.example.stock.StockCounter.refillShelf(Cart.kt:3)"
    )
    answer = call({"query": query, "sources": ["stackoverflow"]}, "stackoverflow")
    sent = web.asked[0][1]["q"]
    assert not any(private in sent for private in ("hunter2", "Cart", "shop", "tock", "ann", "refill"))
    assert "IllegalStateException" in sent
    assert answer["data"]["query"].startswith("IllegalStateException in")
    assert answer["meta"]["provenance"][0].startswith("Sent to 127.0.0.1")
    assert "IllegalStateException" in answer["meta"]["provenance"][0]


def test_versions_of_the_project_put_one_page_before_another(web, call):
    pages = [
        {
            "title": "Unresolved reference after update",
            "link": f"https://stackoverflow.com/questions/{n}/x",
            "body": b,
        }
        for n, b in ((1, "I use Kotlin 1.3.50 here"), (2, "I use Kotlin 2.1.10 here"))
    ]
    web.faults[SE] = Fault(body=json.dumps({"items": pages}).encode())
    answer = call(
        {"query": "Unresolved reference after update", "sources": ["stackoverflow"]}, "stackoverflow"
    )
    assert [result["url"][-3] for result in answer["data"]["results"]] == ["2", "1"]


def test_documentation_on_this_machine_needs_no_leave(web, call, tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "fragments.md").write_text("# Fragments\n\nA fragment that is not attached has no context.\n")
    Folders(tmp_path / "web" / "docs.json").add(folder, "handbook", "https://docs.example.org", "CC BY 4.0")
    settings = web.settings().model_copy(update={"docs_url": None})
    answer = call({"query": "Fragment not attached to a context", "sources": ["docs"]}, settings=settings)
    (page,) = answer["data"]["results"]
    assert page["url"] == "https://docs.example.org/fragments.html#fragments"
    assert (page["author"], page["licence"]) == ("handbook", "CC BY 4.0")
    assert web.asked == []
    assert answer["meta"]["cached"] is True
    both = call(
        {"query": "Fragment not attached to a context", "sources": ["docs", "github"]}, settings=settings
    )
    assert {result["source"] for result in both["data"]["results"]} == {"docs"}


def test_a_query_of_private_names_alone_is_refused(web, call):
    answer = call({"query": "com.example.shop.Cart"}, "stackoverflow")
    assert answer["error"]["code"] == "INVALID_PARAMETERS"
    assert web.asked == []


def test_nothing_found_is_told_from_nothing_answered(web, call, tmp_path):
    asked = {"query": "no such thing", "sources": ["stackoverflow", "docs"]}
    web.faults[SE] = Fault(body=b'{"items": []}')
    web.faults["/docs/search"] = Fault(body=b'{"results": []}')
    assert call(asked, "stackoverflow", "docs", folder=tmp_path / "a")["error"]["code"] == "NO_RESULTS"
    web.faults["/docs/search"] = Fault(500)
    answer = call(asked, "stackoverflow", "docs", folder=tmp_path / "b")
    assert answer["error"]["code"] == "API_ERROR"
    assert "docs answered with HTTP status 500" in answer["error"]["message"]


def test_a_rate_limit_is_told_with_its_pause(web, call):
    web.faults[SE] = Fault(429, {"Retry-After": "77"})
    answer = call({"query": "x y z", "sources": ["stackoverflow"]}, "stackoverflow")
    assert answer["error"]["code"] == "RATE_LIMIT_EXCEEDED"
    assert answer["error"]["details"]["retryAfterSeconds"] == 77
    assert "77 s" in answer["error"]["suggestion"]


def test_one_source_that_fails_leaves_the_others_their_answer(web, call):
    web.faults[SE] = Fault(429, {"Retry-After": "77"})
    answer = call({"query": "Fragment not attached"}, "stackoverflow", "github")
    assert {result["source"] for result in answer["data"]["results"]} == {"github"}
    assert answer["meta"]["completeness"] == "partial"
    assert any(
        "stackoverflow" in note and "no further question" in note for note in answer["meta"]["provenance"]
    )


def test_a_source_without_address_says_which_setting_is_missing(web, call):
    settings = web.settings("searxng").model_copy(update={"searxng_url": None})
    answer = call({"query": "a b c", "sources": ["searxng"]}, settings=settings)
    assert answer["error"]["code"] == "INVALID_URL"
    assert "rca.network.searxngUrl" in answer["error"]["message"]


def test_results_beyond_the_limit_are_announced(web, call):
    parameters = {"query": "Fragment not attached", "limit": 1}
    answer = call(parameters, "stackoverflow", "github")
    assert len(answer["data"]["results"]) == 1
    assert answer["data"]["totalFound"] == 3
    assert answer["meta"]["truncated"] is True
    assert answer["meta"]["next"] == "maxResults up to 3 shows more"


def test_a_repeated_question_is_cached(web, call):
    parameters = {"query": "Fragment not attached", "sources": ["github"]}
    call(parameters, "github")
    assert call(parameters, "github")["meta"]["cached"] is True
    assert len(web.asked) == 1


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"query": "ab"},
        {"query": "x" * 201},
        {"query": "abc", "sources": []},
        {"query": "abc", "sources": ["bing"]},
        {"query": "abc", "maxResults": 11},
        {"query": "abc", "unknown": 1},
    ],
)
def test_wrong_parameters_are_refused(web, call, parameters):
    answer = call(parameters, "stackoverflow", "github")
    assert answer["error"]["code"] == "INVALID_PARAMETERS"
    assert web.asked == []
