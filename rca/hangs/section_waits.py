"""What a thread waits for by the JVM's section on deadlocks, where its stack does not say it.

People quote the section alone, without the stacks below it. Forms: HotSpot's `DeadlockCycle::print_on_with`
and the serviceability agent's `DeadlockDetector`, which `jstack -F` prints.
"""

from __future__ import annotations

import re

from rca.error_text.deadlock import DeadlockedThread
from rca.error_text.thread_dump import Thread
from rca.hangs.thread_waits import ThreadWait, describe_resource, is_timed
from rca.text.lazy_regex import lazy_regex

_MONITOR = lazy_regex(
    r"(?:waiting to lock|waiting for monitor)\b[^\n(]{0,60}(?:\((?:object[ @](?P<lock>0x[0-9a-f]+))?(?:, )?"
    r"(?:an? (?P<type>[^)\n]{1,300}))?\))?",
    re.IGNORECASE,
)
_OWNABLE = lazy_regex(
    r"waiting for ownable synchronizer (?P<lock>0x[0-9a-f]+)?[^\s(]*(?: \(an? (?P<type>[^)\n]{1,300})\))?"
)


def find_section_wait(thread: Thread, said: DeadlockedThread | None) -> ThreadWait | None:
    """Return what the section says of a thread; None where it says nothing.

    The JVM lists threads that wait with a time limit too.
    """
    if said is None:
        return None
    for text in said.waits:
        if (found := _MONITOR.match(text)) is not None:
            type_name = found["type"].replace("/", ".") if found["type"] else None
            resource = describe_resource("the monitor", type_name, found["lock"])
            return ThreadWait(
                "monitor", resource, 0, found["lock"], type_name, timed=is_timed(thread, "monitor")
            )
        if (found := _OWNABLE.match(text)) is not None:
            resource = describe_resource("a lock", found["type"], found["lock"])
            return ThreadWait(
                "lock", resource, 0, found["lock"], found["type"], timed=is_timed(thread, "lock")
            )
    return None
