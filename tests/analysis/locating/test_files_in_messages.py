"""Deadlocks, problems of the configuration cache and files without a line find their places."""

import pytest

from rca.analysis.locating.frame_locator import choose_culprit, locate
from rca.error_text import parse
from tests.error_text.test_deadlock import LOCKS, MONITORS
from tests.indexed_project import indexed

SCRIPT = "plugins {\n}\n\nval revision = providers.exec { }\n"
STOCK = (
    "package com.example.shop\n\nclass Stock {\n    fun reserve() {\n"
    + "        step()\n" * 60
    + "    }\n}\n"
)
FILES = {
    "build.gradle.kts": SCRIPT,
    "app/build.gradle.kts": SCRIPT,
    "feature/cart/build.gradle": SCRIPT,
    "app/src/main/res/drawable/ic_cart.xml": "<vector/>\n",
    "app/src/main/res/drawable-night/ic_cart.xml": "<vector/>\n",
    "app/src/androidTest/res/drawable/ic_cart.xml": "<vector/>\n",
    "app/src/main/kotlin/Stock.kt": STOCK,
    "app/src/main/kotlin/Orders.kt": STOCK.replace("Stock", "Orders"),
    "app/src/main/kotlin/Audit.kt": STOCK.replace("Stock", "Audit"),
}


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory):
    return indexed(tmp_path_factory.mktemp("named") / "project", FILES).snapshot


def places(text, snapshot):
    return [(place.file_path, place.line) for place in locate(parse(text), snapshot)]


def test_a_problem_of_the_configuration_cache_is_placed_in_its_script(snapshot):
    text = (
        "1 problem was found storing the configuration cache.\n"
        "- Build file 'app/build.gradle.kts': line 4: external process started 'git describe'\n"
    )
    [place] = locate(parse(text), snapshot)
    assert (place.file_path, place.line, place.code) == (
        *("app/build.gradle.kts", 4),
        "val revision = providers.exec { }",
    )


@pytest.mark.parametrize(
    ("project", "script"),
    [
        ("project ':app'", "app/build.gradle.kts"),
        ("project ':feature:cart'", "feature/cart/build.gradle"),
        ("root project 'shop'", "build.gradle.kts"),
    ],
)
def test_the_script_of_a_project_that_gradle_names(snapshot, project, script):
    text = f"* What went wrong:\nA problem occurred configuring {project}.\n> Boom\n\n* Try:\n"
    assert places(text, snapshot) == [(script, None)]


def test_a_project_that_is_not_here_has_no_place(snapshot):
    assert (
        places("* What went wrong:\nA problem occurred configuring project ':none'.\n> Boom\n", snapshot)
        == []
    )


def test_a_resource_by_its_path_with_its_variants_and_tests_last(snapshot):
    text = (
        "android.content.res.Resources$NotFoundException: File res/drawable/ic_cart.xml from drawable resource\n"
        "\tat android.content.res.ResourcesImpl.loadDrawableForCookie(ResourcesImpl.java:840)\n"
    )
    [place] = locate(parse(text), snapshot)
    assert (place.file_path, place.alternatives) == (
        "app/src/main/res/drawable/ic_cart.xml",
        ("app/src/main/res/drawable-night/ic_cart.xml", "app/src/androidTest/res/drawable/ic_cart.xml"),
    )


@pytest.mark.parametrize("text", [MONITORS, LOCKS], ids=["monitors", "locks"])
def test_a_deadlocks_culprit_is_where_a_thread_of_the_circle_waits(snapshot, text):
    report = parse(text, ("com.example.shop",))
    frames = locate(report, snapshot)
    culprit = choose_culprit(report, frames, snapshot)
    assert (culprit.file_path, culprit.line) == ("app/src/main/kotlin/Stock.kt", 31)
    assert frames[0].line == 31
