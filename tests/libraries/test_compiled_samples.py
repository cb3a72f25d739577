"""Every form of declaration, compiled from the sources in `samples/`, against what those say."""

from pathlib import Path

import pytest

from rca.languages.facts import Declaration, Facts
from rca.languages.registry import extract
from rca.libraries.jar import entries, read_classes, read_jar
from rca.resolve.types import read_type
from tests.libraries.rendering import render

SAMPLES = Path(__file__).parent / "samples"
NOT_SEEN = {
    "hiddenFromOthers",
    "secret",
    "gone",
    "goneToo",
    "Members.gone",
    "Members.goneToo",
    "Base.Unseen",
    "Colour.GREEN.mix",
    "Inherited",
    "Inherited.fromInternal",
    "NotSeen",
}
NOT_SEEN_OF_JAVA = {"packagePrivate", "secret", "hidden", "Dropped", "never", "rank"}


@pytest.fixture(scope="module")
def library() -> dict[str, Facts]:
    read = read_jar(SAMPLES / "forms.jar")
    assert read.problems == ()
    return dict(read.files)


def test_declarations_are_those_of_the_sources(library):
    lines = []
    for name, facts in library.items():
        assert facts.language == "library"
        lines += [f"# {name} ({facts.package}, {facts.facade})", *render(facts)]
    assert lines == (SAMPLES / "forms.txt").read_text(encoding="utf-8").splitlines()


def _shapes(facts: Facts) -> set[tuple[object, ...]]:
    return {
        (facts.qualified_names[index], row.kind, row.receiver is not None, _parameters(row))
        for index, row in enumerate(facts.declarations)
        if row.kind in ("function", "property", "class", "interface", "object", "enum", "annotation")
    }


def _parameters(row: Declaration) -> tuple[tuple[str, bool, bool], ...]:
    return tuple((one.name, one.default, one.vararg) for one in row.parameters)


@pytest.mark.parametrize("source", ["Every.kt", "Parts1.kt", "Parts2.kt"])
def test_what_the_source_declares_is_there(library, source):
    written = extract(source, (SAMPLES / source).read_text(encoding="utf-8"))
    read = set().union(*map(_shapes, library.values()))
    missing = {one for one in _shapes(written) if one not in read}
    assert {str(one[0]).removeprefix("sample.every.") for one in missing} <= NOT_SEEN


def test_what_the_java_source_declares_is_there(library):
    written = extract("Forms.java", (SAMPLES / "Forms.java").read_text(encoding="utf-8"))
    read = [
        (facts.qualified_names[index], row.kind, len(row.parameters))
        for facts in library.values()
        for index, row in enumerate(facts.declarations)
    ]
    missing = {
        row.name
        for index, row in enumerate(written.declarations)
        if row.kind in ("function", "property", "class", "interface", "enum", "annotation")
        and (written.qualified_names[index], row.kind, len(row.parameters)) not in read
    }
    assert missing == NOT_SEEN_OF_JAVA


def test_the_resolver_reads_every_type_text(library):
    texts = {
        text
        for facts in library.values()
        for row in facts.declarations
        for text in (row.type, row.receiver, *row.supertypes, *(one.type for one in row.parameters))
        if text is not None
    }
    assert len(texts) > 60
    assert [text for text in sorted(texts) if read_type(text) is None] == []


def test_a_class_file_without_its_metadata_is_read_as_java_sees_it():
    with (SAMPLES / "forms.jar").open("rb") as stream:
        data = dict(entries(stream))["sample/every/Point.class"]
    damaged = data.replace(b"\x00\x02d1", b"\x00\x02xx")
    assert damaged != data
    read = read_classes([("sample/every/Point.class", damaged)])
    assert any("read as Java sees it" in problem for problem in read.problems)
    lines = render(dict(read.files)["sample.every.Point"])
    assert lines[0] == "java class Point"
    assert "  function getX(): kotlin.Int" in lines
