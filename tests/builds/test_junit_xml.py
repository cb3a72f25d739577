"""What is read of a JUnit report that is damaged, and what the answer says is missing."""

import os
import sys
import threading
import tracemalloc

import pytest

from rca.builds import junit_xml, test_reports
from rca.builds.junit_xml import TestCase, read_report
from rca.builds.report_files import MOST_TOLD, ReportProblem, describe
from rca.builds.test_reports import stamps, written_since
from rca.scheduling.deadline import Cancelled, Deadline

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="a.CartTest" tests="3" failures="1" errors="0">\n'
ADDS = '<testcase name="adds" classname="a.CartTest" time="0.1"/>\n'
SUMS = (
    '<testcase name="sums" classname="a.CartTest"><failure message="{message}" type="a.Odd">'
    "a.Odd: {message}\n\tat a.Cart.sum(Cart.kt:4)</failure></testcase>\n"
)
WAITS = '<testcase name="waits" classname="a.CartTest"/>\n'
END = "</testsuite>\n"


def read(tmp_path, content):
    path = tmp_path / "TEST-a.CartTest.xml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    report = read_report(path, Deadline())
    return {case.name: case for case in report.cases}, report.problem


def full(message):
    return HEAD + ADDS + SUMS.replace("{message}", message) + WAITS + END


def test_a_report_that_is_whole_has_no_problem(tmp_path):
    cases, problem = read(tmp_path, full("&lt;no&gt; &#233; \U0001f600"))
    assert [case.status for case in cases.values()] == ["passed", "failed", "passed"]
    assert cases["sums"].text.startswith("a.Odd: <no> é \U0001f600\n")
    assert problem is None


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("\x1b[31mred", "\x1b[31mred"),
        ("&#27;[31mred", "\x1b[31mred"),
        ("&#x1B;[31mred", "\x1b[31mred"),
        ("nul \x00 here", "nul \x00 here"),
        ("nul &#0; here", "nul \x00 here"),
        ("&#55357;&#56832; smile", "\U0001f600 smile"),
        ("&#xD83D;&#xDE00; smile", "\U0001f600 smile"),
        ("half &#xD83D; pair", "half \ufffd pair"),
        ("too large &#9999999;", "too large \ufffd"),
        ("\uffff", "\ufffd"),
        ("a & b &nbsp; c &amp; d", "a & b &nbsp; c & d"),
        ("]]> outside &#27;", "]]> outside \x1b"),
    ],
)
def test_what_xml_forbids_is_read_all_the_same(tmp_path, written, read_as):
    cases, problem = read(tmp_path, full(written))
    assert [case.status for case in cases.values()] == ["passed", "failed", "passed"]
    assert cases["sums"].text.startswith(f"a.Odd: {read_as}\n")
    assert "does not allow" in problem


def test_sections_of_cdata_keep_what_looks_like_a_reference(tmp_path):
    text = "<![CDATA[a.Odd: &#27; & ]] > \x1b]]>"
    content = HEAD + SUMS.replace("a.Odd: {message}", text).replace("{message}", "x &amp; y") + END
    cases, _problem = read(tmp_path, content)
    assert cases["sums"].text.startswith("a.Odd: &#27; & ]] > \x1b\n")


@pytest.mark.parametrize("offset", range(40))
def test_no_repair_depends_on_where_a_piece_ends(tmp_path, monkeypatch, offset):
    monkeypatch.setattr("rca.builds.xml_reading._CHUNK", 40)
    content = f"<!--{'x' * offset}-->" + full(
        "&#27;&#xD83D;&#xDE00; & <![CDATA[&#27;]]> z".replace("<", "&lt;")
    )
    cases, _problem = read(tmp_path, content.replace('<?xml version="1.0" encoding="UTF-8"?>\n', ""))
    assert cases["sums"].text.startswith("a.Odd: \x1b\U0001f600 & <![CDATA[\x1b]]> z\n")


@pytest.mark.parametrize(
    ("content", "read_as"),
    [
        (full("caf\xe9").encode("latin-1"), "caf\ufffd"),
        (full("caf\xe9").replace("UTF-8", "ISO-8859-1").encode("latin-1"), "caf\xe9"),
        (full("\u8cfc\u7269").replace("UTF-8", "GBK").encode("gbk"), "\u8cfc\u7269"),
        (full("caf\xe9").replace("UTF-8", "x-unheard-of").encode(), "caf\xe9"),
        (full("caf\xe9").replace("UTF-8", "UTF-16").encode(), "caf\xe9"),
        (b"\xff\xfe" + full("caf\xe9 \x1b").replace("UTF-8", "UTF-16").encode("utf-16-le"), "caf\xe9 \x1b"),
        (b"\xef\xbb\xbf" + full("caf\xe9 \x1b").encode(), "caf\xe9 \x1b"),
    ],
)
def test_bytes_of_any_encoding_lose_no_test(tmp_path, content, read_as):
    cases, _problem = read(tmp_path, content)
    assert [case.status for case in cases.values()] == ["passed", "failed", "passed"]
    assert cases["sums"].text.startswith(f"a.Odd: {read_as}\n")


def test_of_a_file_that_is_cut_short_the_tests_before_are_read(tmp_path):
    cases, problem = read(tmp_path, HEAD + ADDS + '<testcase name="sums" classname="a.Ca')
    assert list(cases) == ["adds"]
    assert problem == (
        "is cut short in line 4; of its 3 tests 1 were read; it counts 1 failed tests, of which it shows 0"
    )


def test_a_failure_in_which_a_file_is_cut_is_a_failed_test(tmp_path):
    cases, problem = read(tmp_path, full("no").partition("\tat a.Cart")[0])
    assert (cases["adds"].status, cases["sums"].status) == ("passed", "failed")
    assert cases["sums"].text.startswith("a.Odd: no")
    assert problem == "is cut short in line 5; of its 3 tests 2 were read"


def test_a_file_that_breaks_in_the_middle_tells_where(tmp_path):
    cases, problem = read(tmp_path, HEAD + ADDS + "<testcase <oops>\n" + WAITS + END)
    assert list(cases) == ["adds"]
    assert "no well-formed XML from line 4 on" in problem


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "is empty"),
        ("\n \n", "is empty"),
        ("<html/>", "no JUnit report"),
        ("no xml", "no well-formed XML"),
    ],
)
def test_a_file_without_tests_is_named_with_its_reason(tmp_path, content, why):
    cases, problem = read(tmp_path, content)
    assert cases == {}
    assert why in problem


@pytest.mark.parametrize("doctype", ["<!DOCTYPE testsuite>", '<!DOCTYPE testsuite SYSTEM "junit.dtd">'])
def test_a_document_type_is_read_over(tmp_path, doctype):
    cases, problem = read(tmp_path, full("no").replace("<testsuite", f"{doctype}<testsuite", 1))
    assert (len(cases), problem) == (3, None)


@pytest.mark.parametrize("broken", ["", "\x1b"])
def test_entities_are_never_expanded(tmp_path, broken):
    entities = '<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    content = full(f"&b;{broken}").replace("<testsuite", f"{broken}{entities}<testsuite", 1)
    cases, problem = read(tmp_path, content)
    assert cases == {}
    assert problem


def test_a_failure_that_a_suite_counts_and_does_not_show_is_told(tmp_path):
    _cases, problem = read(tmp_path, HEAD + ADDS + WAITS + END)
    assert problem == "it counts 1 failed tests, of which it shows 0"


def test_suites_inside_a_suite_are_counted_once(tmp_path):
    content = '<testsuites tests="3" failures="1">' + full("no").partition("\n")[2] + "</testsuites>"
    cases, problem = read(tmp_path, content)
    assert (len(cases), problem) == (3, None)


def test_a_large_report_is_read_in_bounded_memory(tmp_path):
    path = tmp_path / "TEST-large.xml"
    printed = b"<system-out><![CDATA[" + b"all is well, says the log\n" * 40_000 + b"]]></system-out>\n"
    with path.open("wb") as file:
        file.write((HEAD + ADDS).encode())
        for _ in range(40):
            file.write(printed)
        file.write((SUMS + "\x1b" + WAITS + END).encode())
    tracemalloc.start()
    report = read_report(path, Deadline())
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert path.stat().st_size > 40_000_000
    assert [case.status for case in report.cases] == ["passed", "failed", "passed"]
    assert peak < 25_000_000


def test_a_report_above_the_former_limit_is_read(tmp_path):
    path = tmp_path / "TEST-sparse.xml"
    with path.open("wb") as file:
        file.write(full("no").encode())
        file.write(b" " * 1_000_000)
        for _ in range(205):
            file.write(b" " * 1_000_000)
    assert len(read_report(path, Deadline()).cases) == 3


def test_texts_without_end_are_cut_and_told(tmp_path, monkeypatch):
    monkeypatch.setattr(junit_xml, "LONGEST_TEXT", 1_000)
    cases, problem = read(tmp_path, full("n" * 5_000))
    assert len(cases["sums"].text) < 2_500
    assert "1 failures were too long" in problem


def test_reading_can_be_cancelled(tmp_path):
    path = tmp_path / "TEST-a.xml"
    path.write_text(full("no"))
    deadline = Deadline()
    deadline.cancel()
    with pytest.raises(Cancelled):
        read_report(path, deadline)


@pytest.fixture
def results(tmp_path):
    folder = tmp_path / "build/test-results/test"
    folder.mkdir(parents=True)
    return folder


def test_a_report_that_vanishes_is_named(tmp_path, results, monkeypatch):
    path = results / "TEST-a.xml"
    path.write_text(full("no"))
    listed = test_reports.find_reports

    def list_and_remove(*arguments):
        found = listed(*arguments)
        path.unlink()
        return found

    monkeypatch.setattr(test_reports, "find_reports", list_and_remove)
    found = written_since(tmp_path, {}, Deadline())
    assert found.cases == ()
    assert [(problem.path, problem.what) for problem in found.problems] == [
        (path, "vanished while reports were read")
    ]


def test_a_report_that_is_written_meanwhile_is_read_again(tmp_path, results, monkeypatch):
    path = results / "TEST-a.xml"
    path.write_text(HEAD + ADDS)
    reading = test_reports.read_report

    def read_then_written(*arguments):
        report = reading(*arguments)
        path.write_text(full("no"))
        os.utime(path, ns=(1, 1))
        return report

    monkeypatch.setattr(test_reports, "read_report", read_then_written)
    found = written_since(tmp_path, {}, Deadline())
    assert (len(found.cases), found.problems) == (3, ())


def test_a_report_that_never_rests_says_so(tmp_path, results, monkeypatch):
    path = results / "TEST-a.xml"
    path.write_text(full("no"))
    reading = test_reports.read_report

    def read_then_grown(*arguments):
        report = reading(*arguments)
        with path.open("a") as file:
            file.write(" ")
        return report

    monkeypatch.setattr(test_reports, "read_report", read_then_grown)
    found = written_since(tmp_path, {}, Deadline())
    assert len(found.cases) == 3
    assert "still being written" in found.problems[0].what


@pytest.mark.skipif(sys.platform == "win32", reason="modes are for a POSIX system")
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
def test_what_this_user_may_not_read_is_named(tmp_path, results):
    (results / "TEST-a.xml").write_text(full("no"))
    (results / "TEST-a.xml").chmod(0)
    assert "Permission denied" in written_since(tmp_path, {}, Deadline()).problems[0].what


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_folder_with_the_name_of_a_report_is_no_report(tmp_path, results):
    (results / "TEST-a.xml").mkdir()
    assert stamps(tmp_path) == {}


def test_of_very_many_problems_the_first_are_named(tmp_path):
    problems = [ReportProblem(tmp_path / f"TEST-{number}.xml", "is empty") for number in range(20)]
    told = describe(problems, tmp_path)
    assert told[0] == "TEST-0.xml is empty"
    assert told[MOST_TOLD:] == ("15 more reports were not read whole",)


def test_reports_are_read_while_others_write(tmp_path, results):
    """Whatever instant is caught, no test is lost without a word."""
    path = results / "TEST-a.xml"
    path.write_text("")
    done = threading.Event()

    def write_on():
        while not done.is_set():
            path.write_text(full("no"))

    writer = threading.Thread(target=write_on)
    writer.start()
    try:
        for _ in range(50):
            found = written_since(tmp_path, {}, Deadline())
            assert len(found.cases) == 3 or found.problems
    finally:
        done.set()
        writer.join()


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("adds", ".adds"),
        ("adds()", ".adds"),
        ("adds(int)[2]", ".adds"),
        ("adds(int, java.lang.String)[1]", ".adds"),
        ("adds{int}[2]", ".adds"),
        ("adds{byte[], String[]}[2]", ".adds"),
        ("adds{byte[]}", ".adds"),
        ("adds[0: 1, 2]", ".adds"),
        ("adds prices up", ".adds prices up"),
        ("adds (twice)", ".adds (twice)"),
        ("adds (twice)()", ".adds (twice)"),
        ("[2] 7", ""),
    ],
)
def test_a_test_is_named_without_its_parameters(name, method):
    assert TestCase("a.CartTest", name, "passed").id == f"a.CartTest{method}"


@pytest.mark.parametrize(
    ("time", "seconds"), [("0.25", 0.25), ("1,234.5", 1234.5), ("", None), ("soon", None), ("NaN", None)]
)
def test_the_time_of_a_test(tmp_path, time, seconds):
    report = tmp_path / "TEST-a.xml"
    report.write_text(f'<testsuite><testcase classname="a.B" name="c" time="{time}"/></testsuite>')
    (case,) = read_report(report, Deadline()).cases
    assert case.seconds == seconds


@pytest.mark.parametrize("wanted", ["a.b.CartTest", "a.b.CartTest#adds", "CartTest.adds", "a.b.CartTest#a*"])
def test_a_filter_may_separate_the_function_by_a_hash(wanted):
    assert TestCase("a.b.CartTest", "adds(int)[2]", "passed").fits(wanted)
