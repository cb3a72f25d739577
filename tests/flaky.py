"""Which tests may be tried again in CI, how often, and when that ends: the list is `tests/flaky.toml`.

- A test that is not listed is never tried again.
- A listed one has `ATTEMPTS` in one run. Each further one is printed with what failed before it.
- One that needed more than its first attempt in `MOST_RUNS` runs running fails, although it passed in the end. The
  count is kept in the user's cache folder, as the editor of the end-to-end run is; a machine that keeps none has the
  limit of one run alone.

pytest asks `Retries`, which tests/conftest.py registers. The runs in a real editor ask the command line:
`python -m tests.flaky may-retry NAME…` exits with 0 where all are listed, `python -m tests.flaky ran PREFIX [NAME…]`
books a run of all listed tests whose names begin so; those named needed another attempt.
"""

import json
import os
import sys
import tomllib
from contextlib import suppress
from datetime import date
from pathlib import Path

from _pytest.runner import runtestprotocol

LIST = Path(__file__).with_name("flaky.toml")
MOST_LISTED = 5
ATTEMPTS = 3
MOST_RUNS = 3


def read_list(path=LIST):
    """Return name → entry of all listed tests.

    Raises:
        ValueError: more than `MOST_LISTED`, or an entry without its name, cause or date.
    """
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("flaky", [])
    if len(entries) > MOST_LISTED:
        raise ValueError(f"{path.name} lists {len(entries)} tests; at most {MOST_LISTED} may be tried again")
    for entry in entries:
        whole = (
            all(isinstance(entry.get(key), str) and entry[key].strip() for key in ("name", "cause"))
            and type(entry.get("since")) is date
        )
        if not whole:
            raise ValueError(f"{path.name}: an entry needs name, cause and since (a date): {entry}")
    return {entry["name"]: entry for entry in entries}


def default_state():
    """Return where the runs that needed another attempt are counted."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "kotlin-rca-tests" / "retried.json"


def book(name, *, retried, state=None):
    """Count one run of a listed test; return in how many runs running, this one included, it was tried again.

    Where nothing can be kept, each run is the first.
    """
    state = state or default_state()
    counts = {}
    with suppress(OSError, ValueError):
        counts = json.loads(state.read_text(encoding="utf-8"))
    counts[name] = counts.get(name, 0) + 1 if retried else 0
    with suppress(OSError):
        state.parent.mkdir(parents=True, exist_ok=True)
        fresh = state.with_name(f"{state.name}.{os.getpid()}")
        fresh.write_text(json.dumps(counts, indent=1), encoding="utf-8")
        fresh.replace(state)
    return counts[name]


def too_often(name):
    return f"{name} needed another attempt in {MOST_RUNS} runs running: mend it (tests/flaky.toml)"


class Retries:
    """The pytest plugin. Out of CI nothing is tried again."""

    def __init__(self, config, names=None, state=None):
        self._config = config
        self._names = names if names is not None else read_list() if os.environ.get("CI") else {}
        self._state = state

    def pytest_runtest_protocol(self, item, nextitem):
        """Run a listed test, again where it fails."""
        if item.nodeid not in self._names:
            return None
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        told = []
        for attempt in range(1, ATTEMPTS + 1):
            reports = runtestprotocol(item, log=False, nextitem=nextitem)
            failures = [report for report in reports if report.failed]
            if not failures or attempt == ATTEMPTS:
                break
            told.append(f"RETRY of {item.nodeid}, attempt {attempt} failed:\n{failures[0].longreprtext}")
        runs = book(item.nodeid, retried=bool(told), state=self._state)
        if runs >= MOST_RUNS and not failures:
            reports[1].outcome, reports[1].longrepr = "failed", too_often(item.nodeid)
        # A worker's own output is lost; the reports get through.
        reports[-1].user_properties += [("retry", text) for text in told]
        for report in reports:
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    def pytest_runtest_logreport(self, report):
        """Print what was tried again."""
        terminal = self._config.pluginmanager.get_plugin("terminalreporter")
        if terminal is not None:
            for key, text in report.user_properties:
                if key == "retry":
                    terminal.ensure_newline()
                    terminal.write_line(text)


def tell(text):
    print(text, file=sys.stderr)  # noqa: T201 - a command line


def main(arguments):
    """Answer the runs in a real editor; return the exit code."""
    names = read_list()
    match arguments:
        case ["may-retry", *asked] if asked:
            unlisted = [name for name in asked if name not in names]
            for name in unlisted:
                tell(f"{name} is not listed in tests/flaky.toml: it is not tried again")
            return 1 if unlisted else 0
        case ["ran", prefix, *retried]:
            ran = [name for name in names if name.startswith(prefix)]
            often = [name for name in ran if book(name, retried=name in retried) >= MOST_RUNS]
            for name in often:
                tell(too_often(name))
            return 1 if often else 0
    tell(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
