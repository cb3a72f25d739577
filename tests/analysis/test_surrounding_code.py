"""Code around a failing function that one answer shows: declarations, callers, the origin of the value."""

import re

import pytest

from models.settings import KnowledgeSettings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.tools.analyze_error import TOOL
from tests.tools.code_project import CodeProject

READER = """package shop

class Reader(val archive: Archive) : Base() {
    private var opened = 0

    fun kindOf(path: String) = path.trim().let {
        guess(it) ?: read(it)
    }

    private fun read(path: String) = archive.kind(path).first()

    private fun guess(path: String): String? = null

    fun unrelated(): Int {
        return opened
    }
}

open class Base
"""
ARCHIVE = "package shop\n\nclass Archive {\n    fun kind(path: String): List<String> = emptyList()\n}\n"
CRASH = (
    "java.util.NoSuchElementException: List is empty.\n"
    "    at kotlin.collections.CollectionsKt.first(Collections.kt:1)\n"
    "    at shop.Reader.read(Reader.kt:{line})\n"
)


@pytest.fixture
def brief(tmp_path):
    project = CodeProject(tmp_path)
    project.knowledge = KnowledgeStore(tmp_path / "knowledge", KnowledgeSettings(dense=False))

    def analyze(text, **files):
        for name, source in files.items():
            project.write(f"src/main/kotlin/shop/{name}.kt", source)
        project.workspace.index()
        return project.call(TOOL, errorText=text)["data"]["brief"]

    yield analyze
    project.knowledge.close()
    project.workspace.close()


def test_a_short_function_is_shown_with_its_class_fields_and_caller(brief):
    text = brief(CRASH.format(line=10), Reader=READER, Archive=ARCHIVE)
    assert "- :3 `class Reader(val archive: Archive) : Base() {`" in text
    assert re.search(r"^>7 +guess\(it\) \?: read\(it\)$", text, re.MULTILINE)
    assert "opened" not in text


def test_a_long_function_is_told_with_its_lines(brief):
    body = "\n".join(f"        archive.kind(path + {number})" for number in range(90))
    long = READER.replace(
        "= archive.kind(path).first()",
        f": String {{\n{body}\n        return archive.kind(path).first()\n    }}",
    )
    text = brief(CRASH.format(line=101), Reader=long, Archive=ARCHIVE)
    assert "in `Reader.read`, lines 10 to 102" in text
    assert "## Caller: " not in text


SCREEN = """package shop

class Screen : Fragment() {
    private var view: View? = null

    override fun onViewCreated() {
        view = View()
    }

    fun show(): String {
        return view!!.text()
    }

    override fun onDestroyView() {
        view = null
    }
}
"""


def test_callbacks_that_the_platform_calls_are_told_where_their_order_may_decide(brief):
    crash = "java.lang.NullPointerException\n    at shop.Screen.show(Screen.kt:11)\n"
    assert "- callbacks: onViewCreated :6, onDestroyView :14" in brief(crash, Screen=SCREEN)


ROWS = """package shop

class Rows(val all: List<String>) {
    fun first(): String {
        val text = all.get(0)
        if (text.isEmpty()) {
            return "none"
        }
        return text
    }
}
"""


def test_the_failing_expressions_line_is_marked_where_the_told_line_only_closes(brief):
    text = brief(
        "java.lang.IndexOutOfBoundsException: Index: 0, Size: 0\n    at shop.Rows.first(Rows.kt:8)\n",
        Rows=ROWS,
    )
    assert "Rows.kt:5` in `Rows.first`" in text
    assert any(line.startswith(">") and "all.get(0)" in line for line in text.splitlines())
    assert "Stop at line 5 of Rows.kt" in text
    assert "Stop at line 8" not in text


def test_a_class_without_a_line_is_shown_at_what_can_throw_the_error(brief):
    text = brief(
        "java.lang.IndexOutOfBoundsException in shop.Rows", Rows=ROWS.replace("package", "// a\npackage")
    )
    assert "`all.get(0)` in `Rows.first` can throw this, and nothing checks it before" in text
    assert "Rows.kt:6` in `Rows.first`" in text


PAGES = """package shop

class Pages {
    fun back() {
        refresh()
    }
    fun refresh() {
        adapter.changed()
    }
    fun onRow(at: Int) {
        select(at)
        refresh()
    }
}
"""
TWICE = """java.lang.IllegalStateException: Recursive entry to run
    at lib.Adapter.changed(Adapter.java:9)
    at shop.Pages.refresh(Pages.kt:8)
    at shop.Pages.onRow(Pages.kt:12)
    at lib.Rows.onClick(Rows.java:4)
    at lib.Adapter.changed(Adapter.java:9)
    at shop.Pages.refresh(Pages.kt:8)
    at shop.Pages.back(Pages.kt:5)
"""


def test_both_ways_into_a_function_that_is_entered_again_are_shown(brief):
    text = brief(TWICE, Pages=PAGES)
    assert "`Adapter.changed` is entered again before its first call ended" in text
    assert "Pages.kt:5` in `Pages.back`" in text
    assert "Pages.kt:12` in `Pages.onRow`" in text
    assert any(line.startswith(">") and "refresh()" in line for line in text.splitlines())
