"""A problem in its essentials."""

import json

from rca.knowledge.problem.problem import Problem, of_query, of_solution
from rca.knowledge.ranking.tokenizer import telling_words, words_of

EMBEDDED_CHARS = 900


def test_a_trace_becomes_its_type_message_and_decisive_frames(trace):
    problem = of_query(trace)
    assert problem.kind == "jvm_exception"
    assert problem.types == ("IllegalStateException",)
    assert problem.message == "Can not perform this action after onSaveInstanceState"
    assert problem.frames == (
        "androidx.fragment.app.FragmentManager.checkStateLoss",
        "androidx.fragment.app.FragmentManager.enqueueAction",
        "com.example.shop.cart.CartActivity.loadCart",
    )
    assert problem.fingerprint is not None


def test_a_long_log_is_condensed_to_what_the_model_can_see(trace):
    noise = "11-21 10:00:00.000   100   100 I Choreographer: Skipped 31 frames!\n" * 2_000
    text = noise + "".join(
        f"11-21 10:00:00.000  4411  4411 E AndroidRuntime: {line}\n" for line in trace.splitlines()
    )
    problem = of_query(text)
    assert len(problem.text) <= EMBEDDED_CHARS
    assert problem.text.startswith("IllegalStateException: Can not perform this action")
    assert "Choreographer" not in problem.text


def test_words_of_a_person_are_kept_and_the_type_they_name_is_seen():
    problem = of_query("crashes with NetworkOnMainThreadException: null when I open the cart")
    assert problem.types == ("NetworkOnMainThreadException",)
    assert "when I open the cart" in problem.text
    assert problem.fingerprint is None


def test_a_record_is_condensed_from_its_own_fields(solution):
    record = solution(
        error_type="android.view.WindowManager$BadTokenException",
        error_description="Unable to add window -- token null is not valid\nThe dialog kills the app.",
        metadata={
            "errorLine": "android.view.WindowManager$BadTokenException: Unable to add window -- token null",
            "frames": ["android.view.ViewRootImpl.setView"],
            "kind": "jvm_exception",
            "libraries": ["androidx.appcompat:appcompat"],
        },
    )
    problem = of_solution(record)
    assert problem.types[0] == "BadTokenException"
    assert problem.frames == ("android.view.ViewRootImpl.setView",)
    assert "kills the app" in problem.text
    assert "appcompat" in problem.words
    assert problem.fingerprint is None


def test_metadata_of_any_shape_is_survived(solution):
    problem = of_solution(solution(metadata={"frames": 7, "tags": "x", "errorLine": ["?"], "fingerprint": 3}))
    assert problem.frames == ()
    assert problem.fingerprint is None


def test_plain_data_and_back(trace):
    problem = of_query(trace)
    assert Problem.from_json(problem.to_json()) == problem


def test_identifiers_are_words_whole_and_in_parts():
    assert list(words_of("onSaveInstanceState")) == ["onsaveinstancestate", "on", "save", "instanc", "state"]
    assert list(words_of("crashes crashed")) == ["crash", "crash"]
    assert list(words_of("HTTPServer2")) == ["httpserver2", "http", "server"]


def test_telling_words_leave_out_the_common_ones_and_keep_the_spelling():
    words = telling_words("the app crashes when viewModelScope is used", 10)
    assert words["crash"] == "crashes"
    assert words["viewmodelscope"] == "viewModelScope"
    assert "the" not in words
    assert len(telling_words("a1 b2 c3 d4 e5 f6", 3)) == 3


def test_a_build_that_only_says_it_failed_is_told_by_what_its_task_printed():
    log = (
        "> Task :app:preBuild UP-TO-DATE\n"
        "> Task :app:lintVitalRelease FAILED\n"
        "Home.kt: Error: Unexpected failure during lint analysis (this is a bug in lint)\n"
        "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n"
        "Execution failed for task ':app:lintVitalRelease'.\n{}\n\n* Try:\n> Run with --stacktrace option\n"
    )
    silent, telling = of_query(log.format("")), of_query(log.format("> Lint found 3 fatal errors."))
    assert "Unexpected failure during lint analysis" in silent.message
    assert "Unexpected failure" not in telling.message
    assert "Lint found" in telling.message
    pointing = of_query(log.format("> There were failing tests. See the report at: file:///w/index.html"))
    assert pointing.message == silent.message


def test_an_issue_of_a_crash_service_is_searched_by_its_error_and_not_by_its_json():
    issue = {
        "shortId": "SHOP-1",
        "permalink": "https://sentry.example/7",
        "metadata": {"type": "IllegalStateException", "value": "cart is closed"},
    }
    problem = of_query(json.dumps(issue))
    assert problem.types == ("IllegalStateException",)
    assert problem.message == "cart is closed"
    assert "permalink" not in problem.words
