"""What an editor is answered about marked names of snippets: see `cases.py` for the form of the text files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from evaluation.navigation.snippets import Asked, Snippet, snippets
from evaluation.project_text import write_project
from lsp_server.features import call_hierarchy, definition, highlights, hover, references, type_hierarchy
from lsp_server.request_context import RequestContext
from rca.scheduling.deadline import Deadline
from rca.workspace import Workspace

SNIPPETS = list(snippets())


class Opened:
    """A snippet as a project on the disk, and how an editor asks about it."""

    def __init__(self, snippet: Snippet, folder: Path) -> None:
        self.snippet = snippet
        self._root = folder / "project"
        write_project(self._root, snippet.files)
        self.workspace = Workspace([self._root], folder / "data")
        self.workspace.index()
        self._question = RequestContext(
            self.workspace.snapshot, Deadline(), types.PositionEncodingKind.Utf16, [self._root]
        )

    def answer(self, asked: Asked) -> str:
        """Return what is answered, in the form that the text files have."""
        mark = self.snippet.marks[asked.label]
        document = types.TextDocumentIdentifier((self._root / mark.path).as_uri())
        places = self._question.positions(mark.path)
        assert places is not None
        return _ANSWERS[asked.what](self, document, places.position(mark.start))

    def declarations(self, document: Any, at: types.Position) -> str:
        return self._labels(
            definition.find_declarations(self._question, types.DefinitionParams(document, at))
        )

    def types(self, document: Any, at: types.Position) -> str:
        return self._labels(definition.find_types(self._question, types.TypeDefinitionParams(document, at)))

    def implementations(self, document: Any, at: types.Position) -> str:
        params = types.ImplementationParams(document, at)
        return self._labels(definition.find_implementations(self._question, params))

    def references(self, document: Any, at: types.Position) -> str:
        context = types.ReferenceContext(include_declaration=False)
        params = types.ReferenceParams(context, document, at)
        return self._labels(references.find_uses(self._question, params))

    def highlights(self, document: Any, at: types.Position) -> str:
        params = types.DocumentHighlightParams(document, at)
        found = highlights.find_highlights(self._question, params) or []
        shown = []
        for one in found:
            location = types.Location(document.uri, one.range)
            written = "!" if one.kind == types.DocumentHighlightKind.Write else ""
            shown.append(f"{self._label(location)}{written}")
        return ", ".join(sorted(shown)) or "nothing"

    def hover(self, document: Any, at: types.Position) -> str:
        found = hover.describe_at(self._question, types.HoverParams(document, at), markdown=False)
        if found is None:
            return "nothing"
        assert isinstance(found.contents, types.MarkupContent)
        first = found.contents.value.split("\n\n", maxsplit=1)[0]
        return re.sub(r"\s+", " ", first).strip()

    def callers(self, document: Any, at: types.Position) -> str:
        return self._labels_of_items(
            call.from_
            for item in self._call_items(document, at)
            for call in call_hierarchy.find_callers(self._question, item) or ()
        )

    def called(self, document: Any, at: types.Position) -> str:
        return self._labels_of_items(
            call.to
            for item in self._call_items(document, at)
            for call in call_hierarchy.find_called(self._question, item) or ()
        )

    def supertypes(self, document: Any, at: types.Position) -> str:
        return self._labels_of_items(
            one
            for item in self._type_items(document, at)
            for one in type_hierarchy.find_supertypes(self._question, item) or ()
        )

    def subtypes(self, document: Any, at: types.Position) -> str:
        return self._labels_of_items(
            one
            for item in self._type_items(document, at)
            for one in type_hierarchy.find_subtypes(self._question, item) or ()
        )

    def _call_items(self, document: Any, at: types.Position) -> list[types.CallHierarchyItem]:
        params = types.CallHierarchyPrepareParams(document, at)
        return call_hierarchy.find_items(self._question, params) or []

    def _type_items(self, document: Any, at: types.Position) -> list[types.TypeHierarchyItem]:
        params = types.TypeHierarchyPrepareParams(document, at)
        return type_hierarchy.find_items(self._question, params) or []

    def _labels_of_items(self, items: Iterator[Any]) -> str:
        return self._labels([types.Location(item.uri, item.selection_range) for item in items])

    def _labels(self, found: list[types.Location] | None) -> str:
        return ", ".join(sorted(map(self._label, found or []))) or "nothing"

    def _label(self, location: types.Location) -> str:
        path = self._question.path(location.uri, (".kt", ".java", ".xml"))
        assert path is not None
        places = self._question.positions(path)
        assert places is not None
        start, end = places.offset(location.range.start), places.offset(location.range.end)
        return self.snippet.label_at(path, start, end)


_ANSWERS: dict[str, Callable[[Opened, Any, types.Position], str]] = {
    "definition": Opened.declarations,
    "type": Opened.types,
    "implementation": Opened.implementations,
    "references": Opened.references,
    "highlight": Opened.highlights,
    "hover": Opened.hover,
    "incoming": Opened.callers,
    "outgoing": Opened.called,
    "supertypes": Opened.supertypes,
    "subtypes": Opened.subtypes,
}


def _wanted(asked: Asked) -> str:
    if asked.what == "hover":
        return asked.answer
    return ", ".join(sorted(part.strip() for part in asked.answer.split(",")))


@pytest.mark.parametrize("snippet", SNIPPETS, ids=[f"{one.place} {one.name}" for one in SNIPPETS])
def test_snippet(snippet: Snippet, tmp_path: Path) -> None:
    opened = Opened(snippet, tmp_path)
    wrong = []
    try:
        for asked in snippet.questions:
            answer, wanted = opened.answer(asked), _wanted(asked)
            said = f"{asked.place}: {asked.what} {asked.label} = {answer}"
            if asked.known is None and answer != wanted:
                wrong.append(f"{said}, not {wanted}")
            elif asked.known is not None and answer == wanted:
                wrong.append(f"{said}, which is right: it falls short no longer")
    finally:
        opened.workspace.close()
    assert wrong == []


def test_the_suite_keeps_its_size() -> None:
    questions = [asked for snippet in SNIPPETS for asked in snippet.questions]
    assert len(questions) >= 870
    assert sum(asked.known is not None for asked in questions) <= 7
