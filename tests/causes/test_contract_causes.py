"""Which calls of a project an exception of a framework is about."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from evaluation.project_text import project_files
from rca.analysis.error_source import from_text
from rca.analysis.locating.frame_locator import locate
from rca.causes.contracts.contract_causes import ContractCause, find_contract_causes
from rca.causes.project_code import ProjectCode
from rca.scheduling.deadline import Deadline
from tests.indexed_project import indexed

SERVICE = """
package shop

class SyncService : Service() {
    override fun onStartCommand(intent: Intent?, flags: Int, startId: Int): Int {
        if (intent == null) return START_NOT_STICKY
        startForeground(1, notification())
        return START_STICKY
    }
}
"""
STARTER = """
package shop

class Starter(private val context: Context) {
    fun start() {
        context.startForegroundService(Intent(context, SyncService::class.java))
    }
}
"""
FRAGMENT = """
package shop

class CartFragment : Fragment() {
    fun load() {
        api.items { items -> show(items) }
    }
    private fun show(items: List<Item>) {
        title.text = requireContext().getString(R.string.cart)
    }
}
"""
OTHER_FRAGMENT = """
package shop

class OrderFragment : Fragment() {
    fun show() {
        if (isAdded) toast(requireContext())
    }
}
"""


def causes(folder: Path, files: Mapping[str, str], text: str) -> list[ContractCause]:
    workspace = indexed(folder / "project", files)
    report = from_text(text, ("shop",)).report
    snapshot = workspace.snapshot
    return find_contract_causes(report, text, locate(report, snapshot), ProjectCode(snapshot), Deadline())


def functions(cause: ContractCause) -> list[str | None]:
    return [place.function for place in cause.hypothesis.places]


def test_a_service_that_did_not_call_start_foreground(tmp_path: Path) -> None:
    text = (
        "android.app.RemoteServiceException: Context.startForegroundService() did not then call "
        "Service.startForeground(): ServiceRecord{7c9a7 u0 shop/.SyncService}\n"
        "\tat android.app.ActivityThread$H.handleMessage(ActivityThread.java:2010)\n"
    )
    [cause] = causes(tmp_path, {"SyncService.kt": SERVICE, "Starter.kt": STARTER}, text)
    assert functions(cause)[:2] == ["SyncService.onStartCommand", "Starter.start"]
    assert "startForegroundService" in cause.hypothesis.statement


def test_a_detached_fragment_is_told_from_one_that_checks(tmp_path: Path) -> None:
    text = (
        "java.lang.IllegalStateException: Fragment CartFragment{4f1} not attached to a context.\n"
        "\tat androidx.fragment.app.Fragment.requireContext(Fragment.java:900)\n"
        "\tat shop.CartFragment.show(CartFragment.kt:9)\n"
    )
    [cause] = causes(tmp_path, {"CartFragment.kt": FRAGMENT, "OrderFragment.kt": OTHER_FRAGMENT}, text)
    assert functions(cause)[0] == "CartFragment.show"
    assert cause.hypothesis.statement.startswith("`CartFragment` asks for its context")
    assert cause.places[0].role == "missing_guard"


def test_the_text_of_a_message_leads_to_the_constant_and_its_user(tmp_path: Path) -> None:
    source = """
package shop

class Alarms(private val resolver: ContentResolver) {
    private val removeUri = Uri.withAppendedPath(BASE, "schedule_remove")
    fun clear() {
        resolver.update(removeUri, ContentValues(), null, null)
    }
    fun other() = resolver.type
}
"""
    text = "java.lang.IllegalArgumentException: Unknown URI content://shop.calendar/schedule_remove\n"
    [cause] = causes(tmp_path, {"Alarms.kt": source}, text)
    assert functions(cause)[0] == "Alarms.clear"


def test_a_trace_without_project_frames_leads_to_the_call_that_scheduled_it(tmp_path: Path) -> None:
    source = """
package shop

class Events(private val handler: AsyncQueryHandler, private val resolver: ContentResolver) {
    fun load() {
        handler.startQuery(0, null, URI, null, null, null, null)
    }
    fun delete() {
        resolver.delete(URI, null, null)
    }
}
"""
    text = (
        "java.lang.SecurityException: Permission Denial: opening provider com.cal.Provider from ProcessRecord{9cc}\n"
        "\tat android.os.Parcel.createException(Parcel.java:1950)\n"
        "\tat android.content.ContentResolver.query(ContentResolver.java:786)\n"
        "\tat android.content.AsyncQueryHandler$WorkerHandler.handleMessage(AsyncQueryHandler.java:79)\n"
    )
    found = causes(tmp_path, {"Events.kt": source}, text)
    assert functions(found[0])[0] == "Events.load"


@pytest.mark.parametrize(
    "text",
    [
        "java.lang.IllegalStateException: The cart is empty\n\tat shop.Cart.total(Cart.kt:3)\n",
        "java.lang.NullPointerException\n\tat shop.Cart.total(Cart.kt:3)\n",
    ],
)
def test_an_exception_of_the_app_itself_is_about_no_framework(tmp_path: Path, text: str) -> None:
    assert (
        causes(
            tmp_path,
            project_files("""
        // file: Cart.kt
        package shop
        class Cart {
          fun total() = 1
        }
        """),
            text,
        )
        == []
    )


def test_without_a_place_in_the_project_there_is_no_hypothesis(tmp_path: Path) -> None:
    text = "java.lang.IllegalStateException: Fragment MapFragment{4f1} not attached to a context.\n"
    assert (
        causes(
            tmp_path,
            project_files("""
        // file: Cart.kt
        package shop
        class Cart
        """),
            text,
        )
        == []
    )


def test_an_expired_deadline_gives_nothing(tmp_path: Path) -> None:
    workspace = indexed(tmp_path / "project", {"CartFragment.kt": FRAGMENT})
    text = "java.lang.IllegalStateException: Fragment CartFragment{4f1} not attached to a context.\n"
    report = from_text(text, ("shop",)).report
    assert find_contract_causes(report, text, (), ProjectCode(workspace.snapshot), Deadline(0)) == []


def test_of_several_uses_in_a_function_the_one_on_the_traces_line_is_meant(tmp_path: Path) -> None:
    source = FRAGMENT.replace(
        "title.text = requireContext()", "log(requireContext())\n        title.text = requireContext()"
    )
    text = (
        "java.lang.IllegalStateException: Fragment CartFragment{1a2b3c} not attached to a context.\n"
        "\tat androidx.fragment.app.Fragment.requireContext(Fragment.java:967)\n"
        "\tat shop.CartFragment.show(CartFragment.kt:10)\n"
    )
    [cause, *_] = causes(tmp_path, {"CartFragment.kt": source}, text)
    assert cause.hypothesis.places[0].line == 10
