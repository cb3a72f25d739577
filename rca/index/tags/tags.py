"""Tags of one file (activity, composable, DAO, test …), each with the reason.

Decided from one file: its annotations, what it extends outside the project, its modifiers, weakest the
names of its classes. What a class inherits through classes of the project is worked out when asked
(`tagging`), as are the entries of manifests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rca.caching.cached_attribute import cached_attribute
from rca.languages.facts import CLASS_KINDS, NONE, Declaration, Facts

if TYPE_CHECKING:
    import msgspec


class Tag(NamedTuple):
    """A tag of a class or function (full name; empty for the file as a whole), and why it has it.

    `inherits` is 1 where whatever extends the class has the tag too.
    """

    tag: str
    name: str
    line: int
    evidence: str
    inherits: int


class Base(NamedTuple):
    """A class of the project that another may extend: full names, and the line of the class below."""

    base: str
    name: str
    line: int


class Traits(NamedTuple):
    """All that one file says of tags."""

    tags: tuple[Tag, ...] = ()
    bases: tuple[Base, ...] = ()


_ANDROID = ("android.", "androidx.", "com.google.android.", "dagger.hilt.android.")
_TESTS = ("org.junit.", "junit.framework.", "kotlin.test.", "io.kotest.", "org.testng.", "org.spekframework.")
_ENDINGS: tuple[tuple[str, str], ...] = (
    ("Activity", "activity"),
    ("Fragment", "fragment"),
    ("ViewModel", "viewmodel"),
    ("Service", "service"),
    ("BroadcastReceiver", "receiver"),
    ("AppWidgetProvider", "receiver"),
    ("GlanceAppWidgetReceiver", "receiver"),
    ("Provider", "provider"),
    ("Worker", "worker"),
    ("Application", "application"),
    ("RoomDatabase", "database"),
    ("SQLiteOpenHelper", "database"),
    ("Adapter", "adapter"),
    ("ViewHolder", "viewholder"),
    ("View", "view"),
    ("Layout", "view"),
    ("ViewGroup", "view"),
)
"""What a class of Android's own packages is, by the end of its name."""
_OWN_ENDINGS = ("activity", "fragment", "viewmodel", "worker", "adapter")
"""Those that another library's base class shows by its name as well."""
_OTHER_BASES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("TestCase", ("junit.framework.",), "test"),
    ("Spec", ("io.kotest.",), "test"),
    ("Plugin", ("org.gradle.api.",), "gradle_plugin"),
    ("DefaultTask", ("org.gradle.api.",), "gradle_task"),
    ("SymbolProcessor", ("com.google.devtools.ksp.",), "processor"),
    ("AbstractProcessor", ("javax.annotation.processing.",), "processor"),
)
_ANNOTATIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Composable": ("composable", ("androidx.compose.",)),
    "HiltViewModel": ("viewmodel", ("dagger.hilt.",)),
    "HiltAndroidApp": ("application", ("dagger.hilt.",)),
    "HiltWorker": ("worker", ("androidx.hilt.",)),
    "AndroidEntryPoint": ("injected", ("dagger.hilt.",)),
    "Dao": ("dao", ("androidx.room.", "android.arch.persistence.room.")),
    "Entity": ("entity", ("androidx.room.", "android.arch.", "javax.persistence.", "jakarta.persistence.")),
    "Database": ("database", ("androidx.room.", "android.arch.persistence.room.")),
    "Module": ("module", ("dagger.", "org.koin.")),
    "Component": ("component", ("dagger.",)),
    "Subcomponent": ("component", ("dagger.",)),
    "Test": ("test", _TESTS),
    "ParameterizedTest": ("test", _TESTS),
    "RunWith": ("test", _TESTS),
    "Serializable": ("serializable", ("kotlinx.serialization.",)),
    "JsonClass": ("serializable", ("com.squareup.moshi.",)),
    "Parcelize": ("parcelable", ("kotlinx.parcelize.", "kotlinx.android.parcel.")),
    "RestController": ("controller", ("org.springframework.",)),
    "Controller": ("controller", ("org.springframework.", "io.micronaut.")),
    "Service": ("service", ("org.springframework.",)),
    "Repository": ("repository", ("org.springframework.",)),
    "SpringBootApplication": ("application", ("org.springframework.",)),
    **dict.fromkeys(
        ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "HTTP"),
        ("api", ("retrofit2.http.", "de.jensklingenberg.ktorfit.http.")),
    ),
}
"""Annotation → tag, and the packages that it must come from."""
_NAMES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("Repository", "RepositoryImpl", "Repo", "RepoImpl"), "repository"),
    (("UseCase", "UseCaseImpl", "Interactor", "InteractorImpl"), "usecase"),
    (("DataSource", "DataSourceImpl"), "datasource"),
    (("Mapper", "MapperImpl"), "mapper"),
    (("ViewModel",), "viewmodel"),
)
_ANY_NAME = tuple(ending for endings, _ in _NAMES for ending in endings)
_ANY_BASE = (*(ending for ending, _ in _ENDINGS), *(ending for ending, _, _ in _OTHER_BASES))
_MARKS = frozenset(f"@{name}" for name in _ANNOTATIONS)
_KINDS = {"enum": "enum", "object": "object", "interface": "interface", "annotation": "annotation"}
_MODIFIERS = ("sealed", "data", "abstract", "value")
MANIFEST_KINDS = ("activity", "service", "receiver", "provider", "application", "launcher")
"""What manifests declare. Their names may begin with a dot: then the module's namespace stands before."""
_TEST_FOLDER = re.compile(r"(?:^|/)src/(?:\w*[tT]est\w*)/|(?:^|/)(?:test|tests)/")
_GENERATED = re.compile(rb"\b(?:auto-?)?generated (?:by|file|code|from)\b|\bdo not (?:edit|modify)\b")
_HEADER_BYTES = 800


def traits_of(path: str, facts: Facts, encoded: bytes) -> Traits:
    """Read the tags of a file; `encoded` is its text in UTF-8."""
    tags = list(_of_file(path, facts, encoded))
    bases: list[Base] = []
    if facts.language == "manifest":
        tags.extend(_of_manifest(facts))
    if facts.language in ("kotlin", "java"):
        imports = ImportedNames(facts)
        for row, name in _named(facts):
            if row.kind == "function":
                tags.extend(_of_function(row, name, imports))
            else:
                tags.extend(_of_class(row, name, imports))
                bases.extend(_bases(row, name, imports))
        if any(line.path.startswith("org.koin.") for line in facts.imports):
            tags.extend(_koin_modules(facts))
    return Traits(tuple(dict.fromkeys(tags)), tuple(dict.fromkeys(bases)))


def unpacked_traits(traits: str) -> Traits:
    """Return the traits of a row, as `traits_of` gave them."""
    return _decoder().decode(traits)


@lru_cache(maxsize=1)
def _decoder() -> msgspec.json.Decoder[Traits]:
    from msgspec.json import Decoder  # here: the server starts before a row is read

    return Decoder(Traits)


def _is_generated(header: bytes) -> bool:
    return (b"generated" in header or b"do not" in header) and _GENERATED.search(header) is not None


def _named(facts: Facts) -> Iterator[tuple[Declaration, str]]:
    """Return named classes, and the functions that may have a tag, with their full names."""
    names: dict[int, str] = {NONE: facts.package}
    for index, row in enumerate(facts.declarations):
        kind = row.kind
        if kind == "function":
            if row.name == "main" or not _MARKS.isdisjoint(row.modifiers):
                around = names.get(row.parent, facts.package)
                yield row, f"{around}.{row.name}" if around else row.name
        elif kind in CLASS_KINDS and row.name:
            around = names.get(row.parent, facts.package)
            name = names[index] = f"{around}.{row.name}" if around else row.name
            if kind != "enum_entry":
                yield row, name


class ImportedNames:
    """What a simple name of a file may mean, as far as the file itself tells."""

    def __init__(self, facts: Facts) -> None:
        self.package = facts.package
        self._home = ".".join(facts.package.split(".")[:2])
        self._named = {
            line.alias or line.path.rpartition(".")[2]: line.path for line in facts.imports if not line.star
        }
        self._stars = tuple(line.path for line in facts.imports if line.star)
        self._facts = facts

    @cached_attribute
    def _own(self) -> dict[str, str]:
        return {row.name: name for row, name in _named(self._facts) if row.kind != "function"}

    def meanings(self, written: str) -> tuple[str, ...]:
        """Return the full names that a written name may stand for."""
        first, dot, rest = written.partition(".")
        if first in self._own:
            return (f"{self._own[first]}{dot}{rest}",)
        if first in self._named:
            return (f"{self._named[first]}{dot}{rest}",)
        if dot and first[:1].islower():
            return (written,)
        own = f"{self.package}.{written}" if self.package else written
        return (own, *(f"{star}.{written}" for star in self._stars))

    def is_outside(self, name: str) -> bool:
        """Return whether a full name can be none of this project's, as far as one file shows."""
        return bool(self._home) and not f"{name}.".startswith(f"{self._home}.")


def _of_file(path: str, facts: Facts, encoded: bytes) -> Iterator[Tag]:
    if _TEST_FOLDER.search(path) and facts.language not in ("resource", "text"):
        yield Tag("test", "", 1, "lies in a folder of tests", 0)
    if path.endswith((".gradle", ".gradle.kts")):
        yield Tag("gradle", "", 1, "is a build script by its name", 0)
    if _is_generated(encoded[:_HEADER_BYTES].lower()):
        yield Tag("generated", "", 1, "its first lines say that it is generated", 0)


def _of_manifest(facts: Facts) -> Iterator[Tag]:
    for row in facts.declarations:
        if row.kind in MANIFEST_KINDS:
            yield Tag(row.kind, row.name, row.line, "declared in the manifest", 0)
            if "launcher" in row.modifiers:
                yield Tag("launcher", row.name, row.line, "opened from the launcher by the manifest", 0)


def _of_class(row: Declaration, name: str, imports: ImportedNames) -> Iterator[Tag]:
    line = row.name_line
    if row.kind in _KINDS:
        yield Tag(_KINDS[row.kind], name, line, f"declared as {row.kind}", 0)
    for modifier in _MODIFIERS:
        if modifier in row.modifiers:
            yield Tag(modifier, name, line, f"declared as {modifier}", 0)
    yield from _annotated(row, name, imports)
    for text in row.supertypes:
        written = _bare(text)
        for meaning in imports.meanings(written):
            tag = _tag_of_base(meaning, imports)
            if tag is not None:
                yield Tag(tag, name, line, f"extends {meaning}", 1)
                break
    if row.name.endswith(_ANY_NAME):
        tag = next(tag for endings, tag in _NAMES if row.name.endswith(endings))
        yield Tag(tag, name, line, f"named {row.name}", 0)


def _of_function(row: Declaration, name: str, imports: ImportedNames) -> Iterator[Tag]:
    yield from _annotated(row, name, imports)
    if row.name == "main" and (row.parent == NONE or "static" in row.modifiers):
        yield Tag("main", name, row.name_line, "is a main function", 0)


def _annotated(row: Declaration, name: str, imports: ImportedNames) -> Iterator[Tag]:
    for modifier in row.modifiers:
        if not modifier.startswith("@"):
            continue
        written = modifier[1:].rpartition(":")[2]
        rule = _ANNOTATIONS.get(written.rpartition(".")[2])
        if rule is not None and any(one.startswith(rule[1]) for one in imports.meanings(written)):
            yield Tag(rule[0], name, row.name_line, f"annotated {modifier}", 0)


def _bases(row: Declaration, name: str, imports: ImportedNames) -> Iterator[Base]:
    for text in row.supertypes:
        for meaning in imports.meanings(_bare(text)):
            if not meaning.startswith(("android.", "androidx.", "java.", "javax.", "kotlin.", "kotlinx.")):
                yield Base(meaning, name, row.name_line)


def _bare(text: str) -> str:
    return text.split("<", maxsplit=1)[0].strip()


def _tag_of_base(name: str, imports: ImportedNames) -> str | None:
    if not name.endswith(_ANY_BASE):
        return None
    simple = name.rpartition(".")[2]
    if name.startswith(_ANDROID):
        return next((tag for ending, tag in _ENDINGS if simple.endswith(ending)), None)
    for ending, packages, tag in _OTHER_BASES:
        if simple.endswith(ending) and name.startswith(packages):
            return tag
    if imports.is_outside(name):
        found = next((tag for ending, tag in _ENDINGS if simple.endswith(ending)), None)
        return found if found in _OWN_ENDINGS else None
    return None


def _koin_modules(facts: Facts) -> Iterator[Tag]:
    for site in facts.calls:
        if site.name == "module" and site.form == "call" and site.owner != NONE:
            name = facts.qualified_names[site.owner]
            yield Tag("module", name, site.line, "builds a Koin module", 0)
