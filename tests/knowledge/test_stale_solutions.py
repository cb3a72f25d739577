"""A solution whose culprit has changed since is stale, and fresh again where it changes back."""

import subprocess

import pytest

from rca.knowledge.ledger.ledger import Ledger
from rca.tools import confirm_solution
from rca.workspace import Workspace
from rca.workspace.change_kinds import DocumentClosed, DocumentOpened
from tests.knowledge.projects import CART, PATH
from tests.verification.builds import commit


def test_a_changed_culprit_makes_it_stale_and_changing_it_back_fresh(shop):
    shop.solved()
    shop.write(PATH, CART.replace("sumOf { it.cents }", "sumOf { it.euros }"))
    hit = shop.hit()
    assert (hit["state"], hit["standing"]) == (
        "stale", [f"Cart.total in {PATH} has changed since it was validated"]
    )  # fmt: skip
    shop.write(PATH, CART)
    hit = shop.hit()
    assert (hit["state"], hit.get("standing")) == ("validated", None)


def events_of(tmp_path):
    ledger = Ledger(tmp_path / "data" / "knowledge" / "ledger.db")
    with ledger.database.reading() as db:
        (count,) = db.execute("SELECT count(*) FROM event").fetchone()
    ledger.close()
    return count


def test_clones_with_other_code_do_not_undo_each_other(new_project, tmp_path):
    shop, clone = new_project("shop"), new_project("clone")
    for one in (shop, clone):
        commit(one.root)
        subprocess.run(["git", "remote", "add", "origin", "git@host:team/shop"], cwd=one.root, check=True)
    id_ = shop.solved()
    clone.write(PATH, CART.replace("it.cents", "it.euros"))
    assert [one.hit()["state"] for one in (clone, shop)] == ["stale", "validated"]
    before = events_of(tmp_path)
    assert [one.hit()["state"] for one in (clone, shop) * 3] == ["stale", "validated"] * 3
    assert events_of(tmp_path) == before
    # Solved there as well, each has the code with which it was solved.
    clone.call(confirm_solution, id=id_, outcome="worked")
    assert [one.hit()["state"] for one in (clone, shop)] == ["validated", "validated"]
    shop.write(PATH, CART.replace("it.cents", "it.yen"))
    assert [one.hit()["state"] for one in (clone, shop)] == ["validated", "stale"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    // the sum\n", "    /* the sum\n of all */\n"),
        ("fun total(): Int = prices", "fun total(): Int =\n        prices"),
        ("prices.size", "prices.count()"),
        ("class Cart {", "class Cart {\n    val empty = true\n"),
    ],
    ids=["comment", "white space", "another function", "a line above"],
)
def test_other_changes_leave_it_as_it_is(shop, old, new):
    shop.solved()
    assert old in CART
    shop.write(PATH, CART.replace(old, new))
    assert shop.hit()["state"] == "validated"


def test_a_deleted_culprit_makes_it_stale(shop):
    shop.solved()
    shop.write(PATH, CART.replace("fun total(): Int = prices.sumOf { it.cents }", ""))
    hit = shop.hit()
    assert (hit["state"], hit["standing"]) == (
        "stale", [f"Cart.total in {PATH} is gone since it was validated"]
    )  # fmt: skip
    (shop.root / PATH).unlink()
    assert shop.hit()["state"] == "stale"


def test_a_culprit_that_moved_to_another_file_is_still_itself(shop):
    shop.solved()
    (shop.root / PATH).unlink()
    shop.write("core/src/main/kotlin/a/b/Moved.kt", CART)
    assert shop.hit()["state"] == "validated"


def test_text_that_is_not_saved_counts(shop):
    shop.solved()
    uri = (shop.root / PATH).as_uri()
    shop.workspace.apply(DocumentOpened(uri, CART.replace("it.cents", "it.euros"), 1))
    assert shop.hit()["state"] == "stale"
    shop.workspace.apply(DocumentClosed(uri))
    assert shop.hit()["state"] == "validated"


def test_the_fix_itself_is_what_is_remembered(shop):
    id_ = shop.record()
    shop.write(PATH, CART.replace("prices.sumOf", "loaded().sumOf"))
    shop.call(confirm_solution, id=id_, outcome="worked")
    assert shop.hit()["state"] == "validated"


def test_a_stale_solution_is_validated_by_a_new_word(shop):
    id_ = shop.solved()
    shop.write(PATH, CART.replace("it.cents", "it.euros"))
    assert shop.hit()["state"] == "stale"
    shop.call(confirm_solution, id=id_, outcome="worked")
    assert shop.hit()["state"] == "validated"


def test_while_the_workspace_is_being_indexed_nothing_is_called_gone(new_project, tmp_path):
    shop = new_project()
    shop.solved()
    fresh = Workspace([shop.root], tmp_path / "other-index")
    old, shop.workspace = shop.workspace, fresh
    shop.workspace.index = lambda: None
    assert shop.hit()["state"] == "validated"
    shop.workspace = old
    fresh.close()
