"""The project's configuration files, by kind and by build module: the one place that asks the snapshot."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from rca.caching.cached_attribute import cached_attribute
from rca.causes.configuration.configuration_cause import Span
from rca.causes.configuration.error_symptoms import ErrorSymptoms, package_of
from rca.languages.android.xml import Document, Element, read_xml
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.text.line_index import Lines
from rca.workspace import Snapshot
from rca.workspace.build_modules import is_test, modules_of
from rca.workspace.word_filter import files_possibly_containing

_LOGIC = re.compile(r"(?:^|/)(?:buildSrc|build-logic|build-tools|convention|plugins?)/")
_TEST_DATA = re.compile(r"(?:^|/)src/\w+/(?:resources|assets|test-?data)/|(?:^|/)test-?[dD]ata/")
_RULES = re.compile(r"(?:\.pro|(?:proguard|consumer|r8)[\w.-]*\.(?:txt|cfg|pro))$")
_MOST_READ = 400
_MOST_SEARCHED = 6_000
_LEAST_PACKAGE = 3


class ProjectFiles:
    """Configuration files of one snapshot, read once for each question."""

    def __init__(self, snapshot: Snapshot, deadline: Deadline) -> None:
        self.snapshot = snapshot
        self.deadline = deadline
        self._lines: dict[str, Lines] = {}
        self._documents: dict[str, Document] = {}

    def lines(self, path: str) -> Lines:
        """Return the text of a file with its lines; empty where it cannot be read."""
        known = self._lines.get(path)
        if known is None:
            data = self.snapshot.content(path) or b""
            known = self._lines[path] = Lines(data.decode("utf-8-sig", "replace"))
        return known

    def text(self, path: str) -> str:
        """Return the text of a file; empty where it cannot be read."""
        return self.lines(path).text

    def xml(self, path: str) -> Document:
        """Return the elements of an XML file."""
        known = self._documents.get(path)
        if known is None:
            known = self._documents[path] = read_xml(self.text(path))
        return known

    def element_span(self, path: str, element: Element, *, header: bool = False) -> Span:
        """Return the lines of an element, or of its start tag alone."""
        lines = self.lines(path)
        # The reader puts the end of an empty element behind the tag that follows it.
        is_empty = lines.text[: element.header_end].endswith("/>")
        end = element.header_end if header or is_empty else element.end
        return Span(path, lines.line_of(element.start), lines.line_of(max(element.start, end - 1)))

    @cached_attribute
    def scripts(self) -> tuple[str, ...]:
        """Gradle scripts, outermost first."""
        found = self.snapshot.files(".gradle", ".gradle.kts")
        return _outermost(path for path in found if not _TEST_DATA.search(path))

    @cached_attribute
    def build_logic(self) -> tuple[str, ...]:
        """Sources of build logic: convention plugins, constants of versions."""
        found = self.snapshot.files(".kt", ".groovy", ".java")
        return _outermost(path for path in found if _LOGIC.search(path) and not is_test(path))[:_MOST_READ]

    @cached_attribute
    def catalogs(self) -> tuple[str, ...]:
        """Version catalogs."""
        return _outermost(
            path
            for path in self.snapshot.files(".toml")
            if path.endswith(".versions.toml") or path.rpartition("/")[2] == "dependencies.toml"
        )

    @cached_attribute
    def gradle_properties(self) -> tuple[str, ...]:
        """Files named `gradle.properties`."""
        return _outermost(_named(self.snapshot.files(".properties"), "gradle.properties"))

    @cached_attribute
    def wrappers(self) -> tuple[str, ...]:
        """Files that say which Gradle runs."""
        return _outermost(_named(self.snapshot.files(".properties"), "gradle-wrapper.properties"))

    @cached_attribute
    def poms(self) -> tuple[str, ...]:
        """Maven's build files."""
        found = _named(self.snapshot.files("pom.xml"), "pom.xml")
        return _outermost(path for path in found if not _TEST_DATA.search(path))

    @cached_attribute
    def manifests(self) -> tuple[str, ...]:
        """Android manifests, those of `main` source sets first, tests' last."""
        found = _named(self.snapshot.files(".xml"), "AndroidManifest.xml")
        return tuple(sorted(found, key=lambda path: (is_test(path), "/main/" not in path, path.count("/"))))

    @cached_attribute
    def keep_rules(self) -> tuple[str, ...]:
        """Rule files of the shrinker."""
        found = (p for p in self.snapshot.files(".pro", ".txt", ".cfg") if _RULES.search(p.lower()))
        return _outermost(path for path in found if not is_test(path))

    def resources(self, folder: str, name: str | None = None) -> tuple[str, ...]:
        """Return resource files of a kind (`drawable`, `values`), all qualifiers; `name` has no suffix."""
        pattern = re.compile(rf"(?:^|/)res/{folder}(?:-[\w-]+)?/{re.escape(name) if name else '[^/]+'}\.\w+$")
        found = (path for path in self._resource_files if pattern.search(path))
        # The folder without qualifiers comes first: "-" sorts before "/".
        return tuple(sorted(found, key=lambda path: (is_test(path), path.replace("-", "~"))))

    @cached_attribute
    def _resource_files(self) -> tuple[str, ...]:
        return tuple(path for path in self.snapshot.files(".xml") if "/res/" in f"/{path}")

    def module_folder(self, path: str) -> str:
        """Return the folder of the build module that a file belongs to."""
        modules = modules_of(self.snapshot.index)
        return modules.folder(modules.of(path))

    def folder_of_project(self, gradle_path: str) -> str | None:
        """Return the folder of a Gradle path; of a task's path that of its project."""
        modules = modules_of(self.snapshot.index)
        parts = gradle_path.strip(":").split(":")
        for length in (len(parts), len(parts) - 1):
            name = ":".join(parts[:length])
            module = modules.named(name) if name else None
            if module is not None and module != ":":
                return modules.folder(module)
        packaged = self._folder_of_package(parts[0])
        if packaged is not None:
            return packaged
        return "" if len(parts) <= 1 and self.scripts else None

    def _folder_of_package(self, name: str) -> str | None:
        """Return the folder of the build that a host app includes by the name of its `package.json`.

        React Native and Capacitor include the `android` folder of a package as a project of that name.
        """
        if not name:
            return None
        wanted = re.compile(rf'"name"\s*:\s*"(?:@[\w.-]+/)?{re.escape(name)}"')
        for path in self.snapshot.files("package.json"):
            folder = path.removesuffix("package.json")
            inside = [f"{folder}android/build.gradle", f"{folder}android/build.gradle.kts"]
            script = next((one for one in inside if one in self.scripts), None)
            if script is not None and wanted.search(self.text(path)):
                return script.rpartition("/")[0]
        return None

    def scripts_of(self, folder: str) -> tuple[str, ...]:
        """Return the build scripts right in a folder, settings left out."""
        prefix = f"{folder}/" if folder else ""
        return tuple(
            path
            for path in (*self.scripts, *self.poms)
            if path.startswith(prefix)
            and "/" not in path[len(prefix) :]
            and not path.rpartition("/")[2].startswith("settings.")
        )

    def module_folders(self, symptoms: ErrorSymptoms) -> tuple[str, ...]:
        """Return the folders of the modules that an error concerns, the surest first."""
        found = [self.folder_of_project(name) for name in symptoms.projects]
        found += [self.module_folder(frame.file_path) for frame in symptoms.frames]
        for name in symptoms.paths:
            path = next((one for one in self._suffixes(name)), None)
            if path is not None:
                found.append(self.module_folder(path))
        if not any(folder is not None for folder in found):
            found.extend(self._folders_by_package(symptoms))
        return tuple(dict.fromkeys(folder for folder in found if folder is not None))

    def _folders_by_package(self, symptoms: ErrorSymptoms) -> Iterator[str]:
        """Yield the module with most files of the package of the innermost frame of the app's own."""
        for frame in symptoms.stack:
            parts = package_of(frame.class_name or "").split(".")
            own = any((frame.class_name or "").startswith(f"{one}.") for one in self.snapshot.app_packages)
            if not own or len(parts) < _LEAST_PACKAGE:
                continue
            folder = self.module_of_package(".".join(parts))
            if folder is not None:
                yield folder
                return

    def module_of_package(self, package: str) -> str | None:
        """Return the folder of the module with most files of a package."""
        inside = f"/{package.replace('.', '/')}/"
        counts = Counter(self.module_folder(path) for path in self._sources if inside in f"/{path}")
        return counts.most_common(1)[0][0] if counts else None

    @cached_attribute
    def _sources(self) -> tuple[str, ...]:
        return self.snapshot.files(".kt", ".java", ".groovy")

    def _suffixes(self, name: str) -> Iterator[str]:
        """Yield the project's files that a path of another machine ends with."""
        parts = name.split("/")
        for start in range(len(parts) - 1):
            wanted = "/".join(parts[start:])
            for path in self.snapshot.index.files_named(parts[-1]):
                if path == wanted or path.endswith(f"/{wanted}"):
                    yield path

    def classes(self, name: str) -> tuple[Symbol, ...]:
        """Return the project's classes of a name, tests' last."""
        found = self.snapshot.index.find_classes(name)
        return tuple(sorted(found, key=lambda symbol: is_test(symbol.path)))

    def library_of(self, class_name: str) -> str | None:
        """Return `group:name` of the library that has a class, as far as one is known."""
        for place in self.snapshot.index.libraries.class_places(class_name.replace("$", ".")):
            group, colon, rest = place.removeprefix("library:").partition("/")[0].partition(":")
            if colon and "." in group:
                return f"{group}:{rest.partition(':')[0]}"
        return None

    def is_own_package(self, name: str) -> bool:
        """Return whether a full name begins with a package that the project's sources declare."""
        return any(name.startswith(f"{one}.") for one in self.snapshot.index.packages if "." in one)

    def is_platform(self, class_name: str) -> bool:
        """Return whether the JDK or Android itself has a class."""
        places = self.snapshot.index.libraries.class_places(class_name.replace("$", "."))
        return any(place.startswith(("library:java:", "library:android:")) for place in places)

    def files_with(self, text: str, *suffixes: str, most: int = 40) -> list[str]:
        """Return the project's files that hold a text, tests' last, as far as time allows."""
        paths = self.snapshot.files(*suffixes)
        limit = self.deadline.part(0.3)
        possible = files_possibly_containing(self.snapshot, paths, [text.encode()], limit)
        found: list[str] = []
        for path in possible[:_MOST_SEARCHED]:
            if limit.expired or len(found) >= most:
                break
            if text.encode() in (self.snapshot.content(path) or b""):
                found.append(path)
        return sorted(found, key=lambda path: (is_test(path), path))


def _named(paths: Iterable[str], name: str) -> Iterator[str]:
    return (path for path in paths if path.rpartition("/")[2] == name)


def _outermost(paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(paths, key=lambda path: (path.count("/"), path)))
