"""Known leaks of the platform: on which devices they are known, native roots, and references passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.leak_trace import LeakTrace
from rca.heap_dumps.dump_analysis import analyze_dump
from rca.heap_dumps.known_leaks import NATIVE_ROOT, DeviceBuild, find_known_leak
from rca.scheduling.deadline import Deadline
from tests.heap_dumps.hprof_writer import HprofWriter

JNI_GLOBAL, STICKY_CLASS = 0x01, 0x05
MANAGER = "android.view.inputmethod.InputMethodManager"


class Device(HprofWriter):
    """A dump of a device with a destroyed activity, `gone`."""

    def __init__(self, sdk: int, manufacturer: str = "Google") -> None:
        super().__init__()
        self.thing = self.declare("java.lang.Object")
        string = self.declare("java.lang.String", self.thing, (("value", 2), ("count", 10)))
        named = self.text(string, manufacturer)
        build = self.declare("android.os.Build", self.thing, statics=(("MANUFACTURER", named),))
        version = self.declare("android.os.Build$VERSION", self.thing, numbers=(("SDK_INT", sdk),))
        activity = self.declare("android.app.Activity", self.thing, (("mDestroyed", 4),))
        self.gone = self.instance(self.declare("com.example.CartActivity", activity), mDestroyed=1)
        for one in (build, version):
            self.root(STICKY_CLASS, one)

    def holder(self, name: str, field: str, held: int | None = None) -> int:
        return self.instance(
            self.declare(name, self.thing, ((field, 2),)), **{field.replace("$", "_"): held or self.gone}
        )

    def trace(self, folder: Path) -> LeakTrace:
        path = folder / "device.hprof"
        path.write_bytes(self.finish())
        (leak,) = analyze_dump(path, Deadline()).leaks
        return leak.trace


@pytest.mark.parametrize(
    ("sdk", "manufacturer", "kind"),
    [(26, "HUAWEI", "library"), (26, "Google", "application"), (30, "HUAWEI", "application")],
)
def test_a_leak_counts_as_known_on_its_versions_and_makers_alone(tmp_path, sdk, manufacturer, kind):
    device = Device(sdk, manufacturer)
    device.root(JNI_GLOBAL, device.holder(MANAGER, "mLastSrvView"), bytes(4))
    assert device.trace(tmp_path).kind == kind


@pytest.mark.parametrize(("sdk", "kind"), [(25, "library"), (28, "application")])
def test_an_object_that_native_code_itself_keeps(tmp_path, sdk, kind):
    device = Device(sdk)
    device.root(JNI_GLOBAL, device.holder("android.media.PlayerBase$1", "this$0"), bytes(4))
    trace = device.trace(tmp_path)
    assert trace.kind == kind
    assert trace.known_leak is None or "android.media.PlayerBase$1" in trace.known_leak


def test_a_reference_that_hides_the_path_that_says_more_is_passed_over(tmp_path):
    device = Device(34)
    queue = device.holder("android.os.MessageQueue", "mMessages")
    shortcut = device.holder("android.view.Choreographer$FrameDisplayEventReceiver", "mMessageQueue", queue)
    looper = device.holder("android.os.Looper", "mQueue", queue)
    main = device.declare("android.os.LooperHolder", device.thing, statics=(("sMainLooper", looper),))
    device.root(JNI_GLOBAL, shortcut, bytes(4))
    device.root(STICKY_CLASS, main)
    names = [node.class_name for node in device.trace(tmp_path).nodes]
    assert names[:2] == ["android.os.LooperHolder", "android.os.Looper"]


def test_a_passed_over_reference_is_taken_where_it_is_the_only_path(tmp_path):
    device = Device(34)
    shortcut = device.holder("android.view.Choreographer$FrameDisplayEventReceiver", "mMessageQueue")
    device.root(JNI_GLOBAL, shortcut, bytes(4))
    trace = device.trace(tmp_path)
    assert trace.nodes[0].class_name.endswith("FrameDisplayEventReceiver")
    assert trace.kind == "application"


def test_what_is_not_known_of_the_device_excludes_nothing():
    assert find_known_leak(MANAGER, "mLastSrvView", DeviceBuild()) is not None
    assert find_known_leak(MANAGER, "mServedView", DeviceBuild(sdk=29)) is None
    assert find_known_leak("android.widget.Toast$TN", NATIVE_ROOT, DeviceBuild(sdk=35)) is not None
