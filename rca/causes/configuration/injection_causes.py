"""Missing bindings of Dagger, Hilt, Koin and Spring: who could provide the type, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rca.causes.configuration.binding_providers import (
    BindingProviders,
    Provider,
    component_of,
    is_visible,
    simple,
)
from rca.causes.configuration.cause_searcher import CauseSearcher, SearchContext
from rca.causes.configuration.class_headers import header_span, header_text
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
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
_KODEIN = re.compile(rf"No binding found for (?:bind|inject|provider|factory)?<{_TYPE}>")
_ASKED = re.compile(
    r"(?:@[\w.]+(?:\([^)]*\))? )?(?P<type>[\w.$]+(?:<[^ ]*>)?) is (?:injected|requested) at "
    r"(?:\[[\w.$]+\] )?(?P<site>[\w.$]+)(?:\((?P<arguments>[^)]*)\))?"
)
_CREATED = re.compile(r"[Cc]ould not create instance for '?\[[^\]]*?'([\w.$]+)'")
_QUALIFIER = re.compile(r"@([\w.]+)(?:\(([^)]*)\))? [\w.$<>]+ cannot be provided without")
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
    "Kodein": ("DI.Module", "Kodein.Module", "bind<"),
    "Spring": ("@Configuration", "@Bean"),
}
_ANNOTATIONS = {
    "Dagger": ("@Inject",),
    "Koin": ("@Single", "@Factory", "@KoinViewModel"),
    "Kodein": (),
    "Spring": ("@Component", "@Service", "@Repository", "@Controller", "@RestController", "@Configuration"),
}
_MOST = 4


_FRAMEWORKS = (("Dagger", _DAGGER), ("Koin", _KOIN), ("Kodein", _KODEIN), ("Spring", _SPRING))


@dataclass(frozen=True, slots=True)
class _Offer:
    """A place that could provide the type, and what keeps it from doing so."""

    span: Span
    lacks: str


class InjectionCauses(CauseSearcher):
    """Searches the bindings of one project for the one that is missing."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes, the surest mechanism first."""
        flat = self._symptoms.flat
        for framework, pattern in _FRAMEWORKS:
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

    def __init__(self, context: SearchContext) -> None:
        super().__init__(context)
        self._bindings = BindingProviders(self._files)

    def _missing(self, framework: str, name: str) -> Iterator[ConfigurationCause]:
        simple_name = name.rpartition(".")[2].rpartition("$")[2]
        symbols = self._files.classes(name)[:1]
        offers = [*self._offers(framework, simple_name, symbols)]
        near = list(self._providers(framework, name))
        headers = [header_span(one, self._files) for one in symbols if self._lacks_mark(framework, one)]
        implementations = self._implementations(symbols) if not headers else []
        classes = [*headers, *(header_span(one, self._files) for one in implementations)]
        # Koin and Kodein know nothing of a class itself: it is always a definition that lacks.
        usual = [*near, *headers] if framework in {"Koin", "Kodein"} else [*headers, *near, *classes]
        ordered = [*(one.span for one in offers), *usual]
        if not ordered:
            return
        if offers:
            lacks = offers[0].lacks
        elif ordered[0] in headers:
            lacks = "its own declaration does not offer one"
        else:
            lacks = "this place provides types that are its neighbours, and not this one"
        asking = list(self._asking(name))
        who = f" `{asking[0][0]}` asks for it." if asking else ""
        yield ConfigurationCause(
            "missing_binding",
            f"{framework} has no binding for `{simple_name}` where it is asked for: {lacks}.{who}",
            tuple(dict.fromkeys([*ordered[:_MOST], *(span for _, span in asking[:1])])),
            (
                f"the error asks for a binding of `{name}`",
                f"places of the project that could provide it: {len(dict.fromkeys(ordered))}",
                *(f"asked for by `{said}` ({span.path}:{span.line})" for said, span in asking[:2]),
            ),
            f"Look at which component or module asks for `{simple_name}` and add the binding where that "
            "one sees it.",
        )

    def _lacks_mark(self, framework: str, symbol: Symbol) -> bool:
        """Return whether a class that could be created lacks the annotation for it."""
        return (
            symbol.declaration.kind == "class"
            and not any(mark in header_text(symbol, self._files) for mark in _ANNOTATIONS[framework])
            and "abstract" not in symbol.declaration.modifiers
        )

    def _offers(self, framework: str, name: str, symbols: tuple[Symbol, ...]) -> Iterator[_Offer]:
        """Yield the places that come close to a binding of a type, with what keeps them from it."""
        if framework in {"Koin", "Kodein"}:
            for module, span in self._bindings.unloaded_modules(name):
                yield _Offer(span, f"`{module}` defines it, and nothing loads `{module}`")
            return
        asking = component_of(self._symptoms.flat)
        asked = _QUALIFIER.search(self._symptoms.flat)
        wanted = asked[1].rpartition(".")[2] if asked is not None else None
        for provider in self._bindings.of(name):
            yield _Offer(provider.span, self._kept_from(provider, asking, wanted))
        implementations = frozenset(one.name for one in self._implementations(symbols))
        for provider in self._bindings.returning(implementations):
            yield _Offer(
                provider.span,
                f"`{provider.symbol.display_name}` provides `{provider.type}`, which implements it, and "
                "binds that "
                "type alone",
            )
        if framework == "Spring":
            yield from self._outside_scan(symbols)

    def _kept_from(self, provider: Provider, asking: str | None, qualifier: str | None) -> str:
        """Return why a provider of the type is not used; the last reason is what is left."""
        said = f"`{provider.symbol.display_name}` provides it"
        if qualifier is not None and qualifier not in provider.qualifiers:
            return f"{said} without the qualifier `@{qualifier}` that is asked for"
        if qualifier is None and provider.qualifiers:
            return f"{said} under `@{provider.qualifiers[0]}`, and it is asked for without that qualifier"
        if (
            provider.component is not None
            and asking is not None
            and not is_visible(provider.component, asking)
        ):
            return f"{said} in `{provider.component}`, whose bindings `{asking}` does not see"
        if not provider.is_module:
            return f"{said} in a class that is not marked as a module"
        if provider.component is None and asking is not None:
            return f"{said} in a module that no component installs (`@InstallIn` is missing)"
        owner = provider.symbol.owner
        module = f" `{owner.name}`" if owner is not None else ""
        return f"{said}, and what is compiled here does not have its module{module}"

    def _outside_scan(self, symbols: tuple[Symbol, ...]) -> Iterator[_Offer]:
        """Yield Spring's application class where a component lies outside the packages that it scans."""
        apps = [
            symbol
            for path in self._files.files_with("@SpringBootApplication", ".kt", ".java")
            for symbol in self._files.snapshot.index.classes_in_file(path)
            if "@SpringBootApplication" in symbol.declaration.modifiers
        ]
        for symbol in [*symbols, *self._implementations(symbols)]:
            package = symbol.facts.package
            marked = any(mark in header_text(symbol, self._files) for mark in _ANNOTATIONS["Spring"])
            for app in apps[:1]:
                root = app.facts.package
                text = self._files.text(app.path)
                if marked and not f"{package}.".startswith(f"{root}.") and "scanBasePackages" not in text:
                    yield _Offer(
                        header_span(app, self._files),
                        f"`{symbol.name}` lies in `{package}`, and only `{root}` and below are scanned",
                    )

    def _asking(self, name: str) -> Iterator[tuple[str, Span]]:
        """Yield who asks for a type, the nearest first: a parameter, field or function, with its place."""
        for match in _ASKED.finditer(self._symptoms.flat):
            if simple(match["type"]) != name.rpartition(".")[2]:
                continue
            owner, _, member = match["site"].rpartition(".")
            for symbol in self._files.classes(match["site"])[:1]:
                yield symbol.name, self._parameter_span(symbol, name)
            for symbol in self._files.classes(owner)[:1]:
                for one in self._files.snapshot.index.symbols(symbol.path):
                    if one.name == member and one.owner == symbol:
                        yield one.display_name, Span(one.path, one.line, one.declaration.name_line)
        for match in _CREATED.finditer(self._symptoms.flat):
            for symbol in self._files.classes(match[1])[:1]:
                yield symbol.name, self._parameter_span(symbol, name)

    def _parameter_span(self, symbol: Symbol, name: str) -> Span:
        """Return the line of a class's constructor parameter of a type; its header where none is."""
        span = header_span(symbol, self._files)
        typed = re.compile(rf"(?<!\w){re.escape(name.rpartition('.')[2])}(?!\w)")
        for line in range(span.line, span.end_line + 1):
            if typed.search(self._files.lines(symbol.path).line(line)):
                return Span(symbol.path, line, line, "failure_site")
        return Span(span.path, span.line, span.end_line, "failure_site")

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
