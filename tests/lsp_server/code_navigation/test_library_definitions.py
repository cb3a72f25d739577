"""`textDocument/definition` of what a library declares: its source, else a document of its signature."""

import asyncio
import shutil
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.uris import to_fs_path

from tests.libraries.test_library_documents import SAMPLES, sources_archive
from tests.lsp_server.code_navigation.shop import hover
from tests.lsp_server.editors import editor, write

pytestmark = pytest.mark.asyncio(loop_scope="session")

POM = """<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>app</artifactId><version>1</version>
<dependencies><dependency><groupId>sample</groupId><artifactId>forms</artifactId><version>1.0</version></dependency>
</dependencies></project>
"""
USE = """package app

import sample.every.joined
import sample.java.Forms

class Use(val level: Forms.Level) {
    fun run(): Int = 1 joined 2
    fun make() = Forms.of("a", 1)
    fun text() = listOf(1).joinToString()
}
"""


@pytest.fixture
def machine(tmp_path, environment):
    """A machine whose Maven repository has the library; gives its environment and the library's folder."""
    folder = tmp_path / "home" / ".m2" / "repository" / "sample" / "forms" / "1.0"
    folder.mkdir(parents=True)
    shutil.copy(SAMPLES / "forms.jar", folder / "forms-1.0.jar")
    described = (
        "<project><groupId>sample</groupId><artifactId>forms</artifactId><version>1.0</version></project>"
    )
    (folder / "forms-1.0.pom").write_text(described)
    data = tmp_path / "data"
    return {**environment, "HOME": str(tmp_path / "home"), "RCA_DATA_DIR": str(data)}, folder, data


def lines_of(path):
    return path.read_text().splitlines()


async def opened_at(made, marked):
    """Return the document that a definition opens, and its line with the name in brackets."""
    params = types.DefinitionParams(**made.at("Use.kt", marked))
    (place,) = await made.client.text_document_definition_async(params)
    path = Path(to_fs_path(place.uri))
    start, end = place.range.start, place.range.end
    line = lines_of(path)[start.line]
    shown = f"{line[: start.character]}[{line[start.character : end.character]}]{line[end.character :]}"
    return path, shown.strip()


async def libraries_read(made):
    for _ in range(1200):
        status = await made.client.protocol.send_request_async("rca/status", None)
        if status.libraries.state == "read":
            return
        await asyncio.sleep(0.05)


async def test_a_library_with_sources(tmp_path, machine):
    environment, folder, data = machine
    sources_archive(folder / "forms-1.0-sources.jar")
    async with editor(environment, [write(tmp_path / "app", {"pom.xml": POM, "Use.kt": USE})]) as made:
        await libraries_read(made)
        path, line = await opened_at(made, "Forms.o<|>f(")
        assert line.startswith("public static <K, V extends Number> Map<K, V> [of](K key, V value)")
        assert path == data / "libraries/documents/sources/sample_forms_1.0/sample/java/Forms.java"
        _, line = await opened_at(made, "1 joi<|>ned 2")
        assert line.startswith("infix fun Int.[joined](other: Int)")
        _, line = await opened_at(made, "import sample.java.For<|>ms")
        assert line.startswith("public abstract class [Forms]<T")
        _, line = await opened_at(made, "Forms.Lev<|>el)")
        assert line.startswith("public enum [Level]")


async def test_a_library_without_sources(tmp_path, machine):
    environment, _, data = machine
    async with editor(environment, [write(tmp_path / "app", {"pom.xml": POM, "Use.kt": USE})]) as made:
        await libraries_read(made)
        path, line = await opened_at(made, "Forms.o<|>f(")
        assert "fun <K, V : kotlin.Number> [of](p0: K, p1: V)" in line
        assert path.is_relative_to(data / "libraries/documents/signatures")
        assert path.read_text().startswith(
            "// Signatures of sample:forms:1.0, made by Kotlin RCA from its class files"
        )
        # The standard library is known from the table that ships.
        path, line = await opened_at(made, ".joinTo<|>String()")
        assert ".[joinToString](" in line
        assert "the table of signatures that comes with Kotlin RCA" in lines_of(path)[0]
        assert "joinToString" in (await hover(made, "Use.kt", ".joinTo<|>String()")).contents.value


async def test_documents_of_libraries_are_no_code_of_a_project_that_holds_the_data_folder(tmp_path, machine):
    environment, _, _ = machine
    root = write(tmp_path / "app", {"pom.xml": POM, "Use.kt": USE})
    async with editor({**environment, "RCA_DATA_DIR": str(root / ".rca")}, [root]) as made:
        params = types.DefinitionParams(**made.at("Use.kt", "Forms.o<|>f("))
        assert not await made.client.text_document_definition_async(params)
