"""Which files are beside an app's production code: tests, benchmarks, samples and examples."""

import pytest

from rca.workspace.build_modules import is_beside_production


@pytest.mark.parametrize(
    "path",
    [
        "app/src/test/java/a/ShopTest.kt",
        "benchmarks/src/jmh/java/a/Bench.java",
        "core/src/jmh/kotlin/a/Bench.kt",
        "macrobenchmark/src/main/java/a/Start.kt",
        "samples/shop/src/main/kotlin/a/Main.kt",
        "example/Main.kt",
    ],
)
def test_code_that_tests_measures_or_shows(path):
    assert is_beside_production(path)


@pytest.mark.parametrize(
    "path",
    [
        "app/src/main/java/com/a/sample/Shop.kt",
        "core/src/main/kotlin/a/examples/Shop.kt",
        "sampler/src/main/java/a/Shop.kt",
        "app/Shop.kt",
    ],
)
def test_production_code_whatever_its_package_is_called(path):
    assert not is_beside_production(path)
