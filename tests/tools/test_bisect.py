"""`bisect` through the one place that every call goes through, with real git and real commands."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from models.settings import KnowledgeSettings, Settings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.scheduling.deadline import Deadline
from rca.toolkit.tool import ToolContext, invoke
from rca.tools.bisect import TOOL
from rca.workspace import Workspace
from tests.history.conftest import Sandbox
from tests.history.conftest import _own_configuration as own_configuration
from tests.verification.builds import wrapper

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the commands are shell scripts")
isolated_git = own_configuration

PRICE = "src/main/kotlin/shop/Price.kt"
CHECK = "sh check.sh"
TRACE = """echo 'Exception in thread "main" java.lang.IllegalStateException: price is negative' >&2
echo '	at shop.PriceKt.price(Price.kt:2)' >&2
echo '	at shop.PriceKt.main(Price.kt:5)' >&2
exit 1
"""


def price(factor: str) -> str:
    return (
        f"package shop\nfun price(n: Int): Int = n * {factor}\n\nfun main() {{\n    check(price(1) > 0)\n}}\n"
    )


class Shop:
    """A repository whose check fails from one commit on, and the tool called on it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "shop"
        self.root.mkdir()
        self.folder = folder
        self.sandbox = Sandbox(self.root)
        self.sandbox.git("init", "-q")
        self.asked = []
        self.told = []
        self.answer = "yes"

    def commit(self, summary: str, **files: str) -> str:
        for path, text in files.items():
            self.sandbox.write({"price": PRICE, "check": "check.sh"}.get(path, f"{path}.txt"), text)
        return self.sandbox.commit(summary)

    def history(self, count: int, bad: int, check: str = f"grep -q -- '* -1' {PRICE} || exit 0\n{TRACE}"):
        """Make commits of which the one with this number, from 0, broke the price."""
        made = [self.commit("Begin", price=price("1"), check=check)]
        for number in range(1, count):
            broken = {"price": price("-1")} if number == bad else {}
            made.append(self.commit(f"Change {number}", notes=str(number), **broken))
        return made

    def call(self, deadline=None, **parameters):
        workspace = Workspace([self.root], self.folder / "data")
        workspace.index()
        store = KnowledgeStore(self.folder / "data", KnowledgeSettings(starter=False))
        context = ToolContext(
            snapshot=workspace.snapshot,
            knowledge=store,
            settings=Settings(),
            data_dir=self.folder / "data",
            approve=self.approve,
            progress=self.told.append,
            deadline=deadline or Deadline(),
            environment={"PATH": os.environ["PATH"]},
        )
        return invoke(TOOL, {"command": CHECK} | parameters, context).model_dump(mode="json")

    def approve(self, request):
        self.asked.append(request)
        return self.answer

    def worktrees(self) -> list[str]:
        return self.sandbox.git("worktree", "list", "--porcelain").split("\n\n")


@pytest.fixture
def shop(tmp_path, isolated_git):
    return Shop(tmp_path)


def wait_until(holds, seconds=30.0):
    until = time.monotonic() + seconds
    while not holds() and time.monotonic() < until:
        time.sleep(0.05)
    return holds()


def test_the_commit_that_introduced_the_failure_is_found_in_few_runs(shop):
    made = shop.history(30, bad=18)
    data = shop.call(good=made[0])["data"]
    assert (data["outcome"], data["firstBad"]["commit"]) == ("found", made[18])
    verdicts = {run["commit"]: run["verdict"] for run in data["receipt"]["runs"]}
    assert verdicts == {made[29]: "failed", made[18]: "failed", made[17]: "passed"}
    assert data["receipt"]["command"] == [CHECK]
    assert shop.told[0].startswith(f"run 1: {made[29][:10]} Change 29")


def error_text() -> str:
    return "\n".join(line.split("'")[1] for line in TRACE.splitlines() if line.startswith("echo"))


def test_where_the_error_is_known_the_bad_commit_need_not_be_run(shop):
    made = shop.history(30, bad=18)
    data = shop.call(good=made[0], errorText=error_text())["data"]
    assert data["firstBad"]["commit"] == made[18]
    assert {run["commit"] for run in data["receipt"]["runs"]} == {made[18], made[17]}


def test_where_nothing_fails_with_the_known_error_the_bad_commit_is_run_at_last(shop):
    made = shop.history(4, bad=9)
    data = shop.call(good=made[0], errorText=error_text())["data"]
    assert data["outcome"] == "not_reproduced"
    assert [run["commit"] for run in data["receipt"]["runs"]][-2:] == [made[3], made[3]]


def test_nothing_is_left_of_the_worktree_and_the_work_tree_is_as_it_was(shop):
    made = shop.history(6, bad=3)
    shop.sandbox.write("notes.txt", "edited\n")
    answer = shop.call(good=made[0])
    assert any("not committed" in note for note in answer["meta"]["provenance"])
    assert len(shop.worktrees()) == 1
    assert (shop.root / "notes.txt").read_text() == "edited\n"
    assert shop.sandbox.git("rev-parse", "HEAD") == made[-1]


def test_without_a_yes_nothing_is_run(shop):
    shop.history(4, bad=2)
    shop.answer = "no"
    assert shop.call()["error"]["code"] == "APPROVAL_DENIED"
    assert shop.told == []
    assert CHECK in shop.asked[0].text
    assert "throw-away git worktree" in shop.asked[0].text


def test_commits_that_do_not_build_are_skipped(shop):
    made = [shop.commit("Begin", price=price("1"), check="exit 0\n")]
    made.append(shop.commit("Break the build", check="exit 125\n"))
    made.append(shop.commit("Break the price", price=price("-1")))
    made.append(shop.commit("Repair the build", check=TRACE))
    data = shop.call(good=made[0])["data"]
    assert data["outcome"] == "narrowed"
    assert {candidate["commit"] for candidate in data["candidates"]} == set(made[1:])
    assert {run["verdict"] for run in data["receipt"]["runs"]} == {"failed", "skipped"}


def test_another_failure_of_an_old_commit_tells_nothing(shop):
    other = TRACE.replace("IllegalState", "IllegalArgument").replace("price is negative", "no such thing")
    made = [shop.commit("Begin", price=price("1"), check="exit 0\n")]
    made.append(shop.commit("Another fault", check=other))
    made.append(shop.commit("Break the price", check=TRACE))
    data = shop.call(good=made[0])["data"]
    skipped = [run for run in data["receipt"]["runs"] if run["verdict"] == "skipped"]
    assert [run["commit"] for run in skipped] == [made[1]]
    assert skipped[0]["reason"].startswith("another failure: ")


def test_where_all_commits_fail_it_says_that_it_may_be_older(shop):
    shop.history(5, bad=0, check=TRACE)
    data = shop.call()["data"]
    assert data["outcome"] == "older"
    assert "or an older one" in data["explanation"]


def test_a_failure_that_does_not_show_is_no_failure(shop):
    shop.history(3, bad=9)
    data = shop.call()["data"]
    assert (data["outcome"], len(data["receipt"]["runs"])) == ("not_reproduced", 2)


def test_a_flaky_failure_is_run_twice_before_a_pass_counts(shop):
    count = shop.folder / "count"
    once = f"echo x >> {count}\ntest $(wc -l < {count}) -gt 1 || exit 0\n"
    made = shop.history(12, bad=5, check=f"{once}grep -q -- '* -1' {PRICE} || exit 0\n{TRACE}")
    data = shop.call(good=made[0])["data"]
    assert data["firstBad"]["commit"] == made[5]
    runs = [run["commit"] for run in data["receipt"]["runs"]]
    assert runs.count(made[4]) == 2
    assert "flaky" in data["explanation"]


def test_it_stops_after_so_many_runs(shop):
    made = shop.history(40, bad=20, check=f"grep -q -- '* -1' {PRICE} || exit 0\nexit 1\n")
    answer = shop.call(good=made[0], maxRuns=3)
    assert (answer["data"]["outcome"], len(answer["data"]["receipt"]["runs"])) == ("narrowed", 3)
    assert any("3 runs were made" in note for note in answer["meta"]["provenance"])


def test_a_cancelled_search_leaves_nothing(shop):
    shop.history(4, bad=2, check="sleep 60\nexit 1\n")
    deadline = Deadline()
    threading.Timer(0.2, lambda: wait_until(lambda: shop.told) and deadline.cancel()).start()
    started = time.monotonic()
    assert shop.call(deadline)["error"]["code"] == "TOOL_TIMEOUT"
    assert time.monotonic() - started < 40
    assert len(shop.worktrees()) == 1


def test_a_killed_process_leaves_no_worktree(shop):
    shop.history(4, bad=2, check="echo $PWD > ../../running\nsleep 60\nexit 1\n")
    script = """
        import sys
        from pathlib import Path
        from rca.bisection.throwaway_worktree import throwaway_worktree
        from rca.scheduling.deadline import Deadline
        import subprocess
        with throwaway_worktree(Path(sys.argv[1]), "HEAD", Deadline()) as tree:
            print(tree.path, flush=True)
            subprocess.run(["sleep", "60"], cwd=tree.path)
    """
    command = [sys.executable, "-c", textwrap.dedent(script), str(shop.root)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    path = Path(process.stdout.readline().strip())
    assert path.is_dir()
    assert len(shop.worktrees()) == 2
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert wait_until(lambda: not path.parent.exists())
    assert wait_until(lambda: len(shop.worktrees()) == 1)


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"command": None}, "`command` or `task`"),
        ({"task": "test"}, "not both"),
        ({"good": "nowhere"}, "'nowhere'"),
        ({"bad": "--all"}, "'--all'"),
        ({"good": "HEAD"}, "no commit between"),
    ],
)
def test_what_cannot_be_searched_is_told(shop, parameters, told):
    shop.history(2, bad=1)
    error = shop.call(**parameters)["error"]
    assert error["code"] == "INVALID_PARAMETERS"
    assert told in error["message"]


def test_a_folder_without_git_is_told(tmp_path):
    shop = Shop(tmp_path)
    subprocess.run(["rm", "-rf", str(shop.root / ".git")], check=True)
    error = shop.call()["error"]
    assert error["code"] == "INVALID_PARAMETERS"
    assert "no git work tree" in error["message"]


def test_a_task_is_run_with_the_wrapper_of_each_commit(shop):
    wrapper(shop.root, f"grep -q -- '* -1' {PRICE} || exit 0\n{TRACE}")
    made = shop.history(8, bad=4)
    data = shop.call(command=None, task=":app:test", good=made[0])["data"]
    assert data["firstBad"]["commit"] == made[4]
    assert data["receipt"]["command"][-1] == ":app:test"


def test_a_task_without_a_build_is_told(shop):
    shop.history(2, bad=1)
    assert shop.call(command=None, task=":app:test")["error"]["code"] == "BUILD_TOOL_NOT_FOUND"
