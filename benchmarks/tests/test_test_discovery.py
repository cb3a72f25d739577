"""The comparison of found tests with those of reports."""

from benchmarks.test_discovery import compare, reported_tests

REPORT = """<testsuite>
<testcase classname="a.ATest" name="one"/>
<testcase classname="a.ATest" name="many(int)[1]"/>
<testcase classname="a.ATest" name="many(int)[2]"/>
</testsuite>"""


def test_invocations_are_one_test(tmp_path):
    (tmp_path / "TEST-a.ATest.xml").write_text(REPORT)
    assert reported_tests([tmp_path]) == {("a.ATest", "one"), ("a.ATest", "many")}


def test_disabled_tests_and_those_that_do_not_run_cost_no_precision():
    found = {("a.A", "one"): True, ("a.A", "two"): True, ("a.A", "off"): False}
    figures = compare(found, {("a.A", "one"), ("a.A", "three")})
    assert (figures["recall"], figures["precision"]) == (0.5, 0.5)
    assert (figures["not found"], figures["not reported"]) == (["a.A three"], ["a.A two"])
