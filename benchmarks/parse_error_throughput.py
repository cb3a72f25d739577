"""Measure the parser's throughput on a long logcat, against a bare pass over its lines.

Prints a table: seconds, megabytes a second and the ratio to `for line in text.splitlines()`, the
floor of anything that looks at each line. Run it as `python benchmarks/parse_error_throughput.py
[megabytes]`; the text is made here, the same each time.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator

from models.error_report import ErrorReport
from rca.error_text import parse

TAGS = ("ActivityManager", "WifiService", "chatty", "SurfaceFlinger", "NetworkStats", "shop.Sync", "art")
WORDS = tuple("connection state changed to idle after update of the format at position Error null".split())  # noqa: SIM905 - prose
CRASH_EVERY = 4000
"""Lines of log between two crashes."""

CRASH = """FATAL EXCEPTION: main
Process: com.example.shop, PID: {pid}
java.lang.IllegalStateException: Cart {number} is not loaded
\tat com.example.shop.cart.CartPresenter.total(CartPresenter.kt:{line})
\tat com.example.shop.cart.CartFragment$onViewCreated$1.invokeSuspend(CartFragment.kt:41)
\tat kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)
\tat android.os.Handler.dispatchMessage(Handler.java:106)
\tat com.android.internal.os.ZygoteInit.main(ZygoteInit.java:920)
Caused by: java.io.IOException: unexpected end of stream
\tat okhttp3.internal.http1.Http1ExchangeCodec.readResponseHeaders(Http1ExchangeCodec.kt:202)
\tat com.example.shop.net.CartApi.load(CartApi.kt:{line})
\t... 12 more"""


def log_lines(seed: int = 7) -> Iterator[str]:
    """Return logcat lines (threadtime) without end, a crash among other processes' lines now and then."""
    chance = random.Random(seed)  # noqa: S311 - a reproducible text, not a secret
    number = 0
    while True:
        number += 1
        moment = f"11-21 10:{number // 6000 % 60:02}:{number // 100 % 60:02}.{number % 1000:03}"
        words = " ".join(chance.choices(WORDS, k=9))
        pid, tid = chance.randrange(500, 9000), chance.randrange(500, 9000)
        yield f"{moment}  {pid:>5} {tid:>5} I {chance.choice(TAGS):<8}: {words}"
        if number % CRASH_EVERY == 0:
            for line in CRASH.format(pid=4242, number=number, line=number % 300 + 1).split("\n"):
                yield f"{moment}   4242  4242 E AndroidRuntime: {line}"


def log_text(megabytes: float) -> str:
    """Make a log of about so many megabytes."""
    size = int(megabytes * 1_000_000)
    lines: list[str] = []
    for line in log_lines():
        size -= len(line) + 1
        if size < 0:
            break
        lines.append(line)
    return "\n".join(lines)


def bare_pass(text: str) -> int:
    """Iterate over the lines and do nothing."""
    count = 0
    for _ in text.splitlines():
        count += 1
    return count


def seconds_of(work: Callable[[str], object], text: str, runs: int = 3) -> float:
    """Return the best time of some runs."""
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        work(text)
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    """Print the table."""
    megabytes = float(sys.argv[1]) if len(sys.argv) > 1 else 50.0
    text = log_text(megabytes)
    report: ErrorReport = parse(text)
    crashes = 1 + len(report.others)
    floor = seconds_of(bare_pass, text)
    taken = seconds_of(parse, text)
    print(f"{len(text) / 1e6:.0f} MB of logcat, {crashes} distinct crashes found")
    print(f"{'':<22}{'seconds':>9}{'MB/s':>9}{'ratio':>8}")
    for name, seconds in (("bare pass over lines", floor), ("parse_error", taken)):
        print(f"{name:<22}{seconds:>9.3f}{len(text) / 1e6 / seconds:>9.0f}{seconds / floor:>8.1f}")


if __name__ == "__main__":
    main()
