"""Real Kotlin through the build tools: the compiler of today, Maven and JUnit 5."""

import sys

import pytest

from rca.tools import run_build, run_tests
from tests.kotlin_compiler import compiler_jars
from tests.tools.built_project import BuiltProject
from tests.verification.kotlin_builds import CART, kotlin_project, needs_maven_with_junit5

pytestmark = [
    needs_maven_with_junit5,
    pytest.mark.skipif(sys.platform == "win32", reason="paths are joined as POSIX does"),
    pytest.mark.timeout(400),  # the compiler is fetched once
]


@pytest.fixture
def shop(tmp_path):
    made = BuiltProject(tmp_path)
    yield made
    made.close()


def test_a_compile_error_of_the_real_compiler_leads_to_its_line(shop):
    kotlin_project(shop.root, compiler_jars(), CART.replace("prices.sum()", "prices.summ()"))
    answer = shop.call(run_build.TOOL)
    data = answer["data"]
    assert data["run"]["outcome"] == "failed"
    (diagnostic,) = [one for error in data["errors"] for one in error["diagnostics"]]
    assert (diagnostic["line"], diagnostic["column"]) == (4, 31)
    assert diagnostic["message"] == "Unresolved reference 'summ' on receiver of type 'List<Int>'."
    place = data["places"][0]
    assert (place["filePath"], place["line"]) == ("src/main/kotlin/shop/Cart.kt", 4)
    assert place["function"]["name"] == "Cart.total"


def test_failures_of_junit_5_are_read_one_by_one(shop):
    kotlin_project(shop.root, compiler_jars())
    answer = shop.call(run_tests.TOOL)
    data = answer["data"]
    assert (answer["meta"]["completeness"], data["allPassed"]) == ("complete", False)
    assert data["counts"] == {"total": 5, "passed": 2, "failed": 3, "skipped": 0}
    failed = {one["test"]: one for one in data["failed"]}
    assert set(failed) == {
        "shop.CartTest.has an average when empty",
        "shop.CartTest.doubles",
        "shop.CartTest$WhenFull.says",
    }
    average = failed["shop.CartTest.has an average when empty"]
    assert average["error"]["exceptions"][0]["type"] == "java.lang.ArithmeticException"
    assert (average["place"]["filePath"], average["place"]["line"]) == (
        "src/test/kotlin/shop/CartTest.kt",
        12,
    )
