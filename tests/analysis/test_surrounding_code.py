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
