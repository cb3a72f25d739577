"""Coverage of single tests: read as JaCoCo wrote it, and what it says of functions."""

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from rca.analysis.locating.frame_locator import locate
from rca.causes.coverage_spectra.class_probes import methods_of
from rca.causes.coverage_spectra.execution_data import (
    ExecutionDataError,
    class_id,
    read_execution_data,
)
from rca.causes.coverage_spectra.recorded_coverage import read_test_coverage
from rca.causes.coverage_spectra.suspiciousness import suspiciousness
from rca.causes.failing_tests.failing_test_causes import find_failing_test_causes
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.debian import needs_packages
from tests.indexed_project import indexed
from tests.project_folder import write_file

JARS = sorted(Path("/usr/share/java").glob("org.jacoco.agent-0*.jar"))
needs_jacoco = needs_packages("libjacoco-java", are_there=bool(JARS))
CART = """package a.shop;

import java.util.*;

public class Cart {
    private final List<String> items = new ArrayList<>();
    private static final Map<String, Integer> PRICES = new HashMap<>();

    public void add(String item) {
        if (item == null) throw new IllegalArgumentException("item");
        items.add(item);
    }

    public int total() {
        int sum = 0;
        for (String item : items) {
            try {
                sum += price(item);
            } catch (NullPointerException unknown) {
                sum -= 1;
            } finally {
                sum += 0;
            }
        }
        return sum;
    }

    private int price(String item) {
        switch (item) {
            case "pen": return 3;
            case "ink": case "nib": return discount(7);
            default: return PRICES.get(item);
        }
    }

    private int discount(int price) {
        Runnable note = () -> { if (price > 5 && price < 9 || price == 100) System.out.print(""); };
        note.run();
        return price - 2;
    }

    public static void main(String[] names) {
        Cart cart = new Cart();
        for (String name : names) cart.add(name);
        System.out.println(cart.total());
    }
}
"""
TEST = """package a.shop;

import org.junit.Test;

public class CartTest {
    @Test
    public void ink() {
        Cart cart = new Cart();
        cart.add("ink");
        assertEquals(7, cart.total());
    }

    @Test
    public void pen() {
        Cart cart = new Cart();
        cart.add("pen");
        assertEquals(3, cart.total());
    }
}
"""
FILES = {
    "build.gradle": "apply plugin: 'java'\n",
    "src/main/java/a/shop/Cart.java": CART,
    "src/test/java/a/shop/CartTest.java": TEST,
    "build/test-results/test/TEST-a.shop.CartTest.xml": (
        '<testsuite name="a.shop.CartTest"><testcase name="pen" classname="a.shop.CartTest"/>'
        '<testcase name="ink" classname="a.shop.CartTest"><failure/></testcase></testsuite>'
    ),
}
TEXT = "java.lang.AssertionError: expected:<7> but was:<5>\n\tat org.junit.Assert.fail(Assert.java:86)\n\tat a.shop.CartTest.ink(CartTest.java:10)\n"


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    """Return compiled classes, and what JaCoCo's own agent recorded of two tests, one session a test."""
    folder = tmp_path_factory.mktemp("recording")
    classes, data, agent = folder / "classes", folder / "test.exec", folder / "jacocoagent.jar"
    source = write_file(folder, "Cart.java", CART)
    subprocess.run(["javac", "--release", "11", "-g", "-d", classes, source], check=True)
    agent.write_bytes(zipfile.ZipFile(JARS[-1]).read("jacocoagent.jar"))
    for test, item in (("ink", "ink"), ("pen", "pen")):
        option = f"-javaagent:{agent}=destfile={data},sessionid=a.shop.CartTest.{test},append=true"
        subprocess.run(["java", option, "-cp", classes, "a.shop.Cart", item], check=True, capture_output=True)
    return classes, data


@pytest.fixture
def recorded(tmp_path, recording):
    """A project of its own for each test, with the classes and the recording where Gradle has them."""
    root = tmp_path / "shop"
    workspace = indexed(root, FILES)
    classes, data = root / "build/classes/java/main", root / "build/jacoco/test.exec"
    shutil.copytree(recording[0], classes)
    data.parent.mkdir()
    shutil.copy(recording[1], data)
    yield workspace.snapshot, data, classes
    workspace.close()


@needs_jacoco
def test_probes_are_counted_as_jacoco_counts_them(recorded):
    _, data, classes = recorded
    sessions = read_execution_data(data)
    assert [session.id for session in sessions] == ["a.shop.CartTest.ink", "a.shop.CartTest.pen"]
    code = (classes / "a/shop/Cart.class").read_bytes()
    methods = methods_of(code)
    for session in sessions:
        (cart,) = session.classes
        assert cart.id == class_id(code)
        assert sum(method.count for method in methods) == len(cart.ran)
        ran = {one.name for one in methods if any(cart.ran[one.first : one.first + one.count])}
        assert ("discount" in ran) is session.id.endswith("ink")


@needs_jacoco
def test_functions_that_only_the_failing_test_runs_are_the_most_suspicious(recorded):
    snapshot, _, _ = recorded
    found = suspiciousness(read_test_coverage(snapshot, "CartTest.ink", Deadline(20)))
    scores = {function.name: round(one.ochiai, 2) for function, one in found.items()}
    assert (scores["discount"], scores["price"], scores["total"]) == (1.0, 0.71, 0.71)


@needs_jacoco
def test_recorded_coverage_is_evidence_of_a_failed_assertion(recorded):
    snapshot, _, _ = recorded
    report = parse(TEXT, snapshot.app_packages)
    causes = find_failing_test_causes(report, locate(report, snapshot), snapshot, Deadline(20))
    discount = next(one for one in causes if one.places[0].function == "Cart.discount")
    assert "by recorded coverage 1 of 1 failing and 0 of 1 passing tests run it" in discount.evidence


@needs_jacoco
def test_a_class_that_was_compiled_anew_says_nothing(recorded):
    snapshot, _, classes = recorded
    code = classes / "a/shop/Cart.class"
    code.write_bytes(code.read_bytes().replace(b"item", b"tile"))
    assert suspiciousness(read_test_coverage(snapshot, "CartTest.ink", Deadline(20))) == {}


@needs_jacoco
def test_without_a_passing_test_nothing_is_said(recorded):
    snapshot, _, _ = recorded
    tests = [one for one in read_test_coverage(snapshot, "CartTest.ink", Deadline(20)) if one.failed]
    assert len(tests) == 1
    assert suspiciousness(tests) == {}


@pytest.mark.parametrize(
    "data", [b"\x02", b"\x01\xc0\xc0\x10\x06", b"\x01\xc0\xc0\x10\x07\x11\x00", b"\x01\xc0"]
)
def test_what_is_no_execution_data_is_refused(tmp_path, data):
    (tmp_path / "a.exec").write_bytes(data)
    with pytest.raises(ExecutionDataError):
        read_execution_data(tmp_path / "a.exec")
