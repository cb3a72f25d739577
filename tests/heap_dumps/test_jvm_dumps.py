"""Dumps of a real JVM, through the tool and the command line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest

from rca.heap_dumps.dump_analysis import analyze_dump
from rca.scheduling.deadline import Deadline
from tests.rca_process import rca_command

pytestmark = pytest.mark.skipif(shutil.which("javac") is None, reason="needs a JDK")

ACTIVITY = """package android.app;
public class Activity { public boolean mDestroyed; public byte[] bitmap = new byte[50_000]; }
"""
BUS = """package com.example.shop;
import java.util.ArrayList;
import java.util.List;
public final class CartBus {
    public interface Listener { void changed(); }
    public static final CartBus INSTANCE = new CartBus();
    private final List<Listener> listeners = new ArrayList<>();
    public void subscribe(Listener listener) { listeners.add(listener); }
    public void unsubscribe(Listener listener) { listeners.remove(listener); }
}
"""
CART = """package com.example.shop;
public class CartActivity extends android.app.Activity {
    private int total;
    void onCreate() {
        CartBus.INSTANCE.subscribe(new CartBus.Listener() {
            public void changed() { total++; }
        });
    }
    void onDestroy() { mDestroyed = true; }
    public static void main(String[] arguments) throws Exception {
        for (int number = 0; number < 3; number++) open();
        open(new CartActivity());
        java.lang.management.ManagementFactory
            .getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class)
            .dumpHeap(arguments[0], true);
    }
    static void open() { CartActivity one = new CartActivity(); one.onCreate(); one.onDestroy(); }
    static void open(CartActivity held) { kept = held; }
    static CartActivity kept;
}
"""


def rca(data, *arguments):
    return subprocess.run(
        rca_command(*arguments),
        env={**os.environ, "RCA_DATA_DIR": str(data)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """A project, and the heap dump of its program: three destroyed activities, and one in use."""
    root = tmp_path_factory.mktemp("shop")
    sources = root / "project/app/src/main/java"
    for name, text in (
        ("android/app/Activity.java", ACTIVITY),
        ("com/example/shop/CartBus.java", BUS),
        ("com/example/shop/CartActivity.java", CART),
    ):
        path = (root / "platform" if name.startswith("android") else sources) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    files = [str(path) for path in root.rglob("*.java")]
    subprocess.run(["javac", "-d", str(root / "classes"), *files], check=True, timeout=300)
    dump = root / "heap.hprof"
    subprocess.run(
        ["java", "-Xmx256m", "-cp", str(root / "classes"), "com.example.shop.CartActivity", str(dump)],
        check=True,
        timeout=300,
    )
    return root / "project", dump


def test_leaks_of_one_path_are_counted_together_and_what_is_in_use_is_none(shop):
    found = analyze_dump(shop[1], Deadline())
    (leak,) = found.leaks
    assert leak.trace.instances == 3
    assert leak.trace.retained_bytes > 150_000
    assert leak.trace.nodes[-1].class_name == "com.example.shop.CartActivity"
    suspects = [node.reference.name for node in leak.trace.nodes if node.reference and node.reference.suspect]
    assert suspects[:1] == ["INSTANCE"]
    assert suspects[-1] == "this$0"
    assert found.notes == ()


def test_the_largest_class_is_that_of_the_bitmaps(shop):
    found = analyze_dump(shop[1], Deadline())
    assert found.classes[0].class_name == "byte[]"
    assert found.facts.reachable_bytes > 200_000


def test_the_command_names_the_field_that_holds_on_and_who_has_to_let_go(shop, tmp_path):
    project, dump = shop
    done = rca(tmp_path, "leaks", dump, "--workspace", project, "--json")
    assert done.returncode == 0, done.stderr
    (leak,) = json.loads(done.stdout)["data"]["leaks"]
    first = leak["hypotheses"][0]
    assert first["places"][0]["filePath"].endswith("CartBus.java")
    assert "CartActivity.onCreate" in first["statement"]
    assert "does not call `CartBus.unsubscribe`" in first["statement"]
    assert leak["text"].startswith("┬───")


def test_analyze_takes_a_dump_too(shop, tmp_path):
    project, dump = shop
    done = rca(tmp_path, "analyze", dump, "--workspace", project)
    assert done.returncode == 0, done.stderr
    assert "CartBus.listeners" in done.stdout


EDITOR = """package com.example.shop;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
public class EditorActivity extends android.app.Activity {
    private int saved;
    void save() { saved++; }
    void onCreate(String way, Timer timer, ScheduledExecutorService pool) {
        if (way.equals("timer")) {
            timer.schedule(new TimerTask() { public void run() { save(); } }, 600_000);
        } else if (way.equals("background task")) {
            pool.schedule(new Runnable() { public void run() { save(); } }, 600, TimeUnit.SECONDS);
        } else {
            Thread saver = new Thread(new Runnable() {
                public void run() { while (true) { pause(); save(); } }
            }, "saver");
            saver.setDaemon(true);
            saver.start();
        }
    }
    static void pause() { try { Thread.sleep(600_000); } catch (InterruptedException stop) { return; } }
    void onDestroy() { mDestroyed = true; }
    public static void main(String[] arguments) throws Exception {
        Timer timer = new Timer("saves", true);
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        EditorActivity one = new EditorActivity();
        one.onCreate(arguments[1], timer, pool);
        one.onDestroy();
        one = null;
        java.lang.management.ManagementFactory
            .getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class)
            .dumpHeap(arguments[0], true);
        System.exit(0);
    }
}
"""


@pytest.fixture(scope="module")
def editor(tmp_path_factory):
    """A project whose activity is kept in the way that its program is told, compiled."""
    root = tmp_path_factory.mktemp("editor")
    project = root / "project/app/src/main/java/com/example/shop/EditorActivity.java"
    platform = root / "platform/android/app/Activity.java"
    for path, text in ((project, EDITOR), (platform, ACTIVITY)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    subprocess.run(
        ["javac", "-d", str(root / "classes"), str(project), str(platform)], check=True, timeout=300
    )
    return root


@pytest.mark.parametrize(
    ("way", "call"), [("timer", "timer.schedule"), ("background task", "pool.schedule"), ("thread", "Thread")]
)
def test_what_java_itself_keeps_is_told_apart(editor, tmp_path, way, call):
    dump = tmp_path / "heap.hprof"
    program = ["java", "-Xmx256m", "-cp", str(editor / "classes"), "com.example.shop.EditorActivity"]
    subprocess.run([*program, str(dump), way], check=True, timeout=300)
    done = rca(tmp_path / "data", "leaks", dump, "--workspace", editor / "project", "--json")
    assert done.returncode == 0, done.stderr
    (leak,) = json.loads(done.stdout)["data"]["leaks"]
    first = leak["hypotheses"][0]
    assert way in first["statement"]
    assert call in EDITOR.split("\n")[first["places"][0]["line"] - 1]
