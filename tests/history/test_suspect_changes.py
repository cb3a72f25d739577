"""Suspect changes, asked of real git in real repositories."""

from __future__ import annotations

from evaluation.project_text import project_files
from rca.history.change_query import ChainPlace
from tests.history.cart import CART, CODE, TOTAL, ask, by_reason, with_history


def test_the_commit_that_made_the_culprit_line_comes_first(sandbox):
    made = with_history(sandbox)
    outcome = ask(sandbox.root)
    first = outcome.changes[0]
    assert first.commit == made["sum"]
    assert first.reason == "blame_line"
    assert first.lines == (9,)
    assert first.author == "Ben Example"
    assert first.date == "2026-02-11T12:00:00+02:00"
    assert first.summary == "Sum the prices"
    assert "-        return 0" in first.diff
    assert "+        return prices.sum()" in first.diff
    assert outcome.notes == ()


def test_every_kind_of_commit_on_the_file_is_named_once(sandbox):
    made = with_history(sandbox)
    reasons = {change.commit: change.reason for change in ask(sandbox.root).changes}
    assert reasons == {
        made["sum"]: "blame_line",
        made["first"]: "blame_function",
        made["clear"]: "recent_commit",
    }


def test_scores_order_the_answer_and_do_not_depend_on_the_clock(sandbox):
    with_history(sandbox)
    scores = [change.score for change in ask(sandbox.root).changes]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)
    assert scores[0] > 0.5, "two days before HEAD, on the line itself"


def test_an_edit_on_the_line_that_is_not_committed_comes_before_every_commit(sandbox):
    with_history(sandbox)
    sandbox.write(CART, CODE.replace("prices.sum()", "prices.reduce { a, b -> a + b }"))
    first = ask(sandbox.root).changes[0]
    assert (first.reason, first.commit, first.author, first.date) == ("uncommitted", None, None, None)
    assert first.lines == (9,)
    assert first.summary == "Edited, not committed"
    assert "+        return prices.reduce { a, b -> a + b }" in first.diff


def test_staged_edits_say_so(sandbox):
    with_history(sandbox)
    sandbox.write(CART, CODE.replace("prices.sum()", "prices.last()"))
    sandbox.git("add", "-A")
    assert ask(sandbox.root).changes[0].summary == "Edited and staged, not committed"


def test_text_that_the_editor_has_not_saved_wins_over_the_disk(sandbox):
    with_history(sandbox)
    unsaved = CODE.replace("prices.sum()", "prices.first()")
    first = ask(sandbox.root, unsaved={CART: unsaved}).changes[0]
    assert first.reason == "uncommitted"
    assert first.summary == "Edited in the editor, not saved"
    assert "prices.first()" in first.diff


def test_unsaved_text_that_undoes_a_saved_edit_is_no_edit(sandbox):
    with_history(sandbox)
    sandbox.write(CART, CODE.replace("prices.sum()", "prices.first()"))
    assert "uncommitted" not in by_reason(ask(sandbox.root, unsaved={CART: CODE}))


def test_blame_follows_lines_that_uncommitted_edits_moved(sandbox):
    made = with_history(sandbox)
    moved = CODE.replace("import shop.model.Item\n", "import shop.model.Item\nimport shop.model.Price\n\n")
    outcome = ask(sandbox.root, unsaved={CART: moved}, line=11, function=(8, 12))
    change = by_reason(outcome)["blame_line"]
    assert (change.commit, change.lines) == (made["sum"], (11,))
    assert by_reason(outcome)["uncommitted"].lines == (4, 5)


def test_a_trace_of_the_last_commit_is_translated_in_a_note(sandbox):
    with_history(sandbox)
    sandbox.write(CART, "// header\n" + CODE)
    assert any("its line 9 is line 10 now" in note for note in ask(sandbox.root).notes)


def test_an_edit_of_white_space_alone_is_no_suspect(sandbox):
    with_history(sandbox)
    sandbox.write(CART, CODE.replace("        return", "    return"))
    assert "uncommitted" not in by_reason(ask(sandbox.root))


def test_line_endings_of_windows_do_not_make_an_edit(sandbox):
    with_history(sandbox)
    sandbox.write(CART, CODE.replace("\n", "\r\n"))
    assert "uncommitted" not in by_reason(ask(sandbox.root))


def test_a_commit_that_only_removed_a_line_of_the_function_is_found(sandbox):
    sandbox.write(CART, CODE)
    sandbox.commit("Add the cart")
    sandbox.write(CART, CODE.replace("        check(prices.isNotEmpty())\n", ""))
    removal = sandbox.commit("Trust the prices", days=90)
    outcome = ask(sandbox.root, line=8, function=(6, 9))
    found = next(change for change in outcome.changes if change.commit == removal)
    assert found.reason == "blame_function"
    assert "-        check(prices.isNotEmpty())" in found.diff


def test_renames_are_followed(sandbox):
    made = with_history(sandbox)
    moved = "app/src/main/kotlin/shop/cart/Basket.kt"
    (sandbox.root / moved).parent.mkdir()
    sandbox.git("mv", CART, moved)
    rename = sandbox.commit("Call it a basket")
    reasons = {change.commit: change.reason for change in ask(sandbox.root, file_path=moved).changes}
    assert reasons[made["sum"]] == "blame_line"
    assert reasons[rename] == "recent_commit"
    assert reasons[made["clear"]] == "recent_commit"


def test_a_rename_that_is_only_staged_keeps_its_history(sandbox):
    made = with_history(sandbox)
    moved = "app/src/main/kotlin/shop/Basket.kt"
    sandbox.git("mv", CART, moved)
    assert by_reason(ask(sandbox.root, file_path=moved))["blame_line"].commit == made["sum"]


def test_a_change_of_a_callers_line_is_a_suspect(sandbox):
    with_history(sandbox)
    checkout = "app/src/main/kotlin/shop/Checkout.kt"
    sandbox.write(checkout, "package shop\n\nfun pay(cart: Cart) = cart.total()\n")
    added = sandbox.commit("Pay the cart")
    change = by_reason(ask(sandbox.root, callers=((checkout, 3),)))["caller_changed"]
    assert (change.commit, change.file_path, change.lines) == (
        added,
        checkout,
        (2, 3) if 2 in change.lines else (3,),
    )


def test_an_uncommitted_edit_of_a_callers_line_outranks_its_commit(sandbox):
    with_history(sandbox)
    checkout = "app/src/main/kotlin/shop/Checkout.kt"
    sandbox.write(checkout, "package shop\n\nfun pay(cart: Cart) = cart.total()\n")
    sandbox.commit("Pay the cart")
    sandbox.write(checkout, "package shop\n\nfun pay(cart: Cart) = -cart.total()\n")
    callers = [c for c in ask(sandbox.root, callers=((checkout, 3),)).changes if c.reason == "caller_changed"]
    assert callers[0].commit is None
    assert callers[0].lines == (3,)


def test_a_caller_that_has_not_changed_for_half_a_year_is_no_suspect(sandbox):
    checkout = "app/src/main/kotlin/shop/Checkout.kt"
    sandbox.write(CART, CODE)
    sandbox.commit("Add the cart")
    sandbox.write(checkout, "package shop\n\nfun pay(cart: Cart) = cart.total()\n")
    sandbox.commit("Pay the cart")
    sandbox.commit("Wait", days=179)
    assert "caller_changed" in by_reason(ask(sandbox.root, callers=((checkout, 3),)))
    sandbox.commit("Wait on", days=5)
    assert "caller_changed" not in by_reason(ask(sandbox.root, callers=((checkout, 3),)))


def test_a_new_file_is_a_suspect_as_a_whole(sandbox):
    sandbox.write("README.md", "Shop\n")
    sandbox.commit("Begin")
    sandbox.write(CART, CODE)
    outcome = ask(sandbox.root)
    assert [change.summary for change in outcome.changes] == ["New file, not committed"]
    assert outcome.changes[0].lines == (6, 7, 8, 9, 10)
    assert any("no history yet" in note for note in outcome.notes)


def test_an_ignored_file_is_told_from_an_edited_one(sandbox):
    sandbox.write(".gitignore", "build/\n")
    sandbox.commit("Begin")
    generated = "app/build/generated/Dao_Impl.java"
    sandbox.write(generated, "class Dao_Impl {}\n")
    outcome = ask(sandbox.root, file_path=generated, line=1, function=None)
    assert outcome.changes == ()
    assert any("ignored by git" in note for note in outcome.notes)


CHECKOUT = "app/src/main/kotlin/shop/Checkout.kt"
PAY = project_files("""
// file: app/src/main/kotlin/shop/Checkout.kt
package shop

fun pay(cart: Cart): Int {
    val items = cart.items
    return items.size
}
""")[CHECKOUT]


def place(path, line, window, weight):
    return ChainPlace(path, line, window, weight)


def test_the_commit_that_wrote_the_likeliest_place_comes_before_that_of_the_culprit(sandbox):
    sandbox.add({CHECKOUT: PAY, CART: CODE})
    first = sandbox.commit("Begin")
    sandbox.write(CHECKOUT, PAY.replace("cart.items", "cart.items.drop(1)"))
    dropped = sandbox.commit("Leave out the first item")
    chain = (place(CHECKOUT, 4, (3, 6), 0.7), place(CART, 9, TOTAL, 0.2))
    changes = ask(sandbox.root, chain=chain).changes
    assert [change.commit for change in changes] == [dropped, first]
    assert (changes[0].file_path, changes[0].lines, changes[0].reason) == (CHECKOUT, (4,), "blame_line")
    assert changes[0].score > 0.5


def test_an_edit_of_a_place_of_the_chain_is_a_suspect(sandbox):
    sandbox.write(CHECKOUT, PAY)
    with_history(sandbox)
    sandbox.write(CHECKOUT, PAY.replace("cart.items", "cart.items.drop(1)"))
    changes = ask(sandbox.root, chain=(place(CHECKOUT, 4, (3, 6), 0.7),)).changes
    assert ("uncommitted", CHECKOUT, (4,)) in [(c.reason, c.file_path, c.lines) for c in changes]


def test_a_commit_on_a_file_that_the_error_names_is_a_suspect(sandbox):
    with_history(sandbox)
    sandbox.write(CHECKOUT, PAY)
    named = sandbox.commit("Pay the cart")
    assert named not in {change.commit for change in ask(sandbox.root).changes}
    changes = ask(sandbox.root, words=frozenset({"Checkout", "Cart"})).changes
    assert named in {change.commit for change in changes}


def test_a_commit_that_says_it_formats_comes_after_one_that_changed_as_much(sandbox):
    sandbox.write(CART, CODE.replace("prices.sum()", "0").replace("items.map { it.price }", "listOf(1)"))
    sandbox.commit("Add the cart")
    sandbox.write(CART, CODE.replace("prices.sum()", "0"))
    work = sandbox.commit("Read the prices")
    sandbox.write(CART, CODE)
    style = sandbox.commit("Reformat with ktlint")
    order = [change.commit for change in ask(sandbox.root, line=8).changes]
    assert order.index(work) < order.index(style)


def test_a_place_of_the_chain_without_history_does_not_hide_the_others(sandbox):
    made = with_history(sandbox)
    chain = (place("app/Gone.kt", 1, (1, 2), 0.9), place(CART, 9, TOTAL, 0.3))
    outcome = ask(sandbox.root, chain=chain)
    assert outcome.changes[0].commit == made["sum"]
    assert any("Gone.kt" in note for note in outcome.notes)
