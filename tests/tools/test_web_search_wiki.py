"""`web_search_wiki` through the one place that every call goes through, against a loopback server."""

from __future__ import annotations

import pytest

from models.settings import Settings
from rca.tool import ToolContext, invoke, soft_watch
from rca.tools.web_search_wiki import TOOL
from rca.workspace import Workspace
from tests.web.loopback import Fault, Web

SE = "/se/search/advanced"


@pytest.fixture
def web(monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    server = Web()
    yield server
    server.close()


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory):
    root = tmp_path_factory.mktemp("workspace")
    (root / "Cart.kt").write_text("package com.example.stock\n\nclass StockCounter\n")
    workspace = Workspace([root], tmp_path_factory.mktemp("data"))
    workspace.index()
    yield workspace.snapshot
    workspace.close()


@pytest.fixture
def call(web, snapshot, tmp_path):
    def make(parameters, *allowed, folder=tmp_path, settings=None):
        return ask(snapshot, folder, parameters, settings or web.settings(*allowed))

    return make


def ask(snapshot, folder, parameters, network):
    context = ToolContext(
        snapshot=snapshot,
        knowledge=None,
        settings=Settings(network=network, app_packages=("com.example.shop",)),
        data_dir=folder,
        watch=soft_watch(TOOL.seconds),
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
    assert set(first) == {"title", "url", "snippet", "source", "relevanceScore"}
    assert first["source"] == "stackoverflow"
    assert first["relevanceScore"] > data["results"][1]["relevanceScore"]
    assert answer["meta"]["completeness"] == "complete"
    assert answer["meta"]["cached"] is False


def test_nothing_is_sent_until_the_user_allows_the_source(web, call):
    answer = call({"query": "Fragment not attached"})
    assert answer["error"]["code"] == "NETWORK_DISABLED"
    assert "stackoverflow, github" in answer["error"]["message"]
    assert '"rca.network.allowedSources": ["stackoverflow", "github"]' in answer["error"]["suggestion"]
    assert "RCA_ALLOWED_SOURCES=stackoverflow,github" in answer["error"]["suggestion"]
    assert web.asked == []


def test_a_source_that_is_not_allowed_is_left_out_and_named(web, call):
    answer = call({"query": "Fragment not attached"}, "github")
    assert {result["source"] for result in answer["data"]["results"]} == {"github"}
    assert answer["meta"]["completeness"] == "partial"
    assert any("stackoverflow" in note for note in answer["meta"]["provenance"])
    assert [path for path, _, _ in web.asked] == ["/gh/search/issues"]


def test_secrets_and_private_names_stay_here_and_what_was_sent_is_shown(web, call):
    query = (
        "IllegalStateException in com.example.shop.Cart StockCounter password=hunter2 /home/ann/app/x/y.kt"
    )
    answer = call({"query": query, "sources": ["stackoverflow"]}, "stackoverflow")
    sent = web.asked[0][1]["q"]
    assert sent == answer["data"]["query"]
    assert answer["meta"]["provenance"][0] == f"Sent to stackoverflow: {sent}"
    assert not any(private in sent for private in ("hunter2", "Cart", "shop", "Stock", "ann"))
    assert "IllegalStateException" in sent


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
