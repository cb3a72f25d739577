"""Eight callers at once, who change all the time, get what each gets alone."""

import random
import sys
import threading

import pytest

from evaluation.project_text import parse_project, write_project
from lsp_server.user_session import Session
from models.settings import Settings
from rca.scheduling import fair_lock
from rca.scheduling.deadline import Deadline
from rca.workspace import DocumentChanged

FILES = """\
// file: build.gradle.kts
plugins { kotlin("jvm") version "2.1.0" }
// file: src/main/kotlin/shop/Price.kt
package shop

interface Priced {
    fun price(): Int
}

class Item(val name: String) : Priced {
    override fun price(): Int = name.length
}
// file: src/main/kotlin/shop/Basket.kt
package shop

class Basket(private val items: List<Item>) {
    fun total(): Int = items.sumOf { it.price() }
    fun first(): Item = items.first()
}
// file: src/main/kotlin/shop/Till.kt
package shop

class Till {
    fun pay(basket: Basket): Int = basket.total() + fee(basket.first())
    private fun fee(one: Priced): Int = one.price() / 10
}

fun main() {
    println(Till().pay(Basket(listOf(Item("a")))))
}
"""
ITEM, BASKET, TILL = (f"src/main/kotlin/shop/{name}.kt" for name in ("Price", "Basket", "Till"))
CALLS = (
    ("find_references", {"symbol": "Item.price", "filePath": ITEM}),
    ("find_references", {"symbol": "Item", "filePath": ITEM}),
    ("get_dependents", {"filePath": ITEM, "depth": 3}),
    ("get_dependencies", {"filePath": TILL, "depth": 2}),
    ("analyze_impact", {"filePath": BASKET, "line": 4}),
    ("find_callers_of_function", {"filePath": ITEM, "functionName": "price", "maxDepth": 4}),
    ("find_class", {"name": "Basket"}),
    ("get_file_summary", {"filePath": BASKET}),
    ("get_plugin_summary", {}),
    ("get_entry_points", {}),
    ("search_code", {"query": "where is the total"}),
    ("file_search", {"pattern": "**/*.kt"}),
    ("search_config", {"pathPattern": "plugin"}),
    ("query_index", {"query": {"type": "exports", "value": "Till"}}),
)


@pytest.fixture
def session(tmp_path, monkeypatch):
    monkeypatch.setattr(fair_lock, "_SLICE_SECONDS", 0.0)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    root = tmp_path / "shop"
    write_project(root, FILES)
    settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False, "starter": False}})
    session = Session([root], tmp_path / "data", settings)
    session.start_indexing()
    session.wait_for_index()
    yield session
    sys.setswitchinterval(interval)
    session.close()


def said(session, name, parameters):
    answer = session.call(
        name, parameters, Deadline(60.0)
    )  # what it finds shall not hang on the machine's load
    return answer["success"], answer.get("data"), (answer.get("error") or {}).get("code")


@pytest.mark.parametrize("seed", range(3))
def test_at_once_as_alone(session, seed):
    session.apply(
        DocumentChanged(
            session.workspace.snapshot.roots[0] / TILL, parse_project(FILES).files[TILL] + "\n", 2
        )
    )
    alone = [said(session, *call) for call in CALLS]
    assert sum(success for success, *_ in alone) >= len(CALLS) - 1
    together, differing = threading.Barrier(8), []

    def ask(number):
        chance = random.Random(10 * seed + number)
        together.wait(10)
        for place in chance.sample(range(len(CALLS)), len(CALLS)):
            found = said(session, *CALLS[place])
            if found != alone[place]:
                differing.append((CALLS[place], found, alone[place]))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert differing == []
