"""Questions about code that make no sense: each is answered, none with a defect of ours, and the server goes on."""

import pytest

from evaluation.server_process import OURS, running
from lsp_server.features.navigation_registration import HANDLERS

INTERNAL_ERROR = -32603
TEXTS = {
    "empty": "",
    "nul": "package a\nfun b() = \x00c()\n",
    "backtick": "fun `a\nval b = `\n```",
    "nested": "fun a() = " + "(" * 3_000 + "listOf(1)",
    "one_line": "val a = listOf(" + "1, " * 50_000 + "2)",
    "mark": "\ufefffun a() = listOf(1)\r\rval \U0001f600 = a()\n",
    "templates": 'val a = "${"${"${listOf("${a}")}"}"}"\n$a $$ ${',
    "generics": "class A<T : A<T>>(val a: A<A<A<*>>>) : B<A<T>> by a\n" * 60,
    "library": 'import java.util.List\nval a: List<String> = "".let(::listOf).map { it.toString() }\n',
}
POSITIONS = [(0, 0), (0, 14), (1, 20), (10**6, 10**6), (2**31 - 1, 2**31 - 1), (0, 2**31 - 1)]
WRONG = [{"line": -1, "character": 0}, {"line": 1.5, "character": 0}, {"line": None}, "here", None, [], {}]
URIS = [
    "",
    "untitled:1",
    "file:",
    "file:///",
    "file:///%00",
    "http://[",
    "file://host/a.kt",
    "git:/a.kt",
    "\ud800",
]


def parameters(uri, position):
    """Return what each of the requests takes, and no request minds what it does not know."""
    span = {"start": position, "end": position}
    item = {"name": "a", "kind": 12, "uri": uri, "range": span, "selectionRange": span, "data": {"path": 5}}
    return {
        "textDocument": {"uri": uri},
        "position": position,
        "context": {"includeDeclaration": True},
        "query": str(position),
        "item": item,
    }


def asked(client, cases):
    """Ask every request of every case; gives the error codes, and what was asked where there was one."""
    number, codes = 100, {}
    for uri, position in cases:
        for method in HANDLERS:
            number += 1
            answer = client.ask(number, method, parameters(uri, position))
            if "error" in answer:
                codes.setdefault(answer["error"]["code"], []).append((method, uri, position))
    return codes


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    return tmp_path_factory.mktemp("hostile") / "log"


@pytest.fixture(scope="module")
def client(log):
    """One server for all, as an editor has one for all that is asked."""
    root = log.parent / "app"
    root.mkdir()
    for name, text in TEXTS.items():
        (root / f"{name}.kt").write_bytes(text.encode("utf-8", "surrogatepass"))
    with running(OURS, root, log.parent / "data", log) as made:
        made.root = root
        yield made


@pytest.mark.parametrize("name", TEXTS)
def test_each_position_of_an_odd_text_is_answered(client, log, name):
    uri = (client.root / f"{name}.kt").as_uri()
    assert asked(client, [(uri, {"line": line, "character": at}) for line, at in POSITIONS]) == {}
    assert "Exception" not in log.read_text()


def test_what_makes_no_sense_is_refused_and_the_next_is_answered(client, log):
    good = (client.root / "library.kt").as_uri()
    codes = asked(client, [(good, position) for position in WRONG])
    assert set(codes) == {-32602}
    codes = asked(client, [(uri, {"line": 0, "character": 0}) for uri in URIS])
    assert INTERNAL_ERROR not in codes, codes[INTERNAL_ERROR]
    place = client.ask(50, "textDocument/definition", parameters(good, {"line": 1, "character": 8}))
    assert place["result"][0]["uri"].endswith("/java/util/List.kt")
    assert log.stat().st_size < 20_000
