"""A resolver is freed by reference counting alone, as soon as nobody uses it."""

import gc
import weakref

import pytest

from rca.index import shared_resolver
from rca.navigation.call_sites import type_text
from rca.navigation.callers import find_callers
from rca.navigation.definition import find_definition
from rca.navigation.hierarchy import find_subclasses
from rca.navigation.references import find_references
from rca.scheduling.deadline import Deadline
from rca.scheduling.typing_throttle import Background, TypingMonitor
from rca.workspace import Workspace
from rca.xrefs.link_loop import LinkLoop
from rca.xrefs.xref_store import XrefStore

TEXT = """package a
open class A{0} {{
    /** Like [two], with [next]. */
    fun one(next: List<A{1}>) = next.map {{ it.two(it::two) }}.first() + A{1}().two {{ null }}
    operator fun plus(other: A{1}) = flow {{ emit(other) }}
    fun two(then: (Any) -> Any?) = run {{ then(this) }} ?: this.two {{ 1 }}
    fun <T> flow(block: Collector<T>.() -> Unit): T = TODO()
}}
class Collector<T> {{ fun emit(value: T) {{}} }}
class B{0} : A{0}()
"""


@pytest.fixture
def view(project):
    for number in range(6):
        project.write(f"A{number}.kt", TEXT.format(number, (number + 1) % 6))
    workspace = project.open()
    gc.collect()
    gc.disable()
    yield workspace.snapshot.index
    gc.enable()
    workspace.close()


def ask_everything(view, number=0):
    """Ask what needs each part of the resolver, and all that stands on it."""
    path = f"A{number}.kt"
    text = TEXT.format(number, (number + 1) % 6)
    for offset in range(len(text)):
        found = find_definition(view, path, offset, lambda _: text)
        if found is not None:
            type_text(view, found, lambda _: text)
    for symbol in view.symbols(path):
        find_references(view, symbol, lambda _: text, Deadline())
    find_subclasses(view, view.find_classes(f"A{number}")[0], Deadline())
    targets = view.functions(path, "two")
    return find_callers(view, targets, 3, Deadline()).callers


def _keep_at_most(monkeypatch, files, first=0):
    monkeypatch.setattr(shared_resolver, "_MOST_SEEN", files)
    monkeypatch.setattr(shared_resolver, "_MOST_OF_FIRST", first)


def test_a_definition_needs_no_callers(view) -> None:
    offset = TEXT.index("two(it::two)")
    assert find_definition(view, "A0.kt", offset, lambda _: TEXT.format(0, 1)) is not None
    with view.resolver() as resolver:
        assert not resolver._tables
    assert ask_everything(view)
    with view.resolver() as resolver:
        assert resolver._tables


def test_a_full_one_is_freed_when_the_next_is_made(view, monkeypatch) -> None:
    assert ask_everything(view)
    with view.resolver() as resolver:
        parts = [weakref.ref(one) for one in (resolver, resolver.names, resolver.members, resolver.files)]
    del resolver
    assert None not in [one() for one in parts]
    _keep_at_most(monkeypatch, 0)
    with view.resolver():
        assert [one() for one in parts] == [None] * 4


@pytest.mark.parametrize(("first", "is_kept"), [(6, True), (5, False)])
def test_one_that_the_first_question_filled_is_kept_for_the_next(view, monkeypatch, first, is_kept) -> None:
    _keep_at_most(monkeypatch, 2, first)
    with view.resolver() as resolver:
        assert [resolver.names.facts(f"A{number}.kt").package for number in range(6)] == ["a"] * 6
        alive = weakref.ref(resolver)
    del resolver
    for _ in range(3):
        with view.resolver() as resolver:
            assert (resolver is alive()) is is_kept
        del resolver


def test_one_that_later_questions_filled_is_not_kept(view, monkeypatch) -> None:
    _keep_at_most(monkeypatch, 2, 6)
    with view.resolver() as resolver:
        resolver.names.facts("A0.kt")
    with view.resolver() as same:
        assert same is resolver
        assert [same.names.facts(f"A{number}.kt").package for number in range(6)] == ["a"] * 6
    with view.resolver() as other:
        assert other is not resolver


def test_one_that_is_used_is_kept_whole(view, monkeypatch) -> None:
    wanted = ask_everything(view)
    _keep_at_most(monkeypatch, 0)
    with view.resolver() as resolver:
        assert ask_everything(view, 1), "inside a question another may be asked"
        with view.resolver() as other:
            assert other is not resolver
        assert resolver.meaning("A0.kt", 0) is not None
        names = weakref.ref(resolver.names)
    del resolver, other
    assert names() is None
    assert ask_everything(view) == wanted


def test_a_resolver_goes_with_the_last_snapshot(project) -> None:
    project.write("A0.kt", TEXT.format(0, 0))
    workspace = Workspace([project.root], project.data)
    workspace.index()
    gc.collect()
    gc.disable()
    try:
        view = workspace.snapshot.index
        ask_everything(view)
        with view.resolver() as resolver:
            alive = weakref.ref(resolver)
        del resolver, view
        workspace.close()
        del workspace
        assert alive() is None
    finally:
        gc.enable()


def test_linking_frees_one_after_the_other(view, tmp_path) -> None:
    store = XrefStore(tmp_path / "links", "basis", writes=True)
    loop = LinkLoop(view, store, Background(TypingMonitor(), Deadline()), 1 << 40)
    assert loop._resolver().links("A0.kt").edges
    linker = weakref.ref(loop._resolver())
    resolver = weakref.ref(loop._resolver()._resolver)
    loop.dispose()
    assert (linker(), resolver()) == (None, None)
    store.close()
