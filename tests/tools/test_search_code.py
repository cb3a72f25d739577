"""`search_code` by its contract."""

from __future__ import annotations

from dataclasses import replace

import pytest

from models.settings import KnowledgeSettings
from models.tools.search_code import SearchCodeParams
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.scheduling.deadline import Deadline
from rca.tools.search_code import TOOL
from rca.workspace import DocumentOpened
from tests.tools.code_app import add_folder, make_app
from tests.tools.code_project import CodeProject

BASKET = "core/data/src/main/kotlin/shop/data/Basket.kt"
UPLOADS = "core/data/src/main/kotlin/shop/data/UploadQueue.kt"


@pytest.fixture
def app(tmp_path):
    made = make_app(CodeProject(tmp_path))
    made.knowledge = KnowledgeStore(tmp_path / "knowledge", KnowledgeSettings())
    made.write(
        UPLOADS,
        """package shop.data

/** Holds pictures until they are on the server. Nothing is lost when the app dies. */
class UploadQueue(private val store: Store) {
    /** Tries once more what failed before. */
    fun retryFailed(most: Int) {
        require(most > 0) { "most must be positive, not $most" }
        // give up after the third attempt
        store.save(Basket.empty())
    }

    fun clear() {
        check(true) { "Nothing to clear" }
    }
}
""",
    )
    made.workspace.index()
    return made


def names(answer) -> list[str]:
    return [one["name"] for one in answer["data"]["hits"]]


def test_a_name_gives_its_declaration_first(app) -> None:
    first = app.call(TOOL, query="UploadQueue")["data"]["hits"][0]
    assert (first["name"], first["kind"], first["filePath"], first["line"]) == (
        "UploadQueue", "class", UPLOADS, 4,
    )  # fmt: skip
    assert first["relevance"] == 1.0
    assert first["why"][0] == "name"
    assert first["module"] == ":core:data"
    assert first["summary"] == "Holds pictures until they are on the server."
    assert "class UploadQueue(private val store: Store) {" in first["snippet"]


@pytest.mark.parametrize(
    "query", ["retryF", "retFail", "UploadQueue.retryFailed", "retryFailed()", "RETRYFAILED"]
)
def test_parts_humps_and_qualified_names(app, query) -> None:
    assert names(app.call(TOOL, query=query))[0] == "UploadQueue.retryFailed"


def test_a_parameter_that_is_a_property_stands_for_its_class(app) -> None:
    hits = app.call(TOOL, query="price")["data"]["hits"]
    assert [(one["name"], one["why"][0]) for one in hits[:2]] == [("Priced.price", "name"), ("Item", "name")]
    assert hits[1]["relevance"] < hits[0]["relevance"]


def test_a_name_is_found_whatever_the_time(app) -> None:
    context = replace(app.context(TOOL), deadline=Deadline(0.0))
    answer = TOOL.run(context, SearchCodeParams(query="UploadQueue"))
    assert answer.data.hits[0].name == "UploadQueue"
    assert answer.completeness == "partial"
    assert "time limit" in answer.provenance[0]


def test_text_as_it_stands_gives_the_declaration_around_it_once(app) -> None:
    data = app.call(TOOL, query="most must be positive")["data"]
    first = data["hits"][0]
    assert (first["name"], first["why"][0]) == ("UploadQueue.retryFailed", "exact_text")
    assert 'require(most > 0) { "most must be positive, not $most" }' in first["snippet"]
    lines = first["snippet"].splitlines()
    assert lines[7 - first["snippetLine"]].strip().startswith("require(")
    assert len({(one["filePath"], one["qualifiedName"], one["line"]) for one in data["hits"]}) == len(
        data["hits"]
    )


def test_the_same_case_comes_before_another(app) -> None:
    app.write(
        "core/data/src/main/kotlin/shop/data/A.kt", 'package shop.data\n\nfun a() = "nothing to CLEAR"\n'
    )
    app.workspace.index()
    hits = app.call(TOOL, query="Nothing to clear")["data"]["hits"]
    assert [(one["name"], one["why"][0]) for one in hits[:2]] == [
        ("UploadQueue.clear", "exact_text"),
        ("a", "text"),
    ]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("where do we retry failed uploads", "UploadQueue.retryFailed"),
        ("retrying what has failed", "UploadQueue.retryFailed"),
        ("total price of a basket", "Basket.total"),
        ("which activity is the basket's", "BasketActivity"),
        ("remember pictures until the server has them", "UploadQueue"),
    ],
)
def test_questions_in_words(app, query, name) -> None:
    answer = app.call(TOOL, query=query)
    assert name in names(answer)[:2]
    assert "words" in answer["data"]["hits"][0]["why"]


def test_what_matched_is_told(app) -> None:
    data = app.call(TOOL, query="where do we retry failed uploads")["data"]
    assert data["words"] == ["retry", "failed", "uploads"]
    assert set(data["hits"][0]["matched"]) >= {"retry", "failed"}


def test_a_word_that_means_the_same_is_found_too(app) -> None:
    hits = app.call(TOOL, query="persist a basket")["data"]["hits"]
    assert "Store.save" in [one["name"] for one in hits[:3]]


def test_a_tag_is_a_reason(app) -> None:
    hits = app.call(TOOL, query="launcher activity of the basket")["data"]["hits"]
    found = next(one for one in hits if one["name"] == "BasketActivity")
    assert "tag" in found["why"]
    assert "activity" in found["tags"]


@pytest.mark.parametrize(
    ("scope", "meaning", "found"),
    [
        ("all", "all", {":app", ":core:data"}),
        (":core:data", "module :core:data", {":core:data"}),
        (":core", "module :core:data", {":core:data"}),
        ("core:data", "module :core:data", {":core:data"}),
        ("app", "module :app", {":app"}),
        ("app/src/main", "path app/src/main", {":app"}),
        ("activities", "tag activity", {":app"}),
        ("test", "tag test", {":app"}),
    ],
)
def test_scopes(app, scope, meaning, found) -> None:
    if scope == ":core":
        app.write("core/build.gradle.kts", "")
        app.workspace.index()
        meaning = "module :core"
    data = app.call(TOOL, query="basket", scope=scope, limit=50)["data"]
    assert data["scope"] == meaning
    assert {one["module"] for one in data["hits"]} == found


def test_an_unknown_scope_gets_near_names(app) -> None:
    error = app.call(TOOL, query="basket", scope=":core:dat")["error"]
    assert (error["code"], error["details"]["similar"][0]) == ("SYMBOL_NOT_FOUND", ":core:data")


def test_file_patterns(app) -> None:
    data = app.call(TOOL, query="basket", filePattern="*.java", limit=50)["data"]
    assert {one["filePath"] for one in data["hits"]} == {"app/src/main/java/shop/app/Printer.java"}
    data = app.call(TOOL, query="basket", file_pattern="core/**/*.kt", limit=50)["data"]
    assert {one["module"] for one in data["hits"]} == {":core:data"}


def test_resources_and_manifests(app) -> None:
    hits = app.call(TOOL, query="basket_title")["data"]["hits"]
    assert (hits[0]["kind"], hits[0]["name"]) == ("string", "basket_title")
    assert {"app/src/main/AndroidManifest.xml", "app/src/main/java/shop/app/BasketActivity.kt"} <= {
        one["filePath"] for one in hits
    }


def test_unsaved_text_wins(app) -> None:
    text = 'package shop.data\n\nfun fresh() = "a text that only the editor has"\n'
    app.workspace.apply(DocumentOpened(app.root / UPLOADS, text, 2))
    assert names(app.call(TOOL, query="a text that only the editor has"))[0] == "fresh"
    assert app.call(TOOL, query="most must be positive, not")["data"]["hits"] == [] or (
        "exact_text" not in app.call(TOOL, query="most must be positive, not")["data"]["hits"][0]["why"]
    )


def test_pages_hold_each_hit_once(app) -> None:
    whole = app.call(TOOL, query="basket", limit=100)["data"]["hits"]
    found, cursor = [], 0
    while cursor is not None:
        answer = app.call(TOOL, query="basket", limit=4, cursor=cursor)
        found += answer["data"]["hits"]
        cursor = int(answer["meta"]["next"]) if answer["meta"]["truncated"] else None
    assert [one["qualifiedName"] for one in found] == [one["qualifiedName"] for one in whole]
    assert [one["relevance"] for one in found] == sorted((one["relevance"] for one in found), reverse=True)


def test_nothing_found_is_an_empty_and_complete_answer(app) -> None:
    answer = app.call(TOOL, query="zygohistomorphic")
    assert (answer["data"]["hits"], answer["meta"]["completeness"]) == ([], "complete")


class Model:
    """Stands for an embedding model that likes one text above all."""

    ready = True
    asked: tuple[str, ...] = ()

    def similarities(self, _query, texts):
        self.asked = tuple(texts)
        return [1.0 if "printer" in text.lower() else 0.0 for text in texts]


def test_the_embedding_model_takes_part_only_where_it_is_loaded(app) -> None:
    query = "basket amounts on paper"
    lexical = app.call(TOOL, query=query)
    assert "semantic: not used (the embedding model is not loaded)" in lexical["meta"]["provenance"]
    app.knowledge = Model()
    ranked = app.call(TOOL, query=query)
    assert ranked["meta"]["provenance"][-1].startswith("semantic: the first ")
    best = next(one for one in ranked["data"]["hits"] if one["filePath"].endswith("Printer.java"))
    before = next(one for one in lexical["data"]["hits"] if one["name"] == best["name"])
    assert "semantic" in best["why"]
    assert names(ranked).index(best["name"]) <= names(lexical).index(before["name"])
    assert best["relevance"] > before["relevance"]


def test_an_unready_index_is_told(tmp_path) -> None:
    cold = CodeProject(tmp_path)
    cold.knowledge = KnowledgeStore(tmp_path / "knowledge", KnowledgeSettings())
    cold.write("A.kt", "class A\n")
    assert cold.call(TOOL, query="A")["error"]["code"] == "LSP_UNAVAILABLE"


@pytest.mark.parametrize(
    "parameters",
    [{}, {"query": ""}, {"query": "   "}, {"query": "a", "limit": 101}, {"query": "a", "zzz": "b"}],
)
def test_bad_parameters(app, parameters) -> None:
    assert app.call(TOOL, **parameters)["error"]["code"] == "INVALID_PARAMETERS"


@pytest.mark.parametrize(
    "query", ["(((", "[a-z", "\\", "é", "İstanbul", "a" * 1000, "\ud83d\ude00 smile", "\x00"]
)
def test_any_text_may_be_asked_for(app, query) -> None:
    app.write(
        "core/data/src/main/kotlin/shop/data/Odd.kt",
        'package shop.data\n\nval odd = "İİ é 😀 ((( [a-z \\\\"\n',
    )
    app.workspace.index()
    assert app.call(TOOL, query=query)["success"] is True


def test_further_folders(app) -> None:
    add_folder(app, "plugin", {"Side.kt": 'package side\n\nfun side() = "beside the shop"\n'})
    (first, *_) = app.call(TOOL, query="beside the shop")["data"]["hits"]
    assert (first["filePath"], first["name"]) == ("plugin/Side.kt", "side")


@pytest.mark.parametrize("pattern", ["", " ", "a" * 200_000])
def test_a_file_pattern_that_is_none_is_refused(app, pattern) -> None:
    answer = app.call(TOOL, query="UploadQueue", filePattern=pattern)
    assert answer["error"]["code"] in ("INVALID_PATTERN", "INVALID_PARAMETERS")
