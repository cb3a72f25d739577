"""A wrong solution shown as similar is worse than none: what counts as a reason, and what never does."""

import re
from pathlib import Path

import pytest

from evaluation.knowledge.feature_signs import AGAINST
from evaluation.knowledge.queries import queries
from rca.knowledge.problem.app_names import without_app_names
from rca.knowledge.problem.message_template import without_preamble
from rca.knowledge.ranking.ranking_weights import WEIGHTS
from rca.knowledge.ranking.similarity_features import NAMES

ROOT = Path(__file__).parents[3]
ERRORS = ROOT / "examples" / "larder" / "errors"
SHOWN = None
"""As `analyze_error` asks: what is likelier than there being no record."""

TRACES = [query for query in queries() if query.form == "trace"][::3]
"""Every third one, as all of them take seconds; benchmarks/knowledge_fit.py measures all."""

BELOW = "\n".join(
    f"\tat {frame}"
    for frame in (
        "androidx.recyclerview.widget.RecyclerView$Adapter.bindViewHolder(RecyclerView.java:7953)",
        "androidx.recyclerview.widget.LinearLayoutManager.layoutChunk(LinearLayoutManager.java:1662)",
        "android.view.View.layout(View.java:24485)",
        "android.os.Handler.handleCallback(Handler.java:958)",
        "android.os.Looper.loop(Looper.java:294)",
        "android.app.ActivityThread.main(ActivityThread.java:8248)",
    )
)


def shown(store, text):
    return [hit.id for hit in store.find(text, dense="off", min_confidence=SHOWN).outcome.results]


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("02-obfuscated", []),
        ("03-coroutine", ["starter-kotlin-toint-number-format"]),
        ("05-unit-test", []),
        ("06-kotlinc", []),
        ("07-ksp", ["starter-room-query-no-such-table"]),
        ("08-dependency-conflict", []),
    ],
)
def test_the_example_failures_get_their_solution_or_none(starter_store, name, right):
    assert shown(starter_store, (ERRORS / f"{name}.txt").read_text()) == right


def test_a_bare_error_is_known_and_not_sure(starter_store):
    outcome = starter_store.find((ERRORS / "01-crash.txt").read_text(), dense="off").outcome
    best = outcome.results[0]
    assert (outcome.verdict, best.verdict, best.id) == ("similar", "similar", "starter-kotlin-double-bang")
    assert best.confidence < 0.5
    unasked = starter_store.find((ERRORS / "01-crash.txt").read_text(), dense="off", min_confidence=None)
    assert (unasked.outcome.results, unasked.outcome.verdict, unasked.weaker) == ((), "novel", 1)
    assert {hit.verdict for hit in outcome.results[1:]} == {"novel"}


def test_development_traces_get_their_solution_or_none(starter_store):
    """The floor under the measured figures of docs/design/retrieval.md, on some of the queries that were fitted."""
    known = [(query.id, shown(starter_store, query.text)) for query in TRACES if query.id]
    novel = [shown(starter_store, query.text) for query in TRACES if not query.id]
    assert sum(right == [*got, None][0] for right, got in known) >= 0.7 * len(known)
    assert sum(not got for got in novel) >= 0.8 * len(novel)


def test_the_apps_own_names_are_no_evidence(starter_store):
    trace = "java.lang.IllegalStateException: cart was empty\n\tat {0}.{1}.pay({1}.kt:3)\n" + BELOW
    # Named after what records are about, and after nothing that any record knows.
    telling = trace.format("com.shop.recyclerview.flow", "RecyclerViewComputingLayout")
    neutral = trace.format("com.shop.zubat.quux", "Wibble")
    first, second = (
        [
            (hit.id, hit.confidence, hit.matched)
            for hit in starter_store.find(text, dense="off").outcome.results
        ]
        for text in (telling, neutral)
    )
    assert first == second


def test_frames_below_the_app_are_no_evidence(starter_store):
    trace = "java.lang.IllegalStateException: cart was empty\n\tat com.shop.Cart.pay(Cart.kt:3)\n"
    assert shown(starter_store, trace + BELOW) == []
    for hit in starter_store.find(trace + BELOW, dense="off").outcome.results:
        assert not re.search(r"recyclerview|looper|handler|layout", " ".join(hit.matched).lower())


def test_another_exception_in_the_same_place_is_another_problem(starter_store):
    trace = (
        "{}\n\tat androidx.fragment.app.FragmentManager.checkStateLoss(FragmentManager.java:1844)\n"
        "\tat androidx.fragment.app.FragmentManager.enqueueAction(FragmentManager.java:1884)\n"
        "\tat com.shop.Cart.pay(Cart.kt:3)\n" + BELOW
    )
    known = "java.lang.IllegalStateException: Can not perform this action after onSaveInstanceState"
    assert shown(starter_store, trace.format(known)) == ["starter-fragment-commit-after-save-state"]
    other = "java.lang.NullPointerException: Attempt to read from null array"
    assert shown(starter_store, trace.format(other)) == []


def test_reasons_are_told_from_the_strongest_down(starter_store):
    text = (ERRORS / "03-coroutine.txt").read_text()
    hit = starter_store.find(text, dense="off").outcome.results[0]
    assert hit.matched[:3] == (
        "error type NumberFormatException",
        "message",
        "frame java.lang.Integer.parseInt",
    )

    bare = starter_store.find((ERRORS / "01-crash.txt").read_text(), dense="off").outcome.results[0]
    assert bare.matched == ("error type NullPointerException", "no message, thrown alike")


@pytest.mark.parametrize(("told", "embedded"), WEIGHTS)
def test_weights_say_what_their_features_mean(told, embedded):
    for name, weight in WEIGHTS[told, embedded].items():
        if name == "bias":
            continue
        assert name in NAMES
        assert (weight < 0) == (name in AGAINST), name


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("com.shop.cart.CartFragment not attached", "not attached"),
        ("androidx.fragment.app.Fragment not attached", "Fragment not attached"),
        (
            "ComponentInfo{com.shop/com.shop.Main}: RecyclerView{8c1 V.ED} failed",
            "ComponentInfo : RecyclerView failed",
        ),
        ("Process: com.shop.app, PID", "Process: , PID"),
        ("android.permission.READ_CONTACTS in build.gradle.kts", "READ_CONTACTS in build.gradle.kts"),
        ("ID: com.shop:id/title", "ID: com.shop"),
    ],
)
def test_app_names_are_dropped_and_library_names_cut_to_the_class(text, kept):
    assert " ".join(without_app_names(text).split()) == kept


def test_what_every_failed_build_says_is_dropped():
    text = "Execution failed for task ':app:minify'.\n> A failure occurred while executing a.B\n   > Disk is full"
    assert without_preamble(text).split() == [">", "Disk", "is", "full"]
    alone = "Execution failed for task ':app:minify'."
    assert without_preamble(alone) == alone
