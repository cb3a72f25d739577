"""`verify_solution` through the one place that every call goes through, on wrappers that act a build."""

import json
import signal
import subprocess
import sys
import threading
import time

import pytest

from models.settings import KnowledgeSettings, Settings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.scheduling.deadline import Deadline
from rca.toolkit.tool import ToolContext, invoke
from rca.tools import analyze_error, confirm_solution, record_solution, vector_search_db
from rca.tools.verify_solution import TOOL
from rca.workspace import Workspace
from tests.project_folder import write_file
from tests.verification.builds import commit, is_alive, wrapper

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the wrappers are shell scripts")


def wait_until(holds, seconds=30.0):
    until = time.monotonic() + seconds
    while not holds() and time.monotonic() < until:
        time.sleep(0.05)
    return holds()


CART = 'package a.b\nclass Cart {\n    fun total(): Int = error("empty")\n}\n'
ERROR = (
    "> Task :app:compileKotlin FAILED\n"
    "e: file:///w/src/main/kotlin/a/b/Cart.kt:3:9 Unresolved reference 'total'.\n\n"
    "FAILURE: Build failed with an exception.\n\n* What went wrong:\n"
    "Execution failed for task ':app:compileKotlin'.\n> Compilation error. See log for more details\n"
)
FAILS = f"cat <<'END'\n{ERROR}END\nexit 1\n"
OTHER = FAILS.replace("Unresolved reference 'total'.", "Type mismatch: inferred type is Int")
PASSES = "echo '> Task :app:compileKotlin'; echo '1 actionable task: 1 executed'\n"


class Shop:
    """A project with a wrapper, and the tools called on it."""

    def __init__(self, folder):
        self.root = folder / "shop"
        self.root.mkdir()
        write_file(self.root, "src/main/kotlin/a/b/Cart.kt", CART)
        self.workspace = Workspace([self.root], folder / "data")
        self.store = KnowledgeStore(folder / "data", KnowledgeSettings(starter=False))
        self.data = folder / "data"
        self.asked = []
        self.told = []
        self.answer = "yes"
        self.observe = lambda _observation: None

    def build(self, script):
        wrapper(self.root, script)

    def call(self, tool, deadline=None, **parameters):
        self.workspace.index()
        context = ToolContext(
            snapshot=self.workspace.snapshot,
            knowledge=self.store,
            settings=Settings(),
            data_dir=self.data,
            approve=self.approve,
            progress=self.told.append,
            deadline=deadline or Deadline(),
            observe=self.observe,
        )
        return invoke(tool.TOOL, parameters, context).model_dump(mode="json")

    def approve(self, request):
        self.asked.append(request)
        return self.answer

    def record(self, text=ERROR):
        answer = self.call(record_solution, errorText=text, rootCause="No total.", solution="Add total().")
        return answer["data"]["id"]

    def verify(self, id_, deadline=None, **parameters):
        tool = type("Tool", (), {"TOOL": TOOL})
        return self.call(tool, deadline, id=id_, **parameters)


@pytest.fixture
def shop(tmp_path):
    made = Shop(tmp_path)
    yield made
    made.store.close()
    made.workspace.close()


def test_a_pass_is_a_receipt_and_validates(shop):
    id_ = shop.record()
    shop.build(PASSES)
    head = commit(shop.root)
    answer = shop.verify(id_)
    data = answer["data"]
    assert (data["state"], data["userValidated"]) == ("validated", True)
    receipt = data["receipt"]
    assert (receipt["outcome"], receipt["validates"], receipt["exitCode"]) == ("passed", True, 0)
    assert receipt["command"] == [
        "./gradlew",
        "--console=plain",
        "--no-daemon",
        ":app:compileKotlin",
        "--rerun",
    ]
    assert (receipt["commit"], receipt["diffHash"]) == (head, None)
    assert receipt["tools"] == {"gradle": "8.5", "jdk": "17.0.9"}
    assert receipt["fingerprint"].startswith("build-")
    assert receipt["startedAt"].endswith("Z")
    assert "output" not in data
    hit = shop.call(vector_search_db, query=ERROR, minConfidence=0)["data"]["results"][0]
    assert (hit["state"], hit["worked"], hit["receipts"]) == ("validated", 1, [receipt])


REPORT = (
    "mkdir -p app/build/test-results/test; cat > app/build/test-results/test/TEST-a.xml <<'END'\n"
    '<testsuite tests="2" failures="1"><testcase name="sums" classname="a.b.CartTest"/>\n{rest}\nEND\n'
)


def test_a_pass_with_a_report_that_is_cut_short_proves_nothing(shop):
    id_ = shop.record()
    shop.build(REPORT.replace("{rest}", '<testcase name="adds"') + PASSES)
    answer = shop.verify(id_)
    receipt = answer["data"]["receipt"]
    assert (receipt["outcome"], receipt["validates"]) == ("passed", False)
    assert receipt["doubt"] == "unread_report"
    assert "hidden" in answer["data"]["explanation"]
    assert answer["meta"]["completeness"] == "partial"
    assert "TEST-a.xml is cut short" in answer["meta"]["provenance"][0]


def test_no_test_was_seen_where_no_report_could_be_read(shop):
    id_ = shop.record()
    shop.build("mkdir -p build/test-results/test; : > build/test-results/test/TEST-a.xml\n")
    receipt = shop.verify(id_, task=":test")["data"]["receipt"]
    assert receipt["outcome"] == "nothing_ran"
    assert "TEST-a.xml is empty" in receipt["error"]


def test_the_user_sees_the_command_itself_before_anything_runs(shop):
    id_ = shop.record()
    shop.build("echo ran > ran\n" + PASSES)
    for answer, code in (("no", "APPROVAL_DENIED"), ("nobody", "APPROVAL_REQUIRED")):
        shop.answer = answer
        assert shop.verify(id_)["error"]["code"] == code
    assert not (shop.root / "ran").exists()
    asked = shop.asked[-1]
    assert (asked.tool, asked.risk, asked.parameters) == ("verify_solution", "dangerous", {"id": id_})
    assert asked.details["command"].endswith(":app:compileKotlin")
    assert asked.details["directory"] == str(shop.root.resolve())


def test_the_same_error_is_still_there(shop):
    id_ = shop.record()
    shop.build(FAILS)
    data = shop.verify(id_)["data"]
    assert (data["state"], data["receipt"]["outcome"]) == ("candidate", "still_failing")
    assert "Unresolved reference 'total'" in data["explanation"]
    assert "Unresolved reference" in data["output"]
    assert data["receipt"]["foundFingerprints"] == [data["receipt"]["fingerprint"]]


def test_another_error_neither_validates_nor_counts_against_it(shop):
    id_ = shop.record()
    shop.build(OTHER)
    data = shop.verify(id_)["data"]
    assert (data["state"], data["receipt"]["outcome"]) == ("candidate", "other_failure")
    assert data["receipt"]["error"] == "Type mismatch: inferred type is Int"


@pytest.mark.parametrize("state", ["UP-TO-DATE", "NO-SOURCE", "FROM-CACHE"])
def test_nothing_ran_is_no_receipt_and_is_said(shop, state):
    id_ = shop.record()
    shop.build(f"echo '> Task :app:compileKotlin {state}'\n")
    data = shop.verify(id_)["data"]
    assert (data["state"], data["receipt"]["outcome"]) == ("candidate", "nothing_ran")
    assert data["explanation"] == f"No receipt: nothing was run: :app:compileKotlin was {state}"


def test_another_task_proves_something_only_where_it_failed_before(shop):
    id_ = shop.record()
    shop.build("echo '> Task :app:lint'; echo '1 actionable task: 1 executed'\n")
    data = shop.verify(id_, task=":app:lint")["data"]
    assert (data["state"], data["receipt"]["doubt"]) == ("candidate", "not_known_to_fail")
    shop.build(FAILS)
    assert shop.verify(id_, task=":app:lint")["data"]["receipt"]["outcome"] == "still_failing"
    shop.build("echo '> Task :app:lint'; echo '1 actionable task: 1 executed'\n")
    assert shop.verify(id_, task=":app:lint")["data"]["state"] == "validated"


def test_what_fails_and_passes_on_the_same_code_is_flaky(shop):
    id_ = shop.record()
    shop.build(f"[ -f ../fixed ] || {{ {FAILS} }}\n{PASSES}")
    commit(shop.root)
    assert shop.verify(id_)["data"]["receipt"]["outcome"] == "still_failing"
    (shop.root.parent / "fixed").touch()
    data = shop.verify(id_)["data"]
    assert (data["state"], data["receipt"]["doubt"]) == ("candidate", "same_code")
    assert "flaky" in data["explanation"]
    write_file(shop.root, "src/main/kotlin/a/b/Cart.kt", CART.replace("error(", "check("))
    data = shop.verify(id_)["data"]
    assert data["state"] == "validated"
    assert len(data["receipt"]["diffHash"]) == 64


def test_code_that_changes_during_the_run_proves_nothing_but_what_the_build_writes_does_not_count(shop):
    id_ = shop.record()
    shop.build("mkdir -p app/build; date +%N > app/build/out; date +%N > .gradle-run\n" + PASSES)
    commit(shop.root)
    assert shop.verify(id_)["data"]["receipt"]["doubt"] == "code_changed"
    shop.build("mkdir -p app/build; date +%N > app/build/out\n" + PASSES)
    (shop.root / ".gradle-run").unlink()
    commit(shop.root)
    assert shop.verify(id_)["data"]["state"] == "validated"


def test_a_run_that_hangs_is_stopped(shop):
    id_ = shop.record()
    shop.build("echo '> Task :app:compileKotlin'; sleep 60\n")
    data = shop.verify(id_, timeoutSeconds=1)["data"]
    assert (data["state"], data["receipt"]["outcome"], data["receipt"]["exitCode"]) == (
        "candidate", "timed_out", None
    )  # fmt: skip
    assert shop.told == ["> Task :app:compileKotlin"]


def test_a_cancelled_run_keeps_nothing(shop):
    id_ = shop.record()
    shop.build("sleep 60\n")
    deadline = Deadline()
    threading.Timer(0.7, deadline.cancel).start()
    assert shop.verify(id_, deadline)["error"]["code"] == "TOOL_TIMEOUT"
    hit = shop.call(vector_search_db, query=ERROR, minConfidence=0)["data"]["results"][0]
    assert "receipts" not in hit


def test_secrets_and_home_folders_of_a_run_are_masked(shop):
    id_ = shop.record()
    token = "ghp_" + "a1B2" * 9
    shop.build(f"echo token={token} /home/ann/x\n{FAILS}")
    answer = json.dumps(shop.verify(id_))
    assert token not in answer
    assert "/home/ann" not in answer


def test_a_build_tool_that_does_not_start_is_told(shop):
    id_ = shop.record()
    write_file(shop.root, "gradlew", "#!/bin/sh\necho 'JAVA_HOME is not set' >&2\nexit 1\n").chmod(0o755)
    error = shop.verify(id_)["error"]
    assert error["code"] == "COMMAND_FAILED"
    assert "JAVA_HOME is not set" in error["message"]


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({"id": "nothing"}, "INVALID_PARAMETERS"),
        ({"task": "--init-script"}, "INVALID_PARAMETERS"),
        ({"tests": ["-Dx"]}, "INVALID_PARAMETERS"),
        ({"directory": ".."}, "DIRECTORY_NOT_FOUND"),
        ({"directory": "src"}, "BUILD_TOOL_NOT_FOUND"),
        ({"timeoutSeconds": 0}, "INVALID_PARAMETERS"),
    ],
)
def test_what_cannot_be_run_is_told_before_anybody_is_asked(shop, parameters, code):
    shop.build(PASSES)
    id_ = parameters.pop("id", None) or shop.record()
    shop.asked.clear()
    assert shop.verify(id_, **parameters)["error"]["code"] == code
    assert shop.asked == []


def test_a_record_that_names_no_task_wants_one(shop):
    shop.build(PASSES)
    id_ = shop.record("java.lang.IllegalStateException: empty\n\tat a.b.Cart.total(Cart.kt:3)\n")
    error = shop.verify(id_)["error"]
    assert error["code"] == "MISSING_VALUE"
    assert "task" in error["suggestion"]


def test_a_validated_solution_whose_run_fails_again_is_a_candidate(shop):
    id_ = shop.record()
    shop.build(PASSES)
    assert shop.verify(id_)["data"]["state"] == "validated"
    shop.build(FAILS)
    assert shop.verify(id_)["data"]["state"] == "candidate"
    hit = shop.call(vector_search_db, query=ERROR, minConfidence=0)["data"]["results"][0]
    assert any("came back" in line for line in hit["standing"])
    assert [receipt["outcome"] for receipt in hit["receipts"]] == ["still_failing", "passed"]


def test_a_receipt_does_not_overrule_a_person(shop):
    id_ = shop.record()
    shop.call(confirm_solution, id=id_, outcome="harmful")
    shop.build(PASSES)
    assert shop.verify(id_)["data"]["state"] == "harmful"


def test_an_error_that_is_analysed_after_the_receipt_takes_it_back(shop):
    id_ = shop.record()
    shop.build(PASSES)
    shop.verify(id_)
    answer = shop.call(analyze_error, errorText=ERROR)
    (hit,) = answer["data"]["similarSolutions"]
    assert (hit["id"], hit["state"]) == (id_, "candidate")
    assert any("came back" in line for line in hit["standing"])


def test_the_command_line_runs_it_and_says_by_its_exit_code_whether_it_works(shop, tmp_path):
    id_ = shop.record()
    command = [
        sys.executable, "-m", "lsp_server", "knowledge", "verify", id_, "--workspace", str(shop.root),
    ]  # fmt: skip
    environment = {"RCA_DATA_DIR": str(shop.data), "RCA_KNOWLEDGE_STARTER": "off", "PATH": "/usr/bin:/bin"}

    def rca(*more):
        return subprocess.run(
            [*command, *more],
            env=environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )

    shop.build(PASSES)
    refused = rca()
    assert (refused.returncode, "APPROVAL_REQUIRED" in refused.stderr) == (1, True)
    passed = rca("--yes")
    assert (passed.returncode, passed.stderr) == (0, "")
    assert ":app:compileKotlin passed and the error is gone" in passed.stdout
    assert f"solution   {id_}: confirmed: it worked" in passed.stdout
    shop.build(FAILS)
    failed = rca("--yes", "--json")
    assert failed.returncode == 1
    assert json.loads(failed.stdout)["data"]["receipt"]["outcome"] == "still_failing"


def test_an_interrupted_command_leaves_no_build_behind(shop):
    id_ = shop.record()
    shop.build("echo $$ > pid; echo started; exec sleep 60\n")
    environment = {"RCA_DATA_DIR": str(shop.data), "RCA_KNOWLEDGE_STARTER": "off", "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-m", "lsp_server", "knowledge", "verify", id_, "--yes"]
    running = subprocess.Popen(
        [*command, "--workspace", str(shop.root)],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    pid_file = shop.root / "pid"
    assert wait_until(lambda: pid_file.is_file() and pid_file.read_text().strip() != "")
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=30)
    build = int(pid_file.read_text())
    assert running.returncode != 0
    assert wait_until(lambda: not is_alive(build))


def test_a_receipt_confirms_the_hypothesis_whose_code_the_fix_changed(shop):
    crash = (
        "java.lang.IllegalStateException: empty\n"
        "\tat a.b.Cart.total(Cart.kt:3)\n\tat a.b.Checkout.pay(Checkout.kt:3)\n"
    )
    write_file(
        shop.root,
        "src/main/kotlin/a/b/Checkout.kt",
        "package a.b\nclass Checkout {\n    fun pay() = Cart().total()\n}\n",
    )

    def total():
        found = shop.call(analyze_error, errorText=crash)["data"]["hypotheses"]
        return next(one for one in found if one["places"][0]["function"] == "Cart.total")

    shop.observe = shop.store.record_observation
    before = total()
    answer = shop.call(
        record_solution, errorText=crash, rootCause="No items.", solution="An empty cart is 0."
    )
    id_ = answer["data"]["id"]
    shop.build(f"cat <<'END'\n> Task :app:check FAILED\nException in thread \"main\" {crash}END\nexit 1\n")
    assert shop.verify(id_, task=":app:check")["data"]["receipt"]["outcome"] == "still_failing"
    write_file(shop.root, "src/main/kotlin/a/b/Cart.kt", CART.replace('error("empty")', "0"))
    shop.build(PASSES)
    assert shop.verify(id_, task=":app:check")["data"]["state"] == "validated"
    write_file(shop.root, "src/main/kotlin/a/b/Cart.kt", CART)
    after = total()
    assert after["confidence"] > before["confidence"]
    assert any(one.endswith("after a change here it worked.") for one in after["evidence"])
