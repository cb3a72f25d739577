"""Android's heap dumps, as ART writes them and as `hprof-conv` changes them."""

from __future__ import annotations

import pytest

from rca.heap_dumps.dump_analysis import DumpAnalysis, analyze_dump
from rca.heap_dumps.trace_rendering import render_trace
from rca.scheduling.deadline import Deadline
from tests.heap_dumps.hprof_writer import HprofWriter, shop_dump


@pytest.fixture(params=["1.0.3", "1.0.2"])
def found(request, tmp_path) -> DumpAnalysis:
    path = tmp_path / "shop.hprof"
    path.write_bytes(shop_dump(request.param))
    return analyze_dump(path, Deadline())


def test_destroyed_activities_detached_fragments_and_cleared_view_models_leak(found):
    leaking = {leak.trace.nodes[-1].class_name.rpartition(".")[2]: leak.trace for leak in found.leaks}
    assert set(leaking) == {"CartActivity", "CartFragment", "CartViewModel"}
    assert all(trace.instances == 1 for trace in leaking.values())
    assert any("only weakly held, so they will be collected: 1" in note for note in found.notes)


def test_the_path_names_each_reference_and_marks_those_that_can_be_the_leak(found):
    (trace,) = (
        leak.trace for leak in found.leaks if leak.trace.nodes[-1].class_name.endswith("CartActivity")
    )
    references = [(one.owner, one.name) for node in trace.nodes if (one := node.reference) is not None]
    assert references == [
        ("CartBus", "listeners"),
        ("ArrayList", "elementData"),
        ("Object[]", "[0]"),
        ("CartActivity$onCreate$1", "this$0"),
    ]
    assert all(node.reference.suspect for node in trace.nodes if node.reference is not None)
    assert trace.gc_root == "System class"
    assert trace.nodes[-1].reason == "Activity#mDestroyed is true"


def test_what_an_object_retains_counts_arrays_without_their_data(tmp_path):
    path = tmp_path / "shop.hprof"
    path.write_bytes(shop_dump())
    found = analyze_dump(path, Deadline())
    activity = next(one for one in found.leaks if one.trace.nodes[-1].class_name.endswith("CartActivity"))
    assert activity.trace.retained_bytes > 4096
    assert found.facts.platform == "android"


def test_leakcanarys_watched_objects_keep_their_key_and_the_reason(tmp_path):
    writer = HprofWriter()
    thing = writer.declare("java.lang.Object")
    string = writer.declare("java.lang.String", thing, (("value", 2),))
    reference = writer.declare("java.lang.ref.Reference", thing, (("referent", 2),))
    weak = writer.declare("java.lang.ref.WeakReference", reference)
    keyed = writer.declare(
        "leakcanary.KeyedWeakReference",
        weak,
        (("key", 2), ("description", 2), ("retainedUptimeMillis", 10)),
    )
    presenter = writer.declare("com.example.Presenter", thing)
    leaked = writer.instance(presenter)
    text = writer.new_id()
    words = b"Presenter was detached"
    writer.heap += (
        b"\x23" + text.to_bytes(4, "big") + bytes(4) + len(words).to_bytes(4, "big") + b"\x08" + words
    )
    description = writer.instance(string, value=text)
    watch = writer.instance(keyed, referent=leaked, description=description, retainedUptimeMillis=5000)
    not_retained = writer.instance(
        keyed, referent=writer.instance(presenter), retainedUptimeMillis=0xFFFFFFFF
    )
    holder = writer.declare("com.example.Holder", thing, statics=(("presenter", leaked),))
    writer.root(0x05, holder)
    writer.root(0x01, watch, bytes(4))
    writer.root(0x01, not_retained, bytes(4))
    path = tmp_path / "watched.hprof"
    path.write_bytes(writer.finish())
    (leak,) = analyze_dump(path, Deadline()).leaks
    assert leak.trace.nodes[-1].reason == "Presenter was detached"
    assert "↓ static Holder.presenter" in render_trace(leak.trace)


def test_a_reference_of_the_platform_that_is_known_to_leak_is_called_so(tmp_path):
    writer = HprofWriter()
    thing = writer.declare("java.lang.Object")
    activity = writer.declare("android.app.Activity", thing, (("mDestroyed", 4),))
    cart = writer.declare("com.example.CartActivity", activity)
    manager = writer.declare("android.os.UserManager", thing, (("mContext", 2),))
    kept = writer.instance(manager, mContext=writer.instance(cart, mDestroyed=1))
    writer.root(0x01, kept, bytes(4))
    path = tmp_path / "known.hprof"
    path.write_bytes(writer.finish())
    (leak,) = analyze_dump(path, Deadline()).leaks
    assert leak.trace.kind == "library"
    assert "android.os.UserManager#mContext" in leak.trace.known_leak
