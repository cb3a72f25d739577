"""Missing bindings of Dagger, Hilt, Koin and Spring: who could provide the type, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.configuration.cause import ConfigurationCause, Span
from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.class_headers import header_span, header_text
from rca.causes.configuration.error_symptoms import package_of
from rca.resolve.symbol import Symbol
from rca.workspace.build_modules import is_test

_TYPE = r"([\w.$]+(?:<[\w.,<> ?]+>)?)"
_DAGGER = re.compile(
    rf"(?:\[Dagger/MissingBinding\]\s*)?(?:@[\w.]+(?:\([^)]*\))? )?{_TYPE} cannot be provided without "
    r"an? @(?:Inject|Provides)"
)
_KOIN = re.compile(
    rf"No (?:bean )?definition found for (?:class|type):? ?'{_TYPE}'|No definition found for {_TYPE}\b(?! on)"
)
_SPRING = re.compile(
    rf"No qualifying bean of type '{_TYPE}' available|required a (?:single )?bean of type '{_TYPE}' "
    r"that could not be found"
    rf"|No qualifying bean of type \[{_TYPE}\]"
)
_DUPLICATE = re.compile(rf"(?:\[Dagger/DuplicateBindings\]\s*)?{_TYPE} is bound multiple times")
_CYCLE = re.compile(
    r"BeanCurrentlyInCreationException|form a cycle|circular reference|Found a dependency cycle"
)
_CYCLE_BEAN = re.compile(r"bean with name '(\w+)'|[|│↑↓┌]\s*(\w+) defined in")
_PROVIDER = re.compile(r"@(?:Provides|Binds|BindsOptionalOf|Bean|IntoSet|IntoMap)\b")
_DEFINITION = re.compile(
    r"\b(?:single|factory|viewModel|scoped|singleOf|factoryOf|viewModelOf|scopedOf|worker|workerOf)\b\s*[(<{]"
)
_MODULE_OF = {
    "Dagger": ("@Module", "@Provides"),
    "Koin": ("= module", "module {"),
    "Spring": ("@Configuration", "@Bean"),
}
_ANNOTATIONS = {
    "Dagger": ("@Inject",),
    "Koin": ("@Single", "@Factory", "@KoinViewModel"),
    "Spring": ("@Component", "@Service", "@Repository", "@Controller", "@RestController", "@Configuration"),
}
_MOST = 4


class InjectionCauses(CauseSearcher):
    """Searches the bindings of one project for the one that is missing."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes, the surest mechanism first."""
        flat = self._symptoms.flat
        for framework, pattern in (("Dagger", _DAGGER), ("Koin", _KOIN), ("Spring", _SPRING)):
            match = pattern.search(flat)
            if match is not None:
                name = next(group for group in match.groups() if group)
                yield from self._missing(framework, name.partition("<")[0])
                return
        duplicate = _DUPLICATE.search(flat)
        if duplicate is not None:
            yield from self._duplicate(duplicate[1].partition("<")[0])
        elif _CYCLE.search(flat):
            yield from self._cycle(flat)

    def _missing(self, framework: str, name: str) -> Iterator[ConfigurationCause]:
        symbols = self._files.classes(name)[:1]
        providers = list(self._providers(framework, name))
        own = [symbol for symbol in symbols if symbol.declaration.kind == "class"]
        headers = [
            header_span(symbol, self._files)
            for symbol in own
            if not any(mark in header_text(symbol, self._files) for mark in _ANNOTATIONS[framework])
            and "abstract" not in symbol.declaration.modifiers
        ]
        implementations = (
            [] if own else [header_span(one, self._files) for one in self._implementations(symbols)]
        )
        # Koin knows nothing of a class itself: it is always a definition that lacks.
        ordered = [*providers, *headers] if framework == "Koin" else [*headers, *providers, *implementations]
        if ordered:
            simple = name.rpartition(".")[2]
            yield ConfigurationCause(
                "missing_binding",
                f"{framework} has no binding for `{simple}` where it is asked for: "
                + (
                    "its own declaration does not offer one."
                    if ordered[0] in headers
                    else "this place provides types that are its neighbours, and not this one."
                ),
                tuple(dict.fromkeys(ordered))[:_MOST],
                (
                    f"the error asks for a binding of `{name}`",
                    f"places of the project that could provide it: {len(ordered)}",
                ),
                f"Look at which component or module asks for `{simple}` and add the binding where that "
                "one sees it.",
            )

    def _implementations(self, symbols: tuple[Symbol, ...]) -> list[Symbol]:
        """Return classes of the project that name one of these as their supertype."""
        found = []
        for symbol in symbols:
            for path in self._files.files_with(symbol.name, ".kt", ".java")[:20]:
                found += [
                    one
                    for one in self._files.snapshot.index.classes_in_file(path)
                    if any(
                        symbol.name == written.partition("<")[0].rpartition(".")[2]
                        for written in one.declaration.supertypes
                    )
                ]
        return found[:_MOST]

    def _providers(self, framework: str, name: str) -> Iterator[Span]:
        """Yield the functions or definitions that provide types like this one, the nearest first."""
        package, simple = package_of(name), name.rpartition(".")[2].rpartition("$")[2]
        paths = dict.fromkeys(
            path for mark in _MODULE_OF[framework] for path in self._files.files_with(mark, ".kt", ".java")
        )
        scored = []
        for path in paths:
            if is_test(path):
                continue
            text = self._files.text(path)
            score = self._nearness(text, package, simple)
            if score > 0:
                scored.append((-score, path, self._module_span(path, text, framework)))
        for _, _, span in sorted(scored, key=lambda row: row[:2])[:_MOST]:
            yield span

    def _nearness(self, text: str, package: str, simple: str) -> int:
        """Return how much a module's file has to do with a type: itself, its package, those around it."""
        score = 5 if re.search(rf"\b{re.escape(simple)}\b", text) else 0
        parts = package.split(".")
        for length in range(len(parts), 2, -1):
            around = ".".join(parts[:length])
            if f"import {around}." in text or f"package {around}\n" in text or f"package {around};" in text:
                return score + length
        return score

    def _module_span(self, path: str, text: str, framework: str) -> Span:
        """Return the lines from a module's first to its last definition; its header where it has none."""
        lines = self._files.lines(path)
        pattern = _DEFINITION if framework == "Koin" else _PROVIDER
        rows = [lines.line_of(match.start()) for match in pattern.finditer(text)]
        if rows:
            return Span(path, min(rows), max(rows))
        symbol = next(iter(self._files.snapshot.index.classes_in_file(path)), None)
        return header_span(symbol, self._files) if symbol else Span(path, 1, 1)

    def _duplicate(self, name: str) -> Iterator[ConfigurationCause]:
        simple = name.rpartition(".")[2]
        spans = []
        for path in self._files.files_with("@Provides", ".kt", ".java") + self._files.files_with(
            "@Binds", ".kt", ".java"
        ):
            for symbol in self._files.snapshot.index.symbols(path):
                written = (symbol.declaration.type or "").partition("<")[0].rpartition(".")[2]
                if symbol.declaration.kind == "function" and written == simple:
                    spans.append(Span(path, symbol.line, symbol.end_line))
        distinct = tuple(dict.fromkeys(spans))
        if len(distinct) >= 2:
            yield ConfigurationCause(
                "duplicate_binding",
                f"`{simple}` is provided {len(distinct)} times for one component.",
                distinct[:_MOST],
                (f"the error says that `{name}` is bound multiple times", "these functions provide it"),
                "Qualify one of them, or install it in another component.",
            )

    def _cycle(self, flat: str) -> Iterator[ConfigurationCause]:
        names = dict.fromkeys(one for match in _CYCLE_BEAN.finditer(flat) for one in match.groups() if one)
        spans = [
            header_span(symbol, self._files)
            for name in names
            for symbol in self._files.classes(name[:1].upper() + name[1:])[:1]
        ]
        if spans:
            yield ConfigurationCause(
                "binding_cycle",
                "These classes ask for each other in their constructors, so that none can be created first.",
                tuple(dict.fromkeys(spans))[:_MOST],
                ("the error says that the beans form a cycle", "the project declares them here"),
                "Take one of the parameters out, or let it be given lazily.",
            )
