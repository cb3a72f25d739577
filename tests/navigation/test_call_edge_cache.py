"""What is kept of callers, where it is more than there is room for."""

from collections import Counter

from rca.languages.registry import extract
from rca.navigation import call_edge_cache
from rca.navigation.call_edge_cache import CallEdgeCache
from rca.resolve.symbol import Symbol


def test_files_of_a_declaration_that_was_dropped_take_no_room(monkeypatch):
    monkeypatch.setattr(call_edge_cache, "_MOST_FILES", 2)
    facts = extract("A.kt", "fun a() {}\nfun b() {}\nfun c() {}")
    a, b, c = (Symbol("A.kt", facts, index) for index in range(3))
    cache = CallEdgeCache()
    known = cache.of(a)
    for number in range(3):
        cache.keep(a, known, f"{number}.kt", (), Counter())
    for target in (b, c):  # there is no room for the files of `a` any more
        cache.keep(target, cache.of(target), "0.kt", (), Counter())
    for number in range(3, 6):
        cache.keep(a, known, f"{number}.kt", (), Counter())
    assert cache.of(a).edges == {}
    assert list(cache.of(b).edges) == list(cache.of(c).edges) == ["0.kt"]
