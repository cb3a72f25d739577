"""Seconds and memory of a heap dump's analysis, beside a plain read of the file.

`python -m benchmarks.heap_dump_speed [FILE…]` measures the given dumps; without one a JVM makes dumps of
about 50 and 200 MB: maps, lists, strings and a random graph, with destroyed activities. Needs a JDK then.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_MB = 1024 * 1024
_SIZES = (75_000, 300_000)
_ACTIVITY = "package android.app; public class Activity { public boolean mDestroyed; }"
_PROGRAM = """package shop;
import java.util.*;
public class Heap {
    static final class Screen extends android.app.Activity { byte[] pixels = new byte[100_000]; }
    static final class Node { Node next, before; String name; Node(String name) { this.name = name; } }
    static final List<Object> listeners = new ArrayList<>();
    static final Map<String, Object> cache = new LinkedHashMap<>();
    static final LinkedList<Object> chain = new LinkedList<>();
    static Node[] graph;
    public static void main(String[] arguments) throws Exception {
        int count = Integer.parseInt(arguments[0]);
        for (int n = 0; n < 5; n++) { Screen one = new Screen(); one.mDestroyed = true; listeners.add(one); }
        for (int n = 0; n < count; n++) cache.put("key" + n, new HashMap<>(Map.of("a", "value" + n, "b", n)));
        for (int n = 0; n < count / 4; n++) chain.add("link" + n);
        Random chance = new Random(1);
        graph = new Node[count];
        for (int n = 0; n < count; n++) graph[n] = new Node("node" + n);
        for (Node node : graph) {
            node.next = graph[chance.nextInt(count)];
            node.before = graph[chance.nextInt(count)];
        }
        java.lang.management.ManagementFactory
            .getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class).dumpHeap(arguments[1], true);
    }
}
"""


def main() -> None:
    """Measure the dumps that the arguments name, or make some."""
    given = [Path(name) for name in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        dumps = given or [_make_dump(Path(folder), count) for count in _SIZES]
        print(
            "| dump | MB | objects | plain read | analysis, wall | analysis, processor | peak RSS | leaks |"
        )
        print("|---|---:|---:|---:|---:|---:|---:|---:|")
        for dump in dumps:
            print(_row(dump))


def _make_dump(folder: Path, count: int) -> Path:
    sources = {"android/app/Activity.java": _ACTIVITY, "shop/Heap.java": _PROGRAM}
    for name, text in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    subprocess.run(["javac", "-d", str(folder), *(str(folder / name) for name in sources)], check=True)
    dump = folder / f"{count}.hprof"
    subprocess.run(["java", "-Xmx3g", "-cp", str(folder), "shop.Heap", str(count), str(dump)], check=True)
    return dump


def _row(dump: Path) -> str:
    started = time.perf_counter()
    with dump.open("rb") as file:
        while file.read(_MB):
            pass
    read = time.perf_counter() - started
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "rca.heap_dumps.worker", str(dump), "10"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    text = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    found = json.loads(text)
    return (
        f"| {dump.name} | {dump.stat().st_size / 1e6:.0f} | {found['facts']['objects']:,} | {read:.2f} s | "
        f"{wall:.1f} s | {usage.ru_utime + usage.ru_stime:.1f} s | {usage.ru_maxrss / 1000:.0f} MB | "
        f"{sum(one['trace']['instances'] for one in found['leaks'])} |"
    )


if __name__ == "__main__":
    main()
