"""Each mechanism that keeps code of the project: the registration and the missing call are named."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rca.causes.leaks.leak_hypotheses import find_leak_hypotheses
from rca.causes.project_code import ProjectCode
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.indexed_project import Project

FILE = "app/src/main/java/com/acme/notes/EditorActivity.kt"
HEAD = "package com.acme.notes\n\nclass EditorActivity : AppCompatActivity() {\n"


@dataclass(frozen=True)
class Case:
    """A mechanism: the references before the project's object, the code, and what is to be named."""

    kind: str
    chain: tuple[tuple[str, str], ...]
    body: str
    captured: str
    registers: str
    releases: str
    root: str = "Global variable in native code"


def lambda_in(name: str) -> str:
    return f"EditorActivity${name}$1"


CASES = (
    Case(
        "subscription",
        (
            ("io.reactivex.rxjava3.internal.schedulers.ScheduledRunnable", "ScheduledRunnable.actual"),
            ("io.reactivex.rxjava3.internal.observers.LambdaObserver", "LambdaObserver.onNext"),
        ),
        "    override fun onStart() {\n        notes.changes().subscribe { title = it }\n    }\n",
        lambda_in("onStart"),
        "subscribe",
        "dispose",
    ),
    Case(
        "observer",
        (
            ("androidx.lifecycle.MutableLiveData", "LiveData.mObservers"),
            ("androidx.arch.core.internal.SafeIterableMap$Entry", "SafeIterableMap$Entry.mKey"),
        ),
        "    override fun onStart() {\n        session.user.observeForever { title = it.name }\n    }\n",
        lambda_in("onStart"),
        "observeForever",
        "removeObserver",
    ),
    Case(
        "broadcast receiver",
        (
            (
                "android.app.LoadedApk$ReceiverDispatcher$InnerReceiver",
                "LoadedApk$ReceiverDispatcher$InnerReceiver.mStrongRef",
            ),
            ("android.app.LoadedApk$ReceiverDispatcher", "LoadedApk$ReceiverDispatcher.mReceiver"),
        ),
        "    private val receiver = object : BroadcastReceiver() {\n"
        "        override fun onReceive(context: Context, intent: Intent) {\n            title = intent.action\n"
        "        }\n    }\n\n    override fun onStart() {\n"
        "        registerReceiver(receiver, IntentFilter(Intent.ACTION_SCREEN_ON))\n    }\n",
        "EditorActivity$receiver$1",
        "registerReceiver",
        "unregisterReceiver",
    ),
    Case(
        "service connection",
        (
            (
                "android.app.LoadedApk$ServiceDispatcher$InnerConnection",
                "LoadedApk$ServiceDispatcher$InnerConnection.mDispatcher",
            ),
            ("android.app.LoadedApk$ServiceDispatcher", "LoadedApk$ServiceDispatcher.mConnection"),
        ),
        "    private val connection = object : ServiceConnection {\n"
        "        override fun onServiceConnected(name: ComponentName, binder: IBinder) {\n"
        "            title = name.className\n        }\n    }\n\n    override fun onStart() {\n"
        "        applicationContext.bindService(Intent(this, SyncService::class.java), connection, 1)\n    }\n",
        "EditorActivity$connection$1",
        "bindService",
        "unbindService",
    ),
    Case(
        "animation",
        (
            ("android.animation.AnimationHandler", "AnimationHandler.mAnimationCallbacks"),
            ("java.util.ArrayList", "ArrayList[0]"),
            ("android.animation.ValueAnimator", "ValueAnimator.mUpdateListeners"),
            ("java.util.ArrayList", "ArrayList[0]"),
        ),
        "    override fun onStart() {\n        val pulse = ValueAnimator.ofFloat(0f, 1f)\n"
        "        pulse.addUpdateListener { header.alpha = it.animatedValue as Float }\n"
        "        pulse.repeatCount = ValueAnimator.INFINITE\n        pulse.start()\n    }\n",
        "EditorActivity$onStart$1",
        "addUpdateListener",
        "cancel",
    ),
    Case(
        "timer",
        (
            ("java.util.TimerThread", "TimerThread.queue"),
            ("java.util.TaskQueue", "TaskQueue.queue"),
            ("java.util.TimerTask[]", "TimerTask[1]"),
        ),
        "    private val timer = Timer()\n\n    override fun onStart() {\n"
        "        timer.schedule(object : TimerTask() {\n            override fun run() {\n                save()\n"
        "            }\n        }, 0, 60_000)\n    }\n",
        "EditorActivity$onStart$1",
        "schedule",
        "cancel",
        root="Thread object",
    ),
    Case(
        "background task",
        (
            ("java.util.concurrent.ThreadPoolExecutor$Worker", "ThreadPoolExecutor$Worker.this$0"),
            ("java.util.concurrent.ThreadPoolExecutor", "ThreadPoolExecutor.workQueue"),
            ("java.util.concurrent.LinkedBlockingQueue", "LinkedBlockingQueue.head"),
            ("java.util.concurrent.LinkedBlockingQueue$Node", "LinkedBlockingQueue$Node.item"),
        ),
        "    override fun onStart() {\n        pool.execute { save() }\n    }\n",
        "EditorActivity$$ExternalSyntheticLambda0",
        "execute",
        "shutdown",
        root="Thread object",
    ),
    Case(
        "sensor listener",
        (
            (
                "android.hardware.SystemSensorManager$SensorEventQueue",
                "SystemSensorManager$SensorEventQueue.mListener",
            ),
        ),
        "    override fun onStart() {\n        sensors.registerListener(this, gravity, 3)\n    }\n",
        "",
        "registerListener",
        "unregisterListener",
    ),
    Case(
        "location listener",
        (
            (
                "android.location.LocationManager$LocationListenerTransport",
                "LocationManager$LocationListenerTransport.mListener",
            ),
        ),
        "    override fun onStart() {\n"
        '        locations.requestLocationUpdates("gps", 1000L, 1f) { title = it.provider }\n    }\n',
        "EditorActivity$$ExternalSyntheticLambda0",
        "requestLocationUpdates",
        "removeUpdates",
    ),
    Case(
        "network callback",
        (
            ("android.net.ConnectivityManager", "static ConnectivityManager.sCallbacks"),
            ("java.util.HashMap", "HashMap[instance()]"),
        ),
        "    private val online = object : ConnectivityManager.NetworkCallback() {\n"
        '        override fun onAvailable(network: Network) {\n            title = "online"\n        }\n    }\n\n'
        "    override fun onStart() {\n        connectivity.registerDefaultNetworkCallback(online)\n    }\n",
        "EditorActivity$online$1",
        "registerDefaultNetworkCallback",
        "unregisterNetworkCallback",
        root="System class",
    ),
    Case(
        "event bus subscriber",
        (
            ("org.greenrobot.eventbus.EventBus", "EventBus.typesBySubscriber"),
            ("java.util.HashMap", "HashMap[key()]"),
        ),
        "    override fun onStart() {\n        EventBus.getDefault().register(this)\n    }\n",
        "",
        "register",
        "unregister",
    ),
    Case(
        "preference listener",
        (
            ("android.app.SharedPreferencesImpl", "SharedPreferencesImpl.mListeners"),
            ("java.util.WeakHashMap", "WeakHashMap[key()]"),
        ),
        "    override fun onStart() {\n        settings.registerOnSharedPreferenceChangeListener { _, key ->\n"
        "            title = key\n        }\n    }\n",
        "EditorActivity$$ExternalSyntheticLambda0",
        "registerOnSharedPreferenceChangeListener",
        "unregisterOnSharedPreferenceChangeListener",
    ),
    Case(
        "thread",
        (("java.lang.Thread", "Thread.target"),),
        "    override fun onStart() {\n        Thread { while (true) save() }.start()\n    }\n",
        "EditorActivity$$ExternalSyntheticLambda0",
        "Thread",
        "interrupt",
        root="Thread object",
    ),
)


def trace_of(case: Case) -> str:
    lines = ["┬───", f"│ GC Root: {case.root}", "│"]
    chain = [*case.chain]
    if case.captured:
        chain.append((f"com.acme.notes.{case.captured}", f"{case.captured}.this$0"))
    for name, reference in chain:
        kind = "array" if name.endswith("[]") else "class" if reference.startswith("static") else "instance"
        lines += [f"├─ {name} {kind}", "│    Leaking: UNKNOWN", f"│    ↓ {reference}", "│      ~~~~~~~"]
    lines += ["╰→ com.acme.notes.EditorActivity instance", "     Leaking: YES (Activity#mDestroyed is true)"]
    return "\n".join(lines)


@pytest.fixture
def hypotheses(tmp_path):
    def find(case: Case, teardown: str = ""):
        project = Project(tmp_path)
        path = project.root / FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{HEAD}{case.body}{teardown}}}\n")
        report = parse(trace_of(case), ("com.acme.notes",))
        code = ProjectCode(project.open().snapshot)
        return find_leak_hypotheses(report.leak_trace, code, Deadline()).hypotheses, path.read_text()

    return find


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.kind)
def test_the_registration_and_the_missing_call_are_named(hypotheses, case):
    found, text = hypotheses(case)
    assert found
    line = text.split("\n")[found[0].places[0].line - 1]
    assert case.registers in line, (found[0].statement, line)
    assert case.kind in found[0].statement
    assert case.releases in f"{found[0].statement} {found[0].check}"


@pytest.mark.parametrize("case", [one for one in CASES if one.kind != "thread"], ids=lambda case: case.kind)
def test_a_registration_that_a_teardown_ends_is_not_blamed(hypotheses, case):
    teardown = f"\n    override fun onDestroy() {{\n        holder.{case.releases}(it)\n    }}\n"
    found, _ = hypotheses(case, teardown)
    assert not any(one.kind == "leaked_registration" for one in found), [one.statement for one in found]
