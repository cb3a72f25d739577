"""Search results as a model reads them: by file, numbered, with what was left out."""

from __future__ import annotations

import pytest

from models.settings import KnowledgeSettings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.toolkit.answer_rendering import as_text
from rca.tools import find_class, find_references, grep_search, list_dirs, query_index, read_file, search_code
from tests.tools.code_project import CodeProject

_SHOP = """package shop

/** What somebody wants to buy. */
class Basket {
    fun total(): Int = 1
}

class Till(private val basket: Basket) {
    fun pay() = basket.total()
}
"""


@pytest.fixture
def project(tmp_path):
    made = CodeProject(tmp_path)
    made.knowledge = KnowledgeStore(tmp_path / "knowledge", KnowledgeSettings())
    made.write("app/src/main/kotlin/shop/Shop.kt", _SHOP)
    made.write(
        "app/src/main/kotlin/shop/Use.kt", "package shop\n\nfun use(basket: Basket) = basket.total()\n"
    )
    made.workspace.index()
    return made


def said(project, tool, **parameters):
    return as_text(tool, project.call(tool, **parameters), offered=())


def test_lines_stand_below_their_file(project):
    assert said(project, grep_search.TOOL, query=".total()") == (
        "2 lines in 2 files:\n\n"
        "app/src/main/kotlin/shop/Shop.kt:9: fun pay() = basket.total()\n"
        "app/src/main/kotlin/shop/Use.kt:3: fun use(basket: Basket) = basket.total()\n"
    )


def test_nothing_found_says_how_something_would_be(project):
    assert said(project, grep_search.TOOL, query="pay|use") == (
        "`pay|use` stands in none of 2 files. This was a literal search; did you mean isRegex: true? "
        "It matches 2 lines.\n"
    )


def test_uses_stand_below_their_file(project):
    text = said(project, find_references.TOOL, symbol="Basket.total")
    assert text.startswith(
        "2 uses in 2 files of function `Basket.total` at app/src/main/kotlin/shop/Shop.kt:5:"
    )
    assert "Shop.kt:9: fun pay() = basket.total()  [call in `Till.pay`]\n" in text


def test_several_lines_of_a_file_stand_below_its_name(project):
    text = said(project, grep_search.TOOL, query="class")
    assert "Shop.kt\n  4: class Basket {\n  8: class Till(" in text


def test_a_name_that_nothing_has_is_said_first(project):
    text = said(project, search_code.TOOL, query="BasketTotal")
    assert text.startswith("No class, function, property or resource here is named `BasketTotal`.")


@pytest.mark.parametrize("name", ["Basket", "Basket.total", "app_title"])
def test_a_name_that_something_has_is_not_denied(project, name):
    project.write(
        "app/src/main/res/values/strings.xml", '<resources><string name="app_title">S</string></resources>'
    )
    project.workspace.index()
    assert "noSuchName" not in project.call(search_code.TOOL, query=name)["data"]


def test_a_member_that_another_class_has_is_denied(project):
    assert project.call(search_code.TOOL, query="Till.total")["data"]["noSuchName"] is True


def test_hits_have_line_numbers_and_weak_ones_are_counted(project):
    text = said(project, search_code.TOOL, query="Basket")
    assert "class `Basket`, lines 4-6: What somebody wants to buy." in text
    assert "4 class Basket {" in text
    assert "weaker hit" in text


def test_a_question_in_words_is_no_name(project):
    answer = project.call(search_code.TOOL, query="what somebody wants")
    assert "noSuchName" not in answer["data"]


def test_classes_with_place_and_members(project):
    text = said(project, find_class.TOOL, name="Till")
    assert text.startswith("class `shop.Till` at app/src/main/kotlin/shop/Shop.kt:8-10")
    assert "members: " in text
    assert "pay()" in text
    assert said(project, find_class.TOOL, name="Til").startswith("No class is named `Til`. What comes near:")


def test_files_by_folder(project):
    text = said(project, query_index.TOOL, query={"type": "exports", "value": "use"})
    assert text == "1 of 1 files:\n\napp/src/main/kotlin/shop/\n  Use.kt [kotlin] use\n"


def test_folders_as_a_tree(project):
    assert said(project, list_dirs.TOOL, depth=3) == "`.` has 3 folders:\napp/\n  src/\n    main/\n"


def test_a_file_has_line_numbers(project):
    text = said(project, read_file.TOOL, filePath="app/src/main/kotlin/shop/Shop.kt", lineStart=9, lineEnd=10)
    assert "\n 9     fun pay() = basket.total()\n10 }\n" in text
