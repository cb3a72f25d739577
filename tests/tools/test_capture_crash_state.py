"""`capture_crash_state` through the one place that every call goes through, with real JVMs."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

from models.settings import KnowledgeSettings, Settings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.toolkit.tool import ToolContext, invoke
from rca.tools.analyze_error import TOOL as ANALYZE
from rca.tools.capture_crash_state import TOOL
from rca.workspace import Workspace
from tests.jdwp.jvm_program import compile_java
from tests.tools.built_project import BuiltProject
from tests.verification.builds import FAULTY, gradle_project, maven_project, needs_gradle, needs_maven

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the commands are shell scripts")

CART = """package shop;

import java.util.*;

public class Cart {
    private final List<String> items = new ArrayList<>(List.of("tea", "milk", "rice"));
    private String apiToken = "hunter2-Zx81-qqW9";
    private String coupon;

    String item(int index) {
        return items.get(index);
    }

    int couponLength() {
        return coupon.length();
    }

    public static void main(String[] args) {
        if (args.length == 0) {
            System.out.println(new Cart().item(3));
        } else {
            System.out.println(new Cart().couponLength());
        }
    }
}
"""


class Shop:
    """A project with one class that crashes, and the tools called on it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "shop"
        source = self.root / "src/main/java/shop"
        source.mkdir(parents=True)
        (source / "Cart.java").write_text(CART)
        self.classes = folder / "classes"
        self.classes.mkdir()
        compile_java(self.classes, CART, "Cart")
        self.folder = folder
        self.asked = []
        self.answer = "yes"

    def call(self, tool=TOOL, **parameters):
        workspace = Workspace([self.root], self.folder / "data")
        workspace.index()
        context = ToolContext(
            snapshot=workspace.snapshot,
            knowledge=KnowledgeStore(self.folder / "data", KnowledgeSettings(starter=False)),
            settings=Settings(),
            data_dir=self.folder / "data",
            approve=self.approve,
            environment={"PATH": os.environ["PATH"], "GITHUB_TOKEN": "ghp_" + "a" * 36},
        )
        return invoke(tool, parameters, context).model_dump(mode="json")

    def approve(self, request):
        self.asked.append(request)
        return self.answer

    def crash(self, *arguments: str) -> dict:
        return self.call(command=f"java -cp {self.classes} shop.Cart {' '.join(arguments)}")


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


def test_a_command_is_run_and_its_throw_captured(shop: Shop) -> None:
    answer = shop.crash()
    data = answer["data"]
    assert data["outcome"] == "captured"
    assert "shop.Cart.item (Cart.java:11)" in data["explanation"]
    frame = data["state"]["frames"][0]
    assert [(one["name"], one["text"]) for one in frame["locals"]] == [("index", "3")]
    assert "Index 3 out of bounds" in data["output"]
    assert data["receipt"]["exitCode"] == 1
    assert "java -cp" in shop.asked[0].text


def test_secrets_are_masked_in_the_answer_and_in_what_is_kept(shop: Shop) -> None:
    answer = shop.crash()
    (kept,) = (shop.folder / "data/captures").rglob("*.json")
    assert answer["data"]["captureId"] in kept.name
    for text in (str(answer), kept.read_text()):
        assert "hunter2" not in text
        assert "apiToken" in text


def test_without_a_yes_nothing_runs(shop: Shop) -> None:
    shop.answer = "no"
    answer = shop.call(command=f"touch {shop.folder}/ran")
    assert answer["error"]["code"] == "APPROVAL_DENIED"
    assert not (shop.folder / "ran").exists()


def test_a_command_without_a_jvm_says_so(shop: Shop) -> None:
    data = shop.call(command="echo nothing here")["data"]
    assert data["outcome"] == "no_program"
    assert "nothing here" in data["output"]


def test_a_port_that_is_not_jdwp_is_a_failure_that_says_so(shop: Shop) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        answer = shop.call(attach=f"127.0.0.1:{server.getsockname()[1]}", timeoutSeconds=5)
    assert answer["error"]["code"] == "COMMAND_FAILED"
    assert "does not speak JDWP" in answer["error"]["message"]


@pytest.mark.parametrize("given", [{}, {"command": "x", "attach": "5005"}, {"attach": "host:99999"}])
def test_bad_parameters(shop: Shop, given: dict) -> None:
    assert shop.call(**given)["error"]["code"] == "INVALID_PARAMETERS"


@pytest.mark.parametrize(
    ("argument", "said"),
    [("", "`items.size` was 3 and `index` was 3"), ("coupon", "`coupon` was null")],
)
def test_analyze_error_states_the_values_of_the_same_error(shop: Shop, argument: str, said: str) -> None:
    output = shop.crash(argument)["data"]["output"]
    with_values = shop.call(ANALYZE, errorText=output)
    assert said in with_values["data"]["hypotheses"][0]["statement"]
    assert said in with_values["data"]["brief"]
    other = shop.call(ANALYZE, errorText=output.replace("Cart.java:11", "Cart.java:12").replace(":15", ":16"))
    assert said not in str(other["data"]["hypotheses"])


def test_an_unknown_capture_is_refused(shop: Shop) -> None:
    answer = shop.call(ANALYZE, errorText="java.lang.Error: x", captureId="../../etc/passwd")
    assert answer["error"]["code"] == "INVALID_PARAMETERS"


def _half_in(data: dict) -> tuple[str, str]:
    frame = data["state"]["frames"][0]
    return frame["method"], frame["locals"][0]["text"]


@needs_gradle
def test_real_gradle(tmp_path: Path, private_gradle) -> None:
    built = BuiltProject(tmp_path)
    gradle_project(built.root, FAULTY)
    data = built.data_of(TOOL, task="test", tests=["demo.CalcTest.halves"])
    assert (data["outcome"], _half_in(data)) == ("captured", ("half", "4"))
    assert data["receipt"]["programs"] == 1
    built.close()


@needs_maven
def test_real_maven(tmp_path: Path) -> None:
    built = BuiltProject(tmp_path)
    maven_project(built.root, FAULTY)
    pom = built.root / "pom.xml"
    pom.write_text(pom.read_text().replace("<forkCount>0", "<forkCount>1"))
    data = built.data_of(TOOL, task="test", tests=["demo.CalcTest.halves"])
    assert (data["outcome"], _half_in(data)) == ("captured", ("half", "4"))
    built.close()
