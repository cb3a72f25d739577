"""Failing, fixed, receipt: real Gradle and real Maven run the project's own test."""

from datetime import UTC, datetime

import pytest

from models.evidence import Environment
from rca.error_text import parse
from rca.error_text.failed_tasks import FailedTasks, failing_of
from rca.knowledge.problem.problem import of_report
from rca.scheduling.deadline import Deadline
from rca.verification import PriorEvidence, Sought, plan_run, verify
from tests.project_folder import write_file
from tests.verification.builds import FIXED, commit, gradle_project, maven_project, needs_gradle, needs_maven

CALC = "src/main/java/demo/Calc.java"


GRADLE_SAID = """:compileJava
:test

demo.CalcTest > halves FAILED
    java.lang.ArithmeticException at CalcTest.java:4

2 tests completed, 1 failed
:test FAILED

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':test'.
> There were failing tests. See the report at: file:///demo/build/reports/tests/test/index.html
"""
MAVEN_SAID = """[INFO] Running demo.CalcTest
[ERROR] Tests run: 2, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: 0.04 s <<< FAILURE! - in demo.CalcTest
[ERROR] halves(demo.CalcTest)  Time elapsed: 0.003 s  <<< ERROR!
java.lang.ArithmeticException: / by zero
\tat demo.CalcTest.halves(CalcTest.java:4)

[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2.22.3:test (default-test) on \
project demo: There are test failures.
"""
"""What both print of the faulty project."""


class Verifying:
    """A recorded failure of a build, and its verification."""

    def __init__(self, folder, text):
        self.folder = folder
        report = parse(text)
        problem = of_report(report)
        self.failing = failing_of(report, text)
        self.sought = Sought(problem.fingerprint, problem.types, problem.message)
        self.receipts = []

    def run(self):
        plan = plan_run(self.folder, self.folder, self.failing)
        known = PriorEvidence(
            self.sought, tuple(self.receipts), Environment(kotlin="2.1.0"), is_recorded=True
        )
        receipt = verify(plan, known, 240, Deadline(), lambda: datetime.now(UTC)).receipt
        self.receipts.append(receipt)
        return receipt


def _fails_is_fixed_and_passes(verifying, tool):
    still = verifying.run()
    assert (still.outcome, still.validates, still.exit_code, still.tests) == ("still_failing", False, 1, 1)
    assert still.error == "java.lang.ArithmeticException: / by zero"
    write_file(verifying.folder, CALC, FIXED)
    passed = verifying.run()
    assert (passed.outcome, passed.validates, passed.exit_code, passed.tests) == ("passed", True, 0, 1)
    assert passed.tools.keys() == {tool, "jdk", "kotlin"}
    assert passed.commit == still.commit is not None
    assert still.diff_hash is None
    assert passed.diff_hash is not None


@needs_gradle
@pytest.mark.usefixtures("private_gradle")
def test_a_gradle_test(tmp_path):
    folder = gradle_project(tmp_path.resolve())
    write_file(folder, ".gitignore", "build/\n.gradle/\n")
    commit(folder)
    _fails_is_fixed_and_passes(Verifying(folder, GRADLE_SAID), "gradle")


@needs_maven
def test_a_maven_test(tmp_path):
    folder = maven_project(tmp_path.resolve())
    write_file(folder, ".gitignore", "target/\n")
    commit(folder)
    _fails_is_fixed_and_passes(Verifying(folder, MAVEN_SAID), "maven")


@needs_maven
def test_maven_without_the_test(tmp_path):
    verifying = Verifying(maven_project(tmp_path.resolve(), FIXED), MAVEN_SAID)
    verifying.failing = FailedTasks("maven", "test", ("demo.CalcTest.nothing",))
    assert verifying.run().outcome == "nothing_ran"
