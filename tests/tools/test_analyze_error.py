"""`analyze_error`: from an error to its root cause, and honest about what it could not find."""

import json

import pytest

from evaluation.project_text import write_project
from examples.history import build
from models.editor import CursorPosition, EditorDiagnostic, EditorState
from models.settings import KnowledgeSettings, NetworkSettings, Settings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.toolkit.tool import ToolContext, invoke, soft_deadline
from rca.tools.analyze_error import TOOL
from rca.workspace import DocumentOpened, Workspace
from tests.web.loopback import Web

PRICE = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt"
NPE = (
    "java.lang.NullPointerException\n"
    "\tat com.example.larder.basket.PriceLabel.of(PriceLabel.kt:11)\n"
    "\tat com.example.larder.basket.BasketAdapter.onBindViewHolder(BasketAdapter.kt:26)\n"
)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return build(tmp_path_factory.mktemp("app") / "larder")


@pytest.fixture
def workspace(app, tmp_path):
    workspace = Workspace([app], tmp_path / "data")
    workspace.index()
    yield workspace
    workspace.close()


@pytest.fixture
def store(tmp_path):
    store = KnowledgeStore(tmp_path / "data", KnowledgeSettings())
    yield store
    store.close()


@pytest.fixture
def analyze(workspace, store, tmp_path):
    def run(editor=None, seconds=None, network=None, **parameters):
        context = ToolContext(
            snapshot=workspace.snapshot,
            knowledge=store,
            settings=Settings(network=network or NetworkSettings()),
            data_dir=tmp_path,
            editor=editor,
            deadline=soft_deadline(seconds),
        )
        return invoke(TOOL, parameters, context).model_dump(mode="json")

    return run


def test_a_report_of_a_crash_service(analyze):
    def frame(name, function, line):
        module = f"com.example.larder.basket.{name}"
        return {
            "module": module,
            "function": function,
            "filename": f"{name}.kt",
            "lineno": line,
            "in_app": True,
        }

    frames = [frame("BasketAdapter", "onBindViewHolder", 26), frame("PriceLabel", "of", 11)]
    thrown = {"type": "NullPointerException", "module": "java.lang", "stacktrace": {"frames": frames}}
    event = {
        "event_id": "e1",
        "platform": "java",
        "environment": "production",
        "breadcrumbs": [{"category": "ui.click", "message": "add to basket"}],
        "exception": {"values": [thrown]},
    }
    data = analyze(errorText=json.dumps(event))["data"]
    plain = analyze(errorText=NPE)["data"]
    assert [data[part] for part in ("frames", "culprit", "failure")] == [
        plain[part] for part in ("frames", "culprit", "failure")
    ]
    assert data["error"]["crashContext"]["environment"] == "production"
    assert "ui.click: add to basket" in data["brief"]


def test_a_line_of_another_revision(analyze):
    data = analyze(errorText=NPE.replace("BasketAdapter.kt:26", "BasketAdapter.kt:25"))["data"]
    moved = data["frames"][1]
    assert (moved["line"], moved["reportedLine"]) == (26, 25)
    assert "PriceLabel.of(item)" in moved["code"]
    assert (
        moved["note"] == "line 25 holds no call of `of`; line 26 calls `of`: the line moved, found by content"
    )
    said = "The trace is not of this revision of `BasketAdapter.kt`: its line 25 is line 26 here."
    assert said in [clause["text"] for clause in data["explanation"]]
    assert said in data["brief"]
    assert "(line 25 of the trace)" in data["brief"]
    assert "reportedLine" not in data["frames"][0]


def test_a_function_without_a_line_shows_what_can_be_null(analyze):
    data = analyze(errorText=NPE.replace("PriceLabel.kt:11", "Unknown Source"))["data"]
    assert data["failure"]["expression"]["text"] == "price!!"
    assert (data["culprit"]["line"], data["frames"][0]["line"]) == (11, 11)
    assert "the line is not known" in data["explanation"][1]["text"]


def test_the_whole_job(analyze):
    data = analyze(errorText=NPE)["data"]
    assert data["error"]["kind"] == "jvm_exception"
    assert [(frame["filePath"].rpartition("/")[2], frame["line"]) for frame in data["frames"]] == [
        ("PriceLabel.kt", 11),
        ("BasketAdapter.kt", 26),
    ]
    assert data["culprit"]["function"] == {
        "name": "PriceLabel.of",
        "startLine": 9,
        "endLine": 12,
        "signature": "fun of(item: Item): String",
    }
    assert data["failure"]["condition"] == "`price` was null."
    assert (data["failure"]["expression"]["text"], data["failure"]["value"]["text"]) == ("price!!", "price")
    assert "price!!.cents" in data["context"]["context"]["errorLine"]
    assert [caller["callerName"] for caller in data["callers"]] == ["BasketAdapter.onBindViewHolder"]
    assert data["suspectChanges"][0]["summary"] == "Show deals that have no price yet"
    assert data["suspectChanges"][0]["reason"] == "blame_line"
    assert data["webResults"] == []
    for cited in ("PriceLabel.kt:11", "BasketAdapter.kt:26", data["suspectChanges"][0]["commit"][:10]):
        assert cited in data["brief"]


def test_a_cause_elsewhere_comes_with_its_code_and_the_culprit_stays(analyze, app):
    data = analyze(errorText=(app / "errors" / "05-unit-test.txt").read_text("utf-8"))["data"]
    assert data["hypotheses"][0]["kind"] == "code_under_test"
    assert data["causeContext"]["filePath"].endswith("/BasketTotal.kt")
    assert data["causeContext"]["errorLine"] == 8
    assert data["culprit"]["filePath"] == data["context"]["filePath"]
    assert data["culprit"]["filePath"].endswith("/BasketTotalTest.kt")
    told = {
        clause["kind"]: (clause.get("filePath", "")[-14:], clause.get("line"))
        for clause in data["explanation"]
    }
    assert told["surfaced"] == ("etTotalTest.kt", 21)
    assert told["cause"] == ("BasketTotal.kt", 8)
    assert data["brief"].index("## Likely cause") < data["brief"].index("## Where it surfaced")


def test_where_the_failing_value_comes_from_is_said_with_its_line(analyze):
    (said,) = [one for one in analyze(errorText=NPE)["data"]["explanation"] if one["kind"] == "origin"]
    assert said["text"] == "`price` can come from `PriceParser.parse`: `null` is written."
    assert (said["filePath"][-16:], said["line"]) == ("PriceParser.java", 12)


def test_what_the_answer_lacks_is_said(analyze):
    meta = analyze(errorText=NPE)["meta"]
    assert meta["completeness"] == "partial"
    assert (
        "past solutions: compared by their words alone (the embedding model is not loaded yet)"
        in meta["provenance"]
    )


def test_unsaved_text_is_what_is_shown_and_the_first_suspect(analyze, workspace, app):
    text = (app / PRICE).read_text().replace("price!!.cents", "price!!.cents.also { println(it) }")
    workspace.apply(DocumentOpened(app / PRICE, text, 1))
    data = analyze(errorText=NPE)["data"]
    assert "println" in data["context"]["context"]["errorLine"]
    assert data["failure"]["expression"]["text"] == "price!!"
    assert data["context"]["source"] == "editor"
    assert data["suspectChanges"][0]["reason"] == "uncommitted"


def test_an_error_in_a_file_of_the_workspace(analyze):
    data = analyze(filePath="errors/07-ksp.txt")["data"]
    assert data["culprit"]["filePath"].endswith("/ItemDao.kt")
    assert data["suspectChanges"][0]["summary"] == "Name the pending flag like the other flags"


def test_a_renamed_property_leads_to_the_commit_that_took_it_away(analyze):
    summaries = [
        change["summary"] for change in analyze(filePath="errors/06-kotlinc.txt")["data"]["suspectChanges"]
    ]
    assert summaries[0] == "Shorten the names in the recipe state"


def test_obfuscation_is_undone_with_the_mapping_and_said_without(analyze):
    renamed = analyze(filePath="errors/02-obfuscated.txt")
    assert renamed["data"]["culprit"] is None
    assert any("mapping" in line for line in renamed["meta"]["provenance"])
    retraced = analyze(filePath="errors/02-obfuscated.txt", mappingFile="errors/mapping.txt")["data"]
    assert retraced["culprit"]["filePath"].endswith("/StepPager.kt")
    assert retraced["culprit"]["line"] == 10
    assert [frame["method"] for frame in retraced["frames"]][:2] == ["getCurrent", "forward"]


def test_an_error_without_a_frame_of_the_project_leads_to_the_code_that_its_message_is_about(analyze):
    text = "java.io.IOException: timeout of https://api.larder.example/v2/\n\tat lib.Http.run(Http.java:8)\n"
    data = analyze(errorText=text)["data"]
    places = [(frame["filePath"].rpartition("/")[2], frame["line"]) for frame in data["frames"]]
    assert places == [("LarderApi.kt", 20), ("LarderApi.kt", 18)]
    assert data["culprit"]["note"].startswith("looked up `https://api.larder.example/v2/`")
    assert data["hypotheses"][0]["places"][0]["filePath"] == data["culprit"]["filePath"]
    assert "No project code is named" not in data["brief"]


def test_a_missing_mapping_is_an_error_that_names_it(analyze):
    error = analyze(filePath="errors/02-obfuscated.txt", mappingFile="no/mapping.txt")["error"]
    assert error["code"] == "FILE_NOT_FOUND"
    assert "no/mapping.txt" in error["message"]


SHOWN = EditorState(active_file=PRICE, cursor_position=CursorPosition(line=1, character=1))


def problem(severity, message, path=None):
    return EditorDiagnostic(
        severity=severity, message=message, line=11, column=9, source="kotlin", file_path=path
    )


def test_from_the_editor_the_selection_comes_first(analyze):
    editor = SHOWN.model_copy(update={"selected_text": NPE, "terminal_output": "BUILD FAILED"})
    assert analyze(editor, fromEditor=True)["data"]["error"]["kind"] == "jvm_exception"


def test_from_the_editor_a_selection_that_is_no_error_gives_way_to_the_terminal(analyze):
    editor = SHOWN.model_copy(
        update={"selected_text": "val x = 1", "terminal_output": f"$ adb logcat\n{NPE}"}
    )
    assert analyze(editor, fromEditor=True)["data"]["culprit"]["line"] == 11


def test_from_the_editor_its_problems_are_an_error_too(analyze):
    editor = SHOWN.model_copy(
        update={"diagnostics": (problem("warning", "w"), problem("error", "Unresolved"))}
    )
    data = analyze(editor, fromEditor=True)["data"]
    assert data["error"]["kind"] == "kotlin_compile"
    assert data["culprit"]["filePath"] == PRICE
    assert [found["message"] for found in data["error"]["diagnostics"]] == ["Unresolved"]


@pytest.mark.parametrize(("editor", "code"), [(None, "NO_ACTIVE_EDITOR"), (SHOWN, "NO_DIAGNOSTICS")])
def test_an_editor_without_an_error_is_told_from_no_editor(analyze, editor, code):
    assert analyze(editor, fromEditor=True)["error"]["code"] == code


@pytest.mark.parametrize(
    "parameters",
    [{}, {"errorText": "x", "filePath": "y"}, {"errorText": "   "}, {"errorText": "x", "tokenBudget": 5}],
)
def test_one_source_must_be_given(analyze, parameters):
    assert analyze(**parameters)["error"]["code"] == "INVALID_PARAMETERS"


def test_text_that_is_no_error_is_unknown_and_novel(analyze):
    data = analyze(errorText="nothing happened here, all is well")["data"]
    assert data["error"]["kind"] == "unknown"
    assert data["culprit"] is None
    assert data["verdict"] == "novel"


def test_without_git_the_rest_stands(store, tmp_path):
    root = tmp_path / "plain"
    (root / "src").mkdir(parents=True)
    (root / "src" / "Cart.kt").write_text('package a.b\n\nfun boom() {\n    error("x")\n}\n')
    workspace = Workspace([root], tmp_path / "data")
    workspace.index()
    context = ToolContext(
        snapshot=workspace.snapshot, knowledge=store, settings=Settings(), data_dir=tmp_path
    )
    trace = "java.lang.IllegalStateException: x\n\tat a.b.CartKt.boom(Cart.kt:4)\n"
    answer = invoke(TOOL, {"errorText": trace}, context).model_dump(mode="json")
    assert answer["data"]["culprit"]["filePath"] == "src/Cart.kt"
    assert answer["data"]["suspectChanges"] == []
    assert any(line.startswith("suspect changes:") for line in answer["meta"]["provenance"])


def test_a_broken_store_takes_nothing_from_the_rest(workspace, tmp_path):
    (tmp_path / "file").write_text("in the way")
    store = KnowledgeStore(tmp_path / "file", KnowledgeSettings())
    context = ToolContext(
        snapshot=workspace.snapshot, knowledge=store, settings=Settings(), data_dir=tmp_path
    )
    answer = invoke(TOOL, {"errorText": NPE}, context).model_dump(mode="json")
    assert answer["data"]["culprit"]["line"] == 11
    assert any("DB_CONNECTION_FAILED" in line for line in answer["meta"]["provenance"])


def test_when_time_is_out_the_best_so_far_is_given(analyze):
    answer = analyze(seconds=0.35, errorText=NPE * 200)
    if answer["success"]:
        assert answer["meta"]["completeness"] == "partial"
    else:
        assert answer["error"]["code"] == "TOOL_TIMEOUT"


FRAGMENT = (
    "java.lang.IllegalStateException: Fragment BasketFragment not attached to a context.\n"
    "\tat androidx.fragment.app.Fragment.requireContext(Fragment.java:972)\n"
    "\tat com.example.larder.basket.BasketFragment.show(BasketFragment.kt:22)\n"
)


@pytest.fixture
def web(monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    server = Web()
    yield server
    server.close()


def test_the_web_is_asked_only_when_wanted_and_allowed_and_never_for_private_names(analyze, web):
    assert analyze(errorText=FRAGMENT, network=web.settings("stackoverflow"))["data"]["webResults"] == []
    refused = analyze(errorText=FRAGMENT, includeWeb=True)
    assert refused["data"]["webResults"] == []
    assert any("NETWORK_DISABLED" in line for line in refused["meta"]["provenance"])
    assert web.asked == []
    answer = analyze(errorText=FRAGMENT, includeWeb=True, network=web.settings("stackoverflow"))
    assert answer["data"]["webResults"][0]["url"].startswith("http")
    assert len(web.asked) == 1
    assert "BasketFragment" not in str(web.asked)
    assert (
        "not+attached" in str(web.asked)
        or "not%20attached" in str(web.asked)
        or "not attached" in str(web.asked)
    )


def test_the_answer_is_json_through_and_through(analyze):
    answer = analyze(filePath="errors/04-anr.txt")
    assert json.loads(json.dumps(answer)) == answer


@pytest.mark.parametrize(
    ("trace", "first"),
    [
        ("\tat shop.Cart.total(Cart.kt:4)\n", "Checkout.pay"),
        ("\tat shop.Cart.total(Cart.kt:4)\n\tat shop.CartTest.sums(CartTest.kt:5)\n", "CartTest.sums"),
    ],
    ids=["app", "test"],
)
def test_tests_that_did_not_run_are_the_last_callers(store, tmp_path, trace, first):
    write_project(
        tmp_path / "app",
        """
        // file: src/main/kotlin/Cart.kt
        package shop

        class Cart {
            fun total(): Int = error(0)
        }
        // file: web/src/main/kotlin/Checkout.kt
        package shop

        class Checkout {
            fun pay() = Cart().total()
        }
        // file: src/test/kotlin/CartTest.kt
        package shop

        class CartTest {
            @Test
            fun sums() = Cart().total()
        }
        """,
    )
    workspace = Workspace([tmp_path / "app"], tmp_path / "data")
    workspace.index()
    context = ToolContext(
        snapshot=workspace.snapshot,
        knowledge=store,
        settings=Settings(),
        data_dir=tmp_path,
        deadline=soft_deadline(20),
    )
    error = "java.lang.IllegalStateException: 0\n" + trace
    answer = invoke(TOOL, {"errorText": error}, context).model_dump(mode="json")
    workspace.close()
    callers = answer["data"]["callers"]
    assert callers[0]["callChain"][0] == first
    assert len(callers) == 2
