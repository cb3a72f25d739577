"""Hypotheses that a fix confirmed are raised when the same code fails again, with the real store."""

import pytest

from lsp_server.user_session import Session
from models.evidence import Receipt
from models.settings import KnowledgeSettings, Settings
from rca.analysis.knowledge_project import WorkspaceProject
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.scheduling.deadline import Deadline
from rca.tools import analyze_error, confirm_solution
from tests.knowledge.projects import TRACE
from tests.project_folder import write_file

SCREEN = """package a.b

class CartScreen(private val cart: Cart) {
    fun show() {
        load()
        draw()
        open()
        println(cart.total())
    }

    fun load() = 1
    fun draw() = 2
    fun open() = 3
}
"""
SCREEN_PATH = "app/src/main/kotlin/a/b/CartScreen.kt"
OTHER = TRACE.replace("IllegalStateException: prices not loaded", "IllegalArgumentException: no such price")


@pytest.fixture
def cart(shop):
    write_file(shop.root, SCREEN_PATH, SCREEN)
    return shop


def shares(shop, text=TRACE):
    """Return the hypotheses about an error by function: confidence and evidence."""
    found = shop.call(analyze_error, errorText=text)["hypotheses"]
    return {one["places"][0]["function"]: (one["confidence"], one.get("evidence", [])) for one in found}


def fix(shop, path=SCREEN_PATH, old="load()\n", new="if (load() > 0) return\n"):
    code = (shop.root / path).read_text()
    assert old in code
    write_file(shop.root, path, code.replace(old, new, 1))


def test_a_recorded_fix_raises_the_function_that_it_changed(cart):
    before = shares(cart)
    fix(cart)
    cart.record()
    after = shares(cart)
    share, evidence = after["CartScreen.show"]
    assert share > before["CartScreen.show"][0]
    assert evidence[0].startswith("Confirmed here before, 20")
    assert "Confirmed" not in " ".join(after["Cart.total"][1])
    assert after["Cart.total"][0] < before["Cart.total"][0]


def test_a_confirmed_fix_counts_more_than_a_recorded_one_and_no_more_than_threefold(cart):
    before, _ = shares(cart)["CartScreen.show"]
    fix(cart)
    id_ = cart.record()
    recorded, _ = shares(cart)["CartScreen.show"]
    cart.call(confirm_solution, id=id_, outcome="worked")
    confirmed, evidence = shares(cart)["CartScreen.show"]
    assert before < recorded < confirmed
    assert confirmed / (1 - confirmed) <= 3.05 * before / (1 - before)
    assert evidence[0].endswith("after a change here it worked.")


def test_an_attempt_that_did_not_help_lowers_what_it_changed(cart):
    before, _ = shares(cart)["CartScreen.show"]
    fix(cart)
    cart.record(worked=False)
    after, evidence = shares(cart)["CartScreen.show"]
    assert after < before
    assert evidence[0].startswith("Refuted here before, 20")


def test_a_check_refutes_a_place_that_nobody_changed(cart):
    before, _ = shares(cart)["CartScreen.show"]
    cart.record(worked=False, place={"filePath": SCREEN_PATH, "function": "CartScreen.show"})
    assert shares(cart)["CartScreen.show"][0] < before


def test_another_error_raises_the_same_kind_of_hypothesis_and_less(cart):
    before, _ = shares(cart, OTHER)["CartScreen.show"]
    shares(cart)
    fix(cart)
    cart.record()
    same, _ = shares(cart)["CartScreen.show"]
    other, evidence = shares(cart, OTHER)["CartScreen.show"]
    assert before < other < same
    assert ", for another error:" in evidence[0]


def test_code_that_did_not_change_is_not_confirmed(cart):
    shares(cart)
    cart.record()
    assert "before" not in str(shares(cart))


def test_the_old_error_text_after_the_fix_hides_nothing(cart):
    shares(cart)
    fix(cart)
    shares(cart)
    cart.record()
    assert shares(cart)["CartScreen.show"][1][0].startswith("Confirmed here before")


def test_another_project_knows_nothing_of_it(new_project):
    shop, bank = new_project("shop"), new_project("bank")
    for one in (shop, bank):
        write_file(one.root, SCREEN_PATH, SCREEN)
    shares(shop)
    fix(shop)
    shop.record()
    assert "before" not in str(shares(bank))


def test_a_session_keeps_what_it_analyzes(cart):
    settings = Settings(knowledge=KnowledgeSettings(starter=False, dense=False))
    session = Session([cart.root], cart.data, settings)
    session.start_indexing()
    session.wait_for_index()
    assert session.call("analyze_error", {"errorText": TRACE})["success"]
    session.close()
    fix(cart)
    cart.record()
    assert "Confirmed here before" in str(shares(cart))


def receipt(outcome):
    return Receipt(
        outcome=outcome,
        validates=outcome == "passed",
        command=("./gradlew", ":app:test"),
        directory=".",
        exit_code=0,
        started_at="2026-01-02T03:04:05Z",
        seconds=7.5,
        tests=3,
        commit="a" * 40,
        diff_hash=None,
        tools={"gradle": "8.5"},
    )


def run_again(shop, id_, outcome):
    project = WorkspaceProject(shop.workspace.snapshot, Deadline())
    known, _receipts = shop.store.solution(id_, project)
    shop.store.keep_receipt(known, receipt(outcome), project)


def test_a_receipt_confirms_or_refutes_what_the_fix_changed(cart):
    before, _ = shares(cart)["CartScreen.show"]
    id_ = cart.record()
    fix(cart)
    cart.workspace.index()
    run_again(cart, id_, "still_failing")
    assert shares(cart)["CartScreen.show"][0] < before
    fix(cart, old="draw()\n", new="if (draw() > 0) return\n")
    cart.workspace.index()
    run_again(cart, id_, "passed")
    share, evidence = shares(cart)["CartScreen.show"]
    assert share > before
    assert evidence[0].endswith("after a change here it worked.")


def test_a_merged_ledger_brings_what_it_knows(cart, tmp_path):
    before, _ = shares(cart)["CartScreen.show"]
    fix(cart)
    cart.record()
    cart.store.backup(tmp_path / "copy.db")
    other = KnowledgeStore(tmp_path / "other", KnowledgeSettings(starter=False))
    other.merge(tmp_path / "copy.db")
    cart.store, mine = other, cart.store
    assert shares(cart)["CartScreen.show"][0] > before
    other.close()
    cart.store = mine
