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


def _found(folder: Path, files: dict[str, str], text: str) -> list[LifetimeCause]:
    snapshot = indexed(folder / "project", files).snapshot
    report = from_text(text, ("shop",)).report
    return find_lifetime_causes(report, text, locate(report, snapshot), ProjectCode(snapshot), Deadline())


BASE = """
package shop

abstract class BoundFragment : Fragment() {
    protected var held: CartBinding? = null
    protected val binding get() = held!!
    override fun onDestroyView() {
        held = null
    }
}
"""
INHERITING = """
package shop

class CartFragment : BoundFragment() {
    override fun onViewCreated(view: View, state: Bundle?) {
        GlobalScope.launch {
            show(api.items())
        }
    }
    private fun show(items: List<Item>) {
        binding.title.text = items.size.toString()
    }
}
"""


def test_a_superclass_clears_what_a_coroutine_of_a_subclass_uses(tmp_path: Path) -> None:
    text = (
        "java.lang.NullPointerException\n"
        "\tat shop.BoundFragment.getBinding(BoundFragment.kt:6)\n"
        "\tat shop.CartFragment.show(CartFragment.kt:11)\n"
        "\tat shop.CartFragment$onViewCreated$1.invokeSuspend(CartFragment.kt:7)\n"
        "\tat kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:108)\n"
    )
    files = {"BoundFragment.kt": BASE, "CartFragment.kt": INHERITING}
    cause = _found(tmp_path, files, text)[0]
    assert cause.hypothesis.statement == (
        "`BoundFragment.onDestroyView` sets `held` to null in line 8, and the coroutine that "
        "`CartFragment.onViewCreated` starts in line 6 uses it later in line 11: `GlobalScope` ends with the "
        "process."
    )


def test_another_class_clears_the_listener_that_a_callback_uses(tmp_path: Path) -> None:
    files = {
        "Player.kt": """
package shop

class Player(private val queue: Handler) {
    var listener: Listener? = null
    fun play() {
        queue.post {
            listener!!.onPlayed()
        }
    }
}
""",
        "PlayerFragment.kt": """
package shop

class PlayerFragment(private val player: Player) : Fragment() {
    override fun onDestroyView() {
        player.listener = null
    }
}
""",
    }
    text = (
        "java.lang.NullPointerException\n"
        "\tat shop.Player.play$lambda$0(Player.kt:8)\n"
        "\tat android.os.Handler.handleCallback(Handler.java:938)\n"
    )
    cause = _found(tmp_path, files, text)[0]
    assert cause.clearing is not None
    assert cause.clearing.teardown.display_name == "PlayerFragment.onDestroyView"
    assert cause.registered is not None
    assert (cause.registered.function.display_name, cause.registered.line) == ("Player.play", 7)


def _observing(owner: str) -> str:
    return FRAGMENT.replace(
        "SCOPE.launch {\n            val items = api.items()\n            show(items)",
        f"model.items.observe({owner}) {{ items ->\n            log()\n            show(items)",
    )


OBSERVED = TRACE.replace("onViewCreated$1.invokeSuspend", "onViewCreated$1.onChanged").replace(
    "kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:108)",
    "androidx.lifecycle.LiveData.considerNotify(LiveData.java:133)",
)


def test_an_observer_for_the_fragment_outlives_the_view(tmp_path: Path) -> None:
    [cause] = causes(tmp_path, "", text=OBSERVED, source=_observing("this"))
    assert cause.registered is not None
    assert cause.registered.kind.what == "observer"


def test_an_observer_for_the_view_does_not(tmp_path: Path) -> None:
    assert causes(tmp_path, "", text=OBSERVED, source=_observing("viewLifecycleOwner")) == []


def test_a_scope_held_by_a_property_is_followed_to_what_it_is(tmp_path: Path) -> None:
    source = FRAGMENT.replace(
        "SCOPE.launch {", "val scope = viewLifecycleOwner.lifecycleScope\n        scope.launch {"
    )
    text = TRACE.replace(":14)", ":15)").replace(":10)", ":11)")
    assert not [one for one in causes(tmp_path, "", text=text, source=source) if one.registered]


def test_a_callback_that_another_class_is_given(tmp_path: Path) -> None:
    source = FRAGMENT.replace("SCOPE.launch {\n            val items = api.items()", "api.load { items ->\n")
    text = TRACE.replace("onViewCreated$1.invokeSuspend", "onViewCreated$1.invoke")
    [cause] = causes(tmp_path, "", text=text, source=source)
    assert cause.hypothesis.statement == (
        "`CartFragment.onDestroyView` sets `_binding` to null in line 18, and the callback that "
        "`CartFragment.onViewCreated` gives to `load` in line 8 uses it later in line 14, whenever it is called."
    )


def test_a_listener_that_its_own_class_adds_and_removes(tmp_path: Path) -> None:
    source = """
package shop

class CartView : View, Cart.Listener {
    private var painter: Painter? = null
    override fun onAttachedToWindow() {
        cart.addCartListener(this)
    }
    override fun onChanged(item: Item) {
        painter!!.paint(item)
    }
    override fun onDetachedFromWindow() {
        REMOVE
        painter = null
    }
}
"""
    text = (
        "java.lang.NullPointerException\n"
        "\tat shop.CartView.onChanged(CartView.kt:10)\n"
        "\tat android.os.Handler.handleCallback(Handler.java:938)\n"
    )
    left = _found(tmp_path / "left", {"CartView.kt": source.replace("REMOVE", "")}, text)
    assert left[0].registered is not None
    assert left[0].registered.line == 7
    removed = source.replace("REMOVE", "cart.removeCartListener(this)")
    assert _found(tmp_path / "removed", {"CartView.kt": removed}, text) == []


def test_what_fails_inside_the_teardown_is_no_matter_of_order(tmp_path: Path) -> None:
    text = TRACE.replace(
        "shop.CartFragment$onViewCreated$1.invokeSuspend(CartFragment.kt:10)",
        "shop.CartFragment.onDestroyView(CartFragment.kt:18)",
    )
    assert causes(tmp_path, "lifecycleScope", text=text) == []


def test_a_cancelled_coroutine_whose_catch_goes_on(tmp_path: Path) -> None:
    source = FRAGMENT.replace(
        "SCOPE.launch {\n            val items = api.items()\n            show(items)",
        "viewLifecycleOwner.lifecycleScope.launch {\n"
        "            try { load() } catch (e: Exception) {\n"
        "                binding.title.text = e.message }",
    )
    text = (
        "java.lang.NullPointerException\n"
        "\tat shop.CartFragment.getBinding(CartFragment.kt:6)\n"
        "\tat shop.CartFragment$onViewCreated$1.invokeSuspend(CartFragment.kt:10)\n"
        "\tat kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:108)\n"
    )
    [cause] = causes(tmp_path / "kept", "", text=text, source=source)
    assert cause.hypothesis.kind == "swallowed_cancellation"
    assert "the `catch` in line 9 takes the cancellation for an error" in cause.hypothesis.statement
    again = source.replace("(e: Exception) {", "(e: Exception) { if (e is CancellationException) throw e")
    assert causes(tmp_path / "again", "", text=text, source=again) == []


UNSET = """
package shop

class CartFragment : Fragment() {
    ANNOTATION
    lateinit var adapter: CartAdapter
    override fun onCreate(state: Bundle?) {
        show()
    }
    private fun show() {
        adapter.refresh()
    }
    override fun onViewCreated(view: View, state: Bundle?) {
        SETS
    }
}
"""
READ = (
    "kotlin.UninitializedPropertyAccessException: lateinit property adapter has not been initialized\n"
    "\tat shop.CartFragment.getAdapter(CartFragment.kt:6)\n"
    "\tat shop.CartFragment.show(CartFragment.kt:11)\n"
    "\tat shop.CartFragment.onCreate(CartFragment.kt:8)\n"
    "\tat androidx.fragment.app.Fragment.performCreate(Fragment.java:3090)\n"
)


def _unset(folder: Path, sets: str, annotation: str = "") -> list[LifetimeCause]:
    source = UNSET.replace("SETS", sets).replace("ANNOTATION", annotation)
    return _found(folder, {"CartFragment.kt": source}, READ)


def test_a_property_that_a_later_callback_sets(tmp_path: Path) -> None:
    [cause] = _unset(tmp_path, "adapter = CartAdapter()")
    assert cause.hypothesis.statement == (
        "`adapter` is set in `CartFragment.onViewCreated` (line 14) alone, and `CartFragment.show` reads it in "
        "line 11: `onCreate` runs before `onViewCreated`."
    )
    assert [place.line for place in cause.hypothesis.places] == [11, 14]


def test_a_property_that_nothing_sets(tmp_path: Path) -> None:
    [cause] = _unset(tmp_path, "")
    assert "nothing in the project sets it" in cause.hypothesis.statement


def test_an_injected_property_of_a_class_that_nothing_injects(tmp_path: Path) -> None:
    [cause] = _unset(tmp_path / "left", "", "@Inject")
    assert "it has no `@AndroidEntryPoint`" in cause.hypothesis.statement
    assert _unset(tmp_path / "called", "component.inject(this)", "@Inject") == []
