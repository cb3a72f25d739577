"""Subclasses and overrides of one snapshot after another."""

from __future__ import annotations

from rca.navigation.hierarchy import find_overriding, find_subclasses
from rca.scheduling.deadline import Deadline
from rca.workspace import DocumentOpened

BASE = "package a\nimport a.Base as Root\ninterface Base { fun run(): Int }\nclass First : Base { override fun run() = 1 }\n"


def names(found):
    return [one.name or one.path for one in found]


def subclasses(workspace):
    index = workspace.snapshot.index
    return names(find_subclasses(index, index.find_classes("Base")[0], Deadline()))


def test_a_class_is_found_by_an_import_alias_a_type_alias_and_in_java(project) -> None:
    project.write("a/Base.kt", BASE)
    project.write(
        "b/Alias.kt", "package b\nimport a.Base as Root\nclass Second : Root { override fun run() = 2 }\n"
    )
    project.write(
        "b/Type.kt", "package b\ntypealias Named = a.Base\nclass Third : Named { override fun run() = 3 }\n"
    )
    project.write(
        "b/Fourth.java",
        "package b;\nclass Fourth implements a.Base { public int run() { return 4; } }\n",
    )
    project.write("b/Comment.kt", "package b\n// Base\nclass Unrelated(val base: a.Base)\n")
    workspace = project.open()
    assert sorted(subclasses(workspace)) == ["First", "Fourth", "Second", "Third"]
    workspace.close()


def test_an_anonymous_class_that_an_unsaved_edit_adds_is_found(project) -> None:
    project.write("a/Base.kt", BASE)
    other = project.write("b/Other.kt", "package b\nfun make() {}\n")
    workspace = project.open()
    assert subclasses(workspace) == ["First"]
    edited = "package b\nfun make() { val it = object : a.Base { override fun run() = 5 } }\n"
    workspace.apply(DocumentOpened(other, edited, 1))
    assert subclasses(workspace) == ["First", "b/Other.kt"]
    workspace.close()


def test_what_was_found_answers_for_all_members_and_after_an_edit_of_a_body(project) -> None:
    base = project.write("a/Base.kt", BASE)
    workspace = project.open()
    index = workspace.snapshot.index
    (run,) = [one for one in index.functions("a/Base.kt", "run") if one.owner.name == "Base"]
    assert names(find_overriding(index, run, Deadline())) == ["run"]
    workspace.apply(DocumentOpened(base, BASE.replace("= 1", "= 1 + 1"), 1))
    index = workspace.snapshot.index
    (run,) = [one for one in index.functions("a/Base.kt", "run") if one.owner.name == "Base"]
    (below,) = find_overriding(index, run, Deadline())
    assert below.facts is index.facts("a/Base.kt")
    workspace.close()


def test_a_search_that_its_deadline_ended_is_not_taken_for_the_whole_answer(project) -> None:
    project.write("a/Base.kt", BASE)
    workspace = project.open()
    index = workspace.snapshot.index
    expired = Deadline(0)
    assert names(find_subclasses(index, index.find_classes("Base")[0], expired)) == []
    assert subclasses(workspace) == ["First"]
    workspace.close()
