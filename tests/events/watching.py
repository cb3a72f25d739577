"""Output that a watch reads, and who listens to it."""

import threading
import time

from models.events import OutputChunk
from rca.events.event_log import Details

CRASH = """Exception in thread "main" java.lang.IllegalStateException: basket {n} is empty
\tat shop.Basket.total(Basket.kt:12)
\tat shop.Checkout.pay(Checkout.kt:40)
\tat shop.MainKt.main(Main.kt:5)
"""
LOGCAT = """06-01 10:00:0{n}.100  4242  4242 E AndroidRuntime: FATAL EXCEPTION: main
06-01 10:00:0{n}.100  4242  4242 E AndroidRuntime: Process: shop.app, PID: 4242
06-01 10:00:0{n}.100  4242  4242 E AndroidRuntime: java.lang.NullPointerException: no user
06-01 10:00:0{n}.100  4242  4242 E AndroidRuntime: \tat shop.app.Profile.show(Profile.kt:31)
06-01 10:00:0{n}.100  4242  4242 E AndroidRuntime: \tat android.os.Handler.handleCallback(Handler.java:958)
"""
COMPILE = (
    "> Task :app:compileKotlin FAILED\ne: file:///shop/src/Basket.kt:7:9 Unresolved reference 'prize'.\n"
)
FAILURE = """
FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':app:compileKotlin'.
> Compilation error. See log for more details

BUILD FAILED in 3s
"""
SHORT = """> Task :app:test FAILED

BasketTest > adds two prices FAILED
    java.lang.AssertionError at BasketTest.kt:12

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':app:test'.
> There were failing tests. See the report at: file:///shop/index.html

BUILD FAILED in 3s
"""
REPORT = """shop.BasketTest > adds two prices FAILED
    java.lang.AssertionError: expected:<1> but was:<2>
        at org.junit.Assert.fail(Assert.java:89)
        at shop.BasketTest.adds two prices(BasketTest.kt:12)
"""


class Seen:
    """Collects what the watch tells."""

    def __init__(self):
        self.told = []
        self.looked = []
        self.news = threading.Condition()
        self.details = Details(None, "novel", None)

    def changed(self, told):
        with self.news:
            self.told.append(told.events)
            self.forgotten = told.forgotten
            self.news.notify_all()

    def look(self, occurrence):
        self.looked.append(occurrence)
        return self.details

    def wait(self, holds, seconds=60):
        deadline = time.monotonic() + seconds
        with self.news:
            while not (self.told and holds(self.told[-1])):
                assert self.news.wait(deadline - time.monotonic()), self.told[-1:]
            return self.told[-1]


def chunk(text, run="r1", kind="terminal", command=None, **more):
    return OutputChunk(run=run, kind=kind, name=command or f"./gradlew {run}", text=text, **more)


def distinct(count):
    """Crashes that have nothing in common but their shape, as their names say."""
    names = [f"{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(count)]
    return "".join(
        LOGCAT.format(n=1).replace("NullPointer", f"Broken{name}").replace("Profile", f"Profile{name}")
        for name in names
    )
