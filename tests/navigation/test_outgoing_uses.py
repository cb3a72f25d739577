"""What code uses, read from facts and the resolver."""

from __future__ import annotations

import pytest

from rca.languages.registry import extract
from rca.navigation.outgoing_uses import Uses, resource_of
from rca.resolve.symbol import Symbol
from tests.indexed_project import Project


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path)
    made.add("""
        // file: A.kt
        package a
        class Base
        class Given<T>
        annotation class Mark
        interface Face
        object Key { val one = 1 }
        // file: B.kt
        package b
        import a.*
        import a.Base as Root
        import lib.Thing

        @Mark class B<T : Face>(val given: Given<Face>) : Root(), Comparable<Thing> {
            fun go(other: T): Int = Key.one
        }
        fun other(b: B<*>) {}
    """)
    return made


def named(project, **which) -> set[tuple[str, str]]:
    index = project.open().snapshot.index
    with index.resolver() as resolver:
        found = list(Uses(resolver).named("B.kt", **which))
    return {(one.kind, one.target.qualified_name if one.target else str(one.external)) for one in found}


def test_every_place_that_names_a_class(project) -> None:
    found = named(project)
    assert {
        ("supertype", "a.Base"), ("type", "a.Given"), ("type", "a.Face"), ("annotation", "a.Mark"),
        ("type", "a.Key"), ("type", "lib.Thing"), ("type", "b.B"),
    } <= found  # fmt: skip
    assert not any(name.rpartition(".")[2] == "T" for _, name in found)  # a type parameter is no class


def test_only_some_declarations(project) -> None:
    index = project.open().snapshot.index
    (other,) = index.functions("B.kt", "other")
    assert named(project, wanted=frozenset((other.index,))) == {("type", "b.B")}


def test_only_some_names_and_their_aliases(project) -> None:
    assert named(project, spelled=frozenset(("Base",))) == {("supertype", "a.Base")}


def test_calls_and_their_kinds(project) -> None:
    project.write(
        "C.kt", "package a\nfun c(): Any {\n    val base = Base()\n    return listOf(::c, Key.one, base)\n}\n"
    )
    index = project.open().snapshot.index
    with index.resolver() as resolver:
        found = [one for one in Uses(resolver).called("C.kt") if one is not None and one.target]
    assert {(one.kind, one.target.qualified_name, one.line) for one in found if one.target} == {
        ("construct", "a.Base.Base", 3), ("reference", "a.c", 4), ("property", "a.Key.one", 4),
    }  # fmt: skip
    assert all(one.target is None or isinstance(one.target, Symbol) for one in found)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("val a = R.string.title", ("string", "title")),
        ("val a = shop.R.layout.main", ("layout", "main")),
        ("val a = Res.string.title", None),
        ("val a = R.string", None),
    ],
)
def test_resources(code, found) -> None:
    facts = extract("A.kt", code)
    resources = [one for site in facts.calls if (one := resource_of(facts, site)) is not None]
    assert resources == ([found] if found else [])
