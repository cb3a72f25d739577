"""Code under edit is broken: whatever is cut off, the search for an expression ends, inside the file."""

from typing import get_args

import pytest

from rca.causes.failure.candidate_expressions import candidates
from rca.causes.failure.condition import Target, TargetKind
from rca.causes.failure.expression_search import source_range
from rca.causes.failure.searched_file import CodeFile
from rca.languages.registry import extract
from rca.scheduling.deadline import Deadline
from tests.indexed_project import indexed

KOTLIN = """package shop
class Cart(val items: List<Item>?) {
  fun run(at: Int) {
    check(at > 0) { "low $at" }
    for (one in items!!) show(one.name ?: throw NoName("no ${one.id}"), items[at] as Item, 3 / at)
    when (at) { 1 -> synchronized(this) { lock.get().size }; else -> error("x") }
    items?.first { it.open }!!.name = listOf<String>().get(at)
  }
}
"""
JAVA = """package shop;
class Cart {
  void run(int at) {
    for (Item one : items) { if (one == null) throw new NoName("no " + at); }
    show(((Item) find(at).get()).name, sizes[at] % at, new int[]{1}.length);
    synchronized (lock) { this.items = Map.<String>of().get(at); }
  }
}
"""


@pytest.mark.parametrize(("path", "text"), [("Cart.kt", KOTLIN), ("Cart.java", JAVA)])
def test_what_is_cut_off_is_no_candidate(tmp_path, path, text):
    snapshot = indexed(tmp_path / "project", {"Other.kt": "class Other"}).snapshot
    for end in range(0, len(text), 3):
        cut = text[:end]
        code = CodeFile(path, cut, snapshot, Deadline(20), extract(path, cut))
        for kind in get_args(TargetKind):
            for one in candidates(code, Target(kind, "get", value="a.name"), (1, 20)):
                assert source_range(code, one.first, one.last).text in cut
