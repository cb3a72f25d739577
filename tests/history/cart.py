"""A repository with a cart in it, and who may have broken its total."""

from __future__ import annotations

from pathlib import Path

from evaluation.project_text import project_files
from rca.history.change_query import ChangeTarget
from rca.history.suspect_changes import suspects
from rca.scheduling.deadline import Deadline

CART = "app/src/main/kotlin/shop/Cart.kt"
CODE = project_files("""
// file: app/src/main/kotlin/shop/Cart.kt
package shop

import shop.model.Item

class Cart(private val items: MutableList<Item>) {
    fun total(): Int {
        val prices = items.map { it.price }
        check(prices.isNotEmpty())
        return prices.sum()
    }

    fun clear() {
        items.clear()
    }
}
""")[CART]
TOTAL = (6, 10)


def ask(root: Path, seconds: float | None = None, **target):
    given = {"file_path": CART, "line": 9, "function": TOTAL} | target
    return suspects(root, ChangeTarget(**given), Deadline(seconds))


def by_reason(outcome):
    return {change.reason: change for change in outcome.changes}


def with_history(sandbox) -> dict[str, str]:
    sandbox.write(CART, CODE.replace("prices.sum()", "0").replace("items.clear()", "Unit"))
    made = {"first": sandbox.commit("Add the cart")}
    sandbox.write(CART, CODE.replace("items.clear()", "Unit"))
    made["sum"] = sandbox.commit("Sum the prices", days=40, author="Ben Example")
    sandbox.write(CART, CODE)
    made["clear"] = sandbox.commit("Clear the cart", days=2)
    return made
