"""Classes that the classpath lacks or has in another version: which dependency declaration is responsible."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from rca.causes.configuration.cause_searcher import CauseSearcher, SearchContext
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.error_symptoms import class_names, package_of
from rca.causes.configuration.library_match import names_artifact, rank_by_words, rank_requirements
from rca.causes.configuration.requirements import Requirement, one_of_each_module

_MISSING_TYPES = ("ClassNotFoundException", "NoClassDefFoundError", "TypeNotPresentException")
_LINKAGE_TYPES = (
    "NoSuchMethodError", "NoSuchFieldError", "AbstractMethodError", "IncompatibleClassChangeError",
    "VerifyError", "IllegalAccessError", "MissingMethodException", "MissingPropertyException",
)  # fmt: skip
"""The last two are Groovy's forms of the first."""
_NOT_FOUND = re.compile(
    r"[Uu]nresolved reference|does not exist|cannot find symbol|cannot be resolved|unable to resolve"
)
_IMPORT = re.compile(r"^\s*import\s+(?:static\s+)?([\w.]+)")
_UNRESOLVED = re.compile(
    r"class file for ([\w.$]+) not found|package ([\w.]+) does not exist|unable to resolve class ([\w.]+)"
    r"|Cannot access class '?([\w.]+)'?[.,] Check your module classpath"
    r"|Cannot access '?([\w.]+)'? which is a supertype of"
)
_NOT_IN_POOL = re.compile(r"javassist\.NotFoundException: ([\w.$]+)")
_SHORT_EXCERPT = 200
_DYNAMIC = re.compile(r"\+$|latest\.|SNAPSHOT|-alpha|-beta|-rc", re.IGNORECASE)
_GRADLE_ITSELF = re.compile(r"^org\.gradle\.")
_SIMPLE_NAME = re.compile(r"(?<![\w.$/])((?:[A-Z][a-z]+){3,})(?![\w(/.])")
_MOST_MODULES = 3
_MOST_LIBRARIES = 3
_HIGH_FRAMES = 6


class LibraryCauses(CauseSearcher):
    """Searches the requirements of one project for those that an error is about."""

    def __init__(self, context: SearchContext) -> None:
        super().__init__(context)
        self._known: dict[str, tuple[Requirement, ...]] = {}

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes, the surest mechanism first."""
        yield from self._missing_classes()
        yield from self._linkage()
        if not self._symptoms.has_type(*_MISSING_TYPES):
            yield from self._named_in_message()
            yield from self._thrown_in_library()

    def _missing_classes(self) -> Iterator[ConfigurationCause]:
        for name in self._missing_names()[:_MOST_MODULES]:
            if self._files.classes(name) or self._files.is_platform(name):
                continue
            known = self._files.library_of(name)
            ranked = rank_requirements(name, self._requirements.all, known)
            exact = [one for _, one in ranked if one.module == known or names_artifact(name, one)]
            libraries = one_of_each_module(one for one in exact if one.kind == "library")
            yield from self._lacking_modules(name, libraries, [one for _, one in ranked])
            for requirement in libraries[:_MOST_LIBRARIES]:
                yield self._version_cause("missing_class_version", name, requirement)

    def _missing_names(self) -> tuple[str, ...]:
        found: list[str] = []
        if self._symptoms.has_type(*_MISSING_TYPES):
            for exception in self._symptoms.exceptions:
                if exception.type.rpartition(".")[2] in _MISSING_TYPES and exception.message:
                    message = exception.message
                    found.extend(class_names(message))
                    if re.fullmatch(r"[\w.$]+", message.strip()):
                        found.append(message.strip())
            if not found:
                found.extend(self._symptoms.named_classes)
        found.extend(_NOT_IN_POOL.findall(self._symptoms.flat))
        found.extend(self._unresolved_imports())
        found.extend(match[match.lastindex or 0] for match in _UNRESOLVED.finditer(self._symptoms.flat))
        if not found and not self._symptoms.stack and len(self._symptoms.flat) < _SHORT_EXCERPT:
            found.extend(self._excerpt_names())
        return tuple(dict.fromkeys(found))

    def _unresolved_imports(self) -> Iterator[str]:
        """Yield what the imports name that a compiler could not resolve."""
        for message in self._symptoms.report.diagnostics:
            if message.severity != "error" or not message.line or not _NOT_FOUND.search(message.message):
                continue
            base = (message.file or "").replace("\\", "/").rpartition("/")[2]
            for frame in self._symptoms.frames:
                if frame.line == message.line and frame.file_path.endswith(f"/{base}"):
                    imported = _IMPORT.match(self._files.lines(frame.file_path).line(message.line))
                    if imported is not None and not self._files.is_own_package(imported[1]):
                        yield imported[1]

    def _excerpt_names(self) -> Iterator[str]:
        """Yield the class that a compiler's caret points at: all that is left of its message."""
        lines = self._symptoms.text.splitlines()
        for line, below in pairwise(lines):
            if below.strip() == "^":
                yield from class_names(line)

    def _lacking_modules(
        self, name: str, libraries: Sequence[Requirement], similar: Sequence[Requirement]
    ) -> Iterator[ConfigurationCause]:
        for rank, (folder, why) in enumerate(self._modules_for(name, similar)[:_MOST_MODULES]):
            block = self._blocks.dependencies(folder)
            if block is None or any(self._requirements.used_in(one, folder) for one in libraries):
                continue
            shown = f":{folder.replace('/', ':')}" if folder else "the root project"
            task = f"{shown}:dependencies" if folder else "dependencies"
            known = f"; elsewhere the build asks for `{libraries[0].module}`" if libraries else ""
            yield ConfigurationCause(
                "missing_dependency",
                f"No entry of the `dependencies` of {shown} is known to bring `{name}`{known}.",
                (block,),
                (f"the error cannot find `{name}`, which the project does not declare", why),
                f"Ask for the library in this block; `gradle {task}` shows what the module sees then.",
                strength=1.0 if rank == 0 else 0.5,
            )

    def _modules_for(self, name: str, similar: Sequence[Requirement]) -> list[tuple[str, str]]:
        found: dict[str, str] = {}
        for folder in self._symptoms_folders():
            found.setdefault(folder, "the error comes from this module")
        simple = name.rpartition(".")[2].split("$", maxsplit=1)[0]
        users = self._files.files_with(f"import {package_of(name)}", ".kt", ".java", ".groovy")
        named = [path for path in users if simple in self._files.text(path)]
        for folder, _ in Counter(map(self._files.module_folder, named or users)).most_common():
            found.setdefault(folder, "files of this module import the package")
        siblings = Counter(
            self._files.module_folder(one.span.path)
            for one in similar
            if one.alias is None and one.kind == "library"
        )
        for one in similar[:_MOST_LIBRARIES]:
            siblings.update(self._files.module_folder(span.path) for span in self._requirements.uses(one))
        for folder, _ in siblings.most_common():
            found.setdefault(folder, "this module asks for libraries of the same group")
        return list(found.items())

    def _symptoms_folders(self) -> tuple[str, ...]:
        return self._files.module_folders(self._symptoms)[:2]

    def _linkage(self) -> Iterator[ConfigurationCause]:
        if not self._symptoms.has_type(*_LINKAGE_TYPES):
            return
        names = [*self._symptoms.named_classes]
        callers = [frame.class_name for frame in self._symptoms.stack[:_HIGH_FRAMES] if frame.class_name]
        shown: set[str] = set()
        for name in (*names, *callers):
            if self._files.classes(name) or self._files.is_platform(name):
                continue
            for requirement in self._libraries_of(name):
                if requirement.module not in shown:
                    shown.add(requirement.module)
                    yield self._version_cause("linkage", name, requirement)

    def _libraries_of(self, name: str) -> tuple[Requirement, ...]:
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = self._ranked_libraries(name)
        return known

    def _ranked_libraries(self, name: str) -> tuple[Requirement, ...]:
        if _GRADLE_ITSELF.match(name):
            return ()
        known = self._files.library_of(name)
        ranked = rank_requirements(name, self._requirements.all, known)
        if not ranked:
            return ()
        best = ranked[0][0]
        return one_of_each_module(one for score, one in ranked if score >= best - 0.3)[:_MOST_LIBRARIES]

    def _named_in_message(self) -> Iterator[ConfigurationCause]:
        """Yield libraries whose class a message names, where the version is one that moves by itself."""
        for name in self._symptoms.named_classes[:_MOST_MODULES]:
            if self._files.classes(name) or self._files.is_platform(name):
                continue
            for requirement in self._libraries_of(name):
                if requirement.version and _DYNAMIC.search(requirement.version):
                    yield self._version_cause("moving_version", name, requirement)
        if not self._symptoms.stack:
            yield from self._named_without_package()

    def _named_without_package(self) -> Iterator[ConfigurationCause]:
        """Yield libraries whose words make up a class that a message names without package and frames."""
        for name in dict.fromkeys(_SIMPLE_NAME.findall(self._symptoms.flat)):
            if self._files.classes(name) or name.endswith(("Exception", "Error")):
                continue
            ranked = rank_by_words(name, self._requirements.all)
            for requirement in one_of_each_module(ranked)[:1]:
                yield self._version_cause("named_library", name, requirement)

    def _thrown_in_library(self) -> Iterator[ConfigurationCause]:
        """Yield the library whose own frames stand above all of the project's."""
        above = []
        for frame in self._symptoms.stack:
            name = frame.class_name
            if name is None or frame.origin in {"platform", "generated"}:
                continue
            if self._is_own_code(name):
                break
            if not self._files.is_platform(name):
                above.append(name)
        in_build = any(_GRADLE_ITSELF.match(frame.class_name or "") for frame in self._symptoms.stack)
        shown: set[str] = set()
        for name in above[:_HIGH_FRAMES]:
            for requirement in self._libraries_of(name)[:1]:
                if requirement.kind == "plugin" and not in_build:
                    continue  # a plugin of the build is on no classpath of the app
                if requirement.module not in shown:
                    shown.add(requirement.module)
                    mechanism = "thrown_in_library" if len(above) > 1 else "thrown_by_library"
                    yield self._version_cause(mechanism, name, requirement, rank=len(shown))
            if len(shown) >= _MOST_MODULES:
                return

    def _is_own_code(self, name: str) -> bool:
        packages = self._files.snapshot.app_packages
        return any(name.startswith(f"{one}.") for one in packages) or bool(self._files.classes(name))

    def _version_cause(
        self, mechanism: str, name: str, requirement: Requirement, rank: int = 1
    ) -> ConfigurationCause:
        spans = list(self._requirements.version_spans(requirement))
        if requirement.version is None and requirement.reference is None and requirement.kind == "library":
            spans = [*islice(self._blocks.platforms(), 2), *spans]
        else:
            spans.extend(self._other_declarations(requirement))
        moving = requirement.version and _DYNAMIC.search(requirement.version)
        written = f" (`{requirement.version}`)" if requirement.version and not moving else ""
        facts = [f"the error names `{name}`", f"the build asks for `{requirement.module}`{written}"]
        if moving:
            facts.append(f"its version `{requirement.version}` is no released, fixed one")
        change = self._history.of(tuple(spans))
        if change is not None:
            facts.append(f"commit {change.commit.hash[:10]} changed it: {change.commit.summary}")
            mechanism = f"{mechanism}_changed"
        return ConfigurationCause(
            mechanism,
            _STATEMENTS[mechanism.removesuffix("_changed")].format(name=name, module=requirement.module),
            tuple(dict.fromkeys(spans))[:4],
            tuple(facts),
            f"Compare the version of `{requirement.module}` that is resolved with the one that the caller of "
            f"`{name.rpartition('.')[2]}` was compiled against (`dependencyInsight`).",
            strength=1.0 / rank,
        )

    def _other_declarations(self, requirement: Requirement) -> Iterator[Span]:
        for other in self._requirements.of_module(requirement.module):
            yield other.span


_STATEMENTS = {
    "missing_class_version": "`{name}` may belong to `{module}`: then the resolved version lacks it, or the "
    "dependency does not reach the code that needs it.",
    "linkage": "`{name}` and what it is linked with come from versions that do not fit; the build asks for "
    "`{module}` here.",
    "moving_version": "`{name}` comes from `{module}`, whose version is not fixed: what is resolved "
    "today may be another one than the code was written for.",
    "named_library": "`{name}` is a class of the family of `{module}` by its name; the version that is "
    "set here may not fit the others.",
    "thrown_by_library": "`{name}`, which the build takes from `{module}`, throws this; the version "
    "that is set here may have the defect.",
    "thrown_in_library": "It fails inside `{module}` (`{name}`), with none of the project's code above: the "
    "version that is asked for here may have the defect.",
}
