"""What was worked out lately is kept as long as there is room."""

from hypothesis import given
from hypothesis import strategies as st

from rca.caching.lru_cache import LruCache


def test_what_was_asked_for_longest_ago_goes():
    kept = LruCache(10)
    for key in "abc":
        kept.put(key, key.upper(), 4)
        assert kept.get("a") == "A"
    assert kept.get("b") is None
    assert kept.get("c") == "C"


def test_a_new_value_takes_the_room_of_the_one_before():
    kept = LruCache(10)
    for size in (8, 9, 10):
        kept.put("a", size, size)
    assert kept.get("a") == 10
    kept.put("a", 11, 11)
    assert kept.get("a") is None


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 6)), max_size=60))
def test_all_together_never_take_more(puts):
    kept = LruCache(12)
    sizes = {}
    for key, size in puts:
        kept.put(key, (key, size), size)
        sizes[key] = size
        held = [one for one in sizes if kept.get(one) is not None]
        assert sum(sizes[one] for one in held) <= 12
        assert all(kept.get(one) == (one, sizes[one]) for one in held)


def test_a_value_too_large_leaves_the_others():
    cache = LruCache(10)
    cache.put("a", 1, 4)
    cache.put("b", 2, 11)
    assert [key for key, _ in cache.items()] == ["a"]


def test_the_newest_value_can_be_kept_however_large():
    cache = LruCache(10, keeps_newest=True)
    cache.put("a", 1, 4)
    cache.put("b", 2, 11)
    assert cache.items() == (("b", 2),)
    cache.put("c", 3, 4)
    assert cache.items() == (("c", 3),)


def test_a_value_is_made_once_while_it_is_kept():
    cache, made = LruCache(2), []
    for key in "aabca":
        cache.get_or_put(key, lambda key=key: made.append(key) or key)
    assert made == ["a", "b", "c", "a"]


def test_a_value_that_grows_pushes_out_the_others():
    cache = LruCache(10, keeps_newest=True)
    for key in "ab":
        cache.put(key, key, 4)
    cache.resize("a", 7)
    assert [key for key, _ in cache.items()] == ["a"]
    cache.resize("b", 1)  # it is gone, and does not come back
    cache.remove("a")
    cache.put("c", "c", 10)
    assert [key for key, _ in cache.items()] == ["c"]
