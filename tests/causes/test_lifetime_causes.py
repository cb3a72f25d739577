"""Callbacks that outlive what a teardown clears."""

from __future__ import annotations

from pathlib import Path

from rca.analysis.error_source import from_text
from rca.analysis.locating.frame_locator import locate
from rca.causes.lifetime.lifecycle_names import is_teardown
from rca.causes.lifetime.lifetime_causes import LifetimeCause, find_lifetime_causes
from rca.causes.lifetime.registrations import registrations
from rca.causes.project_code import ProjectCode
from rca.scheduling.deadline import Deadline
from tests.indexed_project import indexed

FRAGMENT = """
package shop

class CartFragment : Fragment() {
    private var _binding: CartBinding? = null
    private val binding get() = _binding!!
    override fun onViewCreated(view: View, state: Bundle?) {
        SCOPE.launch {
            val items = api.items()
            show(items)
        }
    }
    private fun show(items: List<Item>) {
        binding.title.text = items.size.toString()
    }
    override fun onDestroyView() {
        CANCEL
        _binding = null
    }
}
"""
TRACE = """java.lang.NullPointerException
	at shop.CartFragment.getBinding(CartFragment.kt:6)
	at shop.CartFragment.show(CartFragment.kt:14)
	at shop.CartFragment$onViewCreated$1.invokeSuspend(CartFragment.kt:10)
	at kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:108)
"""


def causes(
    folder: Path, scope: str, cancel: str = "", text: str = TRACE, source: str = FRAGMENT
) -> list[LifetimeCause]:
    source = source.replace("SCOPE", scope).replace("CANCEL", cancel)
    workspace = indexed(folder / "project", {"CartFragment.kt": source})
    report = from_text(text, ("shop",)).report
    snapshot = workspace.snapshot
    return find_lifetime_causes(report, text, locate(report, snapshot), ProjectCode(snapshot), Deadline())


def test_a_coroutine_of_the_fragment_outlives_the_view(tmp_path: Path) -> None:
    cause = causes(tmp_path, "lifecycleScope")[0]
    places = [(place.function, place.line) for place in cause.hypothesis.places]
    assert ("CartFragment.onViewCreated", 8) in places
    assert ("CartFragment.onDestroyView", 18) in places
    assert "sets `_binding` to null" in cause.hypothesis.statement


def test_a_coroutine_of_the_view_does_not(tmp_path: Path) -> None:
    assert not [one for one in causes(tmp_path, "viewLifecycleOwner.lifecycleScope") if one.registered]


def test_a_coroutine_that_the_teardown_cancels_does_not(tmp_path: Path) -> None:
    assert not [one for one in causes(tmp_path, "scope", "scope.cancel()") if one.registered]


def test_another_exception_is_not_about_a_cleared_value(tmp_path: Path) -> None:
    text = TRACE.replace(
        "java.lang.NullPointerException", "java.lang.NumberFormatException: For input string: x"
    )
    assert causes(tmp_path, "lifecycleScope", text=text) == []


def test_a_bracket_in_a_string_does_not_end_a_coroutine(tmp_path: Path) -> None:
    source = FRAGMENT.replace("val items = api.items()", 'val items = api.items("})")')
    assert [one for one in causes(tmp_path, "lifecycleScope", source=source) if one.registered]


def test_a_task_reads_what_a_disconnect_clears(tmp_path: Path) -> None:
    source = """
package shop

class Socket {
    private var listeners: MutableMap<String, Listener>? = mutableMapOf()
    fun add(name: String) {
        listeners!![name] = Listener()
    }
    fun disconnectAll() {
        listeners = null
    }
}
"""
    text = (
        "java.lang.NullPointerException\n"
        "\tat shop.Socket.add(Socket.kt:7)\n"
        "\tat java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1136)\n"
    )
    workspace = indexed(tmp_path / "project", {"Socket.kt": source})
    report = from_text(text, ("shop",)).report
    snapshot = workspace.snapshot
    [cause] = find_lifetime_causes(report, text, locate(report, snapshot), ProjectCode(snapshot), Deadline())
    assert cause.hypothesis.statement == (
        "`Socket.disconnectAll` sets `listeners` to null in line 10, and `Socket.add` uses it in line 7 "
        "from a task of an executor."
    )


def test_teardowns_of_the_registrations_end_something_by_their_name() -> None:
    named = {name for kind in registrations().values() for names in kind.bound_to.values() for name in names}
    assert named
    assert all(is_teardown(name) for name in named)
