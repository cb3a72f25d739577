"""Calls on a view follow the layout that types it, through links too."""

from __future__ import annotations

from rca.navigation.callers import find_callers
from rca.scheduling.deadline import Deadline
from rca.workspace import FilesChanged
from tests.indexed_project import indexed

_LAYOUT = "app/src/main/res/layout/home_view.xml"
_PROJECT = f"""
// file: {_LAYOUT}
<merge xmlns:android="a"><shop.Old android:id="@+id/one_item"/></merge>
// file: app/src/main/java/shop/Views.kt
package shop
class Old {{ fun draw() {{}} }}
class New {{ fun draw() {{}} }}
// file: app/src/main/java/shop/Use.kt
package shop
fun use(home: shop.databinding.HomeViewBinding) {{ home.oneItem.draw() }}
"""


def _callers(workspace, name):
    index = workspace.snapshot.index
    (target,) = index.functions("app/src/main/java/shop/Views.kt", "draw", class_name=name)
    return [one.caller_name for one in find_callers(index, (target,), 1, Deadline()).callers]


def test_a_view_of_another_class_moves_its_calls_there(tmp_path):
    root = tmp_path / "project"
    workspace = indexed(root, _PROJECT)
    workspace.link()
    before = _callers(workspace, "Old"), _callers(workspace, "New")
    changed = root / _LAYOUT
    changed.write_text(changed.read_text("utf-8").replace("shop.Old", "shop.New"), "utf-8")
    workspace.apply(FilesChanged((changed,)))
    assert before == (["use"], [])
    assert (_callers(workspace, "Old"), _callers(workspace, "New")) == ([], ["use"])
    workspace.link()
    assert (_callers(workspace, "Old"), _callers(workspace, "New")) == ([], ["use"])
    workspace.close()


def test_a_layout_that_is_removed_types_nothing(tmp_path):
    root = tmp_path / "project"
    workspace = indexed(root, _PROJECT)
    workspace.link()
    (root / _LAYOUT).unlink()
    workspace.apply(FilesChanged((root / _LAYOUT,)))
    assert _callers(workspace, "Old") == []
    workspace.close()
