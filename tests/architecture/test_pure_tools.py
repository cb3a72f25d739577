"""A tool is a function of its context: clock, environment and state come with the call.

What code refers to is read from its syntax tree. `rca/tools` may refer to none of it at all; in the rest of the engine
each file that does is listed below with its reason, and a line of the list that no file needs any more fails too.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

WALL_CLOCK = {
    "time.time", "time.time_ns", "time.localtime", "time.gmtime", "time.strftime", "time.ctime",
    "datetime.now", "datetime.utcnow", "datetime.today", "date.today",
}  # fmt: skip
STOPWATCH = {"time.monotonic", "time.monotonic_ns", "time.perf_counter", "time.perf_counter_ns"}
ENVIRONMENT = {
    "os.environ", "os.environb", "os.getenv", "os.getcwd", "Path.cwd", "Path.home", "os.path.expanduser",
    "os.getlogin", "socket.gethostname", "platform.node", "getpass.getuser", "locale.getlocale",
}  # fmt: skip
CHANCE = {"random", "secrets", "uuid.uuid1", "uuid.uuid4", "os.urandom"}

ALLOWED = {
    "wall clock": {
        "the defaults of the context itself, and of stores that are made with a clock": (
            "toolkit/tool.py", "knowledge/ledger/ledger.py", "knowledge/knowledge_store.py", "web/response_cache.py", "web/page_ranking.py",
        ),
        "the journal of calls and the expiry of rules, which `invoke` keeps and no tool sees": (
            "policy/metrics.py", "policy/policy_state.py",
        ),
        "whether a file that was just written may change again within a tick of its time": (
            "files/read_cache.py", "index/storage/file_record.py", "text_index/file_stamp.py", "workspace/folder_listing.py", "workspace/snapshot.py",
        ),
        "how old our own files are, which nobody is answered from any more": (
            "index/stale_databases.py", "knowledge/ledger/backup.py", "knowledge/embedding/onnx_model.py", "knowledge/embedding/model_cleanup.py",
            "knowledge/ledger/ledger_database.py",
        ),
        "the pauses that web services ask for, and the day on which the user allowed them": (
            "web/consent.py", "web/docs_index.py", "web/doc_folders.py", "web/rate_limits.py", "web/stackoverflow.py",
        ),
        "names of events that must be told apart between machines": ("knowledge/ledger/event_ids.py",),
        "when a terminal of the editor or a team's server said something: no call is under way": (
            "events/error_watcher.py", "knowledge/team/synchronization.py", "terminal/command_history.py",
        ),
    },
    "stopwatch": {
        "the time that is left of a call": (
            "scheduling/deadline.py", "history/git.py", "editor_callers.py", "subprocesses.py", "toolkit/tool.py", "scheduling/fair_lock.py",
            "web/http_client.py", "web/page_fetch.py", "web/web_search.py", "knowledge/team/team_query.py",
        ),
        "how long a program is stopped under the debugger, which its result says": (
            "jdwp/capture_run.py", "jdwp/exception_watch.py", "jdwp/execution_recorder.py",
            "jdwp/jdwp_connection.py", "jdwp/value_reader.py",
        ),
        "how long a device says nothing more of a crash, and how late a crash may be reported": (
            "devices/device_context.py", "devices/device_watch.py",
        ),
        "how long another connection's lock on a database is waited for": ("sqlite_database.py",),
        "how long a program ran, which its result says": (
            "agent/investigation_record.py", "bisection/bisect_run.py",
        ),
        "how much work is done at once behind the scenes, and how long a look at the disk is believed": (
            "events/error_watcher.py", "scheduling/gc_tuning.py", "scheduling/typing_throttle.py", "xrefs/link_loop.py",
            "text_index/index_reader.py", "knowledge/ledger/reindexing.py", "knowledge/embedding/vector_index.py", "knowledge/maintenance.py",
            "workspace/folder_listing.py", "workspace/workspace.py", "builds/report_follower.py",
        ),
    },
    "environment": {
        "the default of the context itself": ("toolkit/tool.py",),
        "what the project's own build and git run in is the server's environment": (
            "builds/build_process.py", "history/git.py", "bisection/throwaway_worktree.py",
        ),
        "which of two builds of the readers is loaded, once": ("native_modules.py",),
        "git's own ignore file of the user": ("workspace/ignore_rules.py",),
        "settings name folders by `~`": (
            "knowledge/embedding/embedder.py", "web/doc_folders.py", "analysis/locating/symbol_file_search.py",
        ),
        "the model's libraries are told to stay off the network": ("knowledge/embedding/sentence_transformer.py",),
        "the machine's name, hashed, tells its projects from another machine's in what a team shares": (
            "analysis/knowledge_project.py", "knowledge/team/team_membership.py",
        ),
        "a workspace that is given no folder": ("workspace/workspace.py",),
        "where the build's caches lie, as the build itself finds them": (
            "causes/configuration/versions/cached_metadata.py",
        ),
    },
    "chance": {
        "names of files, runs, events and members that must be new": (
            "subprocesses.py", "files/atomic_write.py", "knowledge/ledger/event_ids.py", "knowledge/team/team_membership.py",
            "policy/output_store.py", "devices/app_install.py", "devices/captured_file.py", "devices/screen_recording.py",
        ),
        "a shape that cannot be read is like no other": ("index/interface_hash.py",),
    },
    "global": {
        "when the interpreter last looked for garbage": ("scheduling/gc_tuning.py",),
        "the last name that was given to an event": ("knowledge/ledger/event_ids.py",),
    },
}  # fmt: skip
KINDS = {"wall clock": WALL_CLOCK, "stopwatch": STOPWATCH, "environment": ENVIRONMENT, "chance": CHANCE}


def full_names(tree):
    """Return the dotted name of each reference, with what imports have renamed undone."""
    imported = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for name in node.names:
                imported[name.asname or name.name] = f"{node.module}.{name.name}"
        elif isinstance(node, ast.Import):
            for name in node.names:
                if name.asname:
                    imported[name.asname] = name.name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name):
            parts, inner = [], node
            while isinstance(inner, ast.Attribute):
                parts.append(inner.attr)
                inner = inner.value
            if isinstance(inner, ast.Name):
                whole = (*imported.get(inner.id, inner.id).split("."), *reversed(parts))
                yield ".".join(whole)
                yield ".".join(whole[-2:])


def references(source):
    """Return the kinds of outside state that a source refers to."""
    tree = ast.parse(source)
    names = set(full_names(tree))
    found = {
        kind
        for kind, banned in KINDS.items()
        if any(name in banned or name.split(".")[0] in banned & {"random", "secrets"} for name in names)
    }
    if any(isinstance(node, ast.Attribute) and node.attr == "expanduser" for node in ast.walk(tree)):
        found.add("environment")
    if any(isinstance(node, ast.Global) for node in ast.walk(tree)):
        found.add("global")
    return found


@cache
def engine():
    """Return file → kinds of outside state, for each file of the engine."""
    return {
        path.relative_to(ROOT / "rca").as_posix(): references(path.read_text(encoding="utf-8"))
        for path in (ROOT / "rca").rglob("*.py")
        if "_compiled" not in path.parts
    }


def test_tools_refer_to_no_clock_environment_chance_or_global():
    tools = {file: kinds for file, kinds in engine().items() if file.startswith("tools/")}
    assert len(tools) > 40
    assert {file: kinds for file, kinds in tools.items() if kinds} == {}


@pytest.mark.parametrize("kind", ALLOWED)
def test_what_tools_use_refers_to_it_only_where_it_is_said_why(kind):
    found = {file for file, kinds in engine().items() if kind in kinds}
    allowed = [file for files in ALLOWED[kind].values() for file in files]
    assert sorted(found) == sorted(allowed)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("import time\ntime.time()", "wall clock"),
        ("from time import time as seconds\nseconds()", "wall clock"),
        ("import datetime as dt\ndt.datetime.now()", "wall clock"),
        ("from datetime import UTC, datetime\nnow = lambda: datetime.now(UTC)", "wall clock"),
        ("from time import monotonic\nmonotonic()", "stopwatch"),
        ("import os\nos.environ['A']", "environment"),
        ("from os import environ\nenviron['A']", "environment"),
        ("from pathlib import Path\nPath.home()", "environment"),
        ("import pathlib\npathlib.Path('~').expanduser()", "environment"),
        ("import random\nrandom.random()", "chance"),
        ("from uuid import uuid4\nuuid4()", "chance"),
        ("last = 0\ndef f():\n    global last\n    last = 1", "global"),
        ("def f(context):\n    return context.now(), context.environment", None),
    ],
)
def test_each_way_of_spelling_it_is_seen(source, kind):
    assert references(source) == ({kind} if kind else set())
