"""Build failures that name something of the build scripts: a line, a property, a task or a module."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span

_NAMED_LINE = re.compile(
    r"(?:[Bb]uild file|[Ss]ettings file|[Ss]cript|[Ii]nitialization script) '([^']+)'(?: line: |:? "
    r"?line )(\d+)"
    r"|((?:[\w.-]+/)*[\w.-]+\.gradle(?:\.kts)?):(\d+)"
)
_NAMES = (
    re.compile(r"read-only property '(\w+)'"),
    re.compile(r"(?:unknown|value of|set the|evaluating|of) property '(\w+)'"),
    re.compile(r"property '(\w+)' of (?:task|extension|type)"),
    re.compile(r"extension '\w+' property '(\w+)'"),
    re.compile(r"property '(\w+)'"),
    re.compile(r"Could not find method (\w+)\(\)"),
    re.compile(r"No signature of method: [\w.$]+\.(\w+)\(\)"),
    re.compile(r"No such property: (\w+)"),
    re.compile(r"Task (?:with path )?'[\w:]*?(\w+)' not found"),
    re.compile(r"Cannot add task '(?:[\w:]*:)?(\w+)' as a task with that name already exists"),
    re.compile(r"Could not (?:create|determine the dependencies of|find) task '[\w:]*?(\w+)'"),
    re.compile(
        r"(?:[Cc]onfiguration|SourceSet|Build type|Product flavor|variant) (?:with name )?'(\w+)' "
        r"(?:not found|does not exist)"
    ),
)
_BUILD_WORDS = re.compile(r"What went wrong|Gradle|gradle|task ':|project ':|GroovyRuntimeException")
_MISSING_MODULE = re.compile(
    r"Could not (?:find|resolve|download|get) (?:[\w.+-]+ \()?([\w.-]+:[\w.-]+):?([\w.+-]*)"
)
_KEPT_OUT = re.compile(
    r"[^>]{0,80}Required by:(?:(?!Could not)[^\n]){0,400}?> (?:Cannot find a version of|Module '[^']+' has "
    r"been rejected)"
)
_SEARCHED = re.compile(r"Searched in the following (?:locations|repositories)|any of the following sources")
_HOST = re.compile(r"https?://([\w.-]+)")
_BUILT_FROM_SOURCE = re.compile(r"^com\.(?:github|gitlab|gitee|bitbucket)\.")
_OF_GOOGLE = re.compile(r"(?:androidx\.|com\.android\.|com\.google\.(?:android|firebase|gms)\b)")
_GOOGLE_HOST = re.compile(r"(?:dl|maven)\.google\.com")
_TASK = re.compile(r"task '?(:[\w:.-]+)'")
_COORDINATES = re.compile(r"(?<![\w.:/-])([a-z][\w-]*(?:\.[\w-]+)+:[\w.-]+)(?=[:\s'\",)]|$)")
_BUILD_CLASSPATH = re.compile(r"configuration ':?classpath'|buildscript|plugin portal|plugins\.gradle\.org")
_NO_ANSWER = re.compile(
    r"Could not (?:GET|HEAD|get resource)|status code \d+|Read timed out|Connection (?:refused|timed "
    r"out)|Unable to load Maven meta-data|Could not HEAD"
)
_NOT_FOR_LIBRARIES = frozenset(("buildscript", "pluginManagement", "publishing"))
_REQUIRED_BY = re.compile(
    r"Required by: .{0,300}?project (:[\w:.-]*)(?=\s|$)(?! > project)"
    r"(?: > ([\w.-]+:[\w.-]+:?[\w.+-]*))?"
)
_MOST = 4


def _missing_in(flat: str) -> Iterator[tuple[str, str]]:
    """Yield the modules that were not found, each once, without those that a conflict keeps out."""
    seen = set()
    for match in _MISSING_MODULE.finditer(flat):
        module, version = match[1], match[2].rstrip(".")
        if (module, version) not in seen and not _KEPT_OUT.match(flat, match.end(2)):
            seen.add((module, version))
            yield module, version


class BuildScriptCauses(CauseSearcher):
    """Searches the scripts of one project for what a failed build names."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes, the surest mechanism first."""
        flat = self._symptoms.flat
        yield from self._named_lines(flat)
        yield from self._missing_modules(flat)
        yield from self._addresses(flat)
        if _BUILD_WORDS.search(flat):
            yield from self._named_identifiers(flat)
            yield from self._failed_tasks(flat)
            yield from self._failed_compilation(flat)

    def _named_lines(self, flat: str) -> Iterator[ConfigurationCause]:
        for match in _NAMED_LINE.finditer(flat):
            path, line = match[1] or match[3], int(match[2] or match[4])
            base = path.replace("\\", "/").rpartition("/")[2]
            ends = [
                one for one in self._files.scripts if f"/{path}".endswith(f"/{one}") or one.endswith(path)
            ]
            for script in ends[:1] or [one for one in self._files.scripts if one == base][:1]:
                if line <= self._files.lines(script).count:
                    yield ConfigurationCause(
                        "script_line",
                        f"The build stops at this line of `{script}`.",
                        (Span(script, line, line),),
                        (f"the error names line {line} of `{base}`",),
                        "Run the task with `--stacktrace` and look at what this line evaluates.",
                    )

    def _missing_modules(self, flat: str) -> Iterator[ConfigurationCause]:
        for module, version in _missing_in(flat):
            requirements = self._requirements.of_module(module)
            spans = [span for one in requirements for span in self._requirements.version_spans(one)]
            own = [
                span for folder in self._files.module_folders(self._symptoms)
                for span in spans if span.path in self._files.scripts_of(folder)
            ]  # fmt: skip
            spans = list(dict.fromkeys([*own, *spans]))
            repositories = self._repositories(module)
            from_source = _BUILT_FROM_SOURCE.match(module) and _SEARCHED.search(flat)
            googles = _OF_GOOGLE.match(module) and _SEARCHED.search(flat) and not _GOOGLE_HOST.search(flat)
            shown = f"{module}:{version}" if version else module
            if spans:
                yield ConfigurationCause(
                    "missing_module_version",
                    f"`{shown}` is asked for here, and no repository of the build has it in this form.",
                    tuple(spans)[:_MOST],
                    (f"the error cannot find `{shown}`", "this is where the build asks for it"),
                    f"Look for the versions and classifiers of `{module}` that its repository has.",
                    strength=0.5 if (from_source or googles) and repositories else 1.0,
                )
            if not spans:
                yield from self._undeclared(shown, version, flat)
                yield from self._requirers(module, shown, flat)
            if repositories and _SEARCHED.search(flat):
                yield ConfigurationCause(
                    "google_repository" if googles else "missing_repository",
                    f"`{shown}` was looked for in the repositories that are listed here; the one that "
                    "has it is missing, comes too late, or is left out for this module.",
                    tuple(repositories)[:_MOST],
                    (f"the error cannot find `{shown}` and lists where it searched",),
                    f"Find out which repository publishes `{module}` and add it.",
                    strength=1.0 if from_source or googles else 0.6,
                )

    def _undeclared(self, shown: str, version: str, flat: str) -> Iterator[ConfigurationCause]:
        """Yield where a build may ask for a module that no file of it names: by its version, by a plugin."""
        folders = self._files.module_folders(self._symptoms)
        literal = re.compile(rf"""(?m)^.*["']v?{re.escape(version)}["'].*$""") if version else None
        spans = [
            Span(path, line, line)
            for folder in folders if literal is not None
            for path in self._files.scripts_of(folder)
            for match in literal.finditer(self._files.text(path))
            for line in [self._files.lines(path).line_of(match.start())]
        ]  # fmt: skip
        if not spans and _BUILD_CLASSPATH.search(flat):
            spans = [*self._blocks.named("", "plugins"), *self._buildscripts()]
        if spans:
            yield ConfigurationCause(
                "undeclared_module",
                f"No build file names `{shown}`; what stands here brings it.",
                tuple(dict.fromkeys(spans))[:_MOST],
                (f"the error cannot find `{shown}`", "no requirement of the build has these coordinates"),
                f"Find out what asks for `{shown}` (`dependencyInsight`, `buildEnvironment`).",
            )

    def _requirers(self, module: str, shown: str, flat: str) -> Iterator[ConfigurationCause]:
        """Yield where the last project of the chain asks for what needs a module that is not found."""
        at = flat.find(module)
        chain = _REQUIRED_BY.search(flat, max(at, 0))
        if chain is None:
            return
        folder = self._files.folder_of_project(chain[1])
        if folder is None:
            return
        by = f"`{chain[2]}`, which `{chain[1]}` asks for here" if chain[2] else f"`{chain[1]}` itself"
        own = [
            span
            for one in (self._requirements.of_module(chain[2].rpartition(":")[0]) if chain[2] else ())
            for span in (*self._requirements.uses(one), one.span)
            if span.path in self._files.scripts_of(folder)
        ]
        block = self._blocks.dependencies(folder)
        spans = [*own, *([block] if block is not None else [])]
        if spans:
            yield ConfigurationCause(
                "required_module",
                f"`{shown}` is needed by {by}.",
                tuple(dict.fromkeys(spans))[:_MOST],
                (f"the error cannot find `{shown}`", f"its chain leads to `{chain[1]}`"),
                f"Ask for `{module}` with a version here, or for another version of what needs it.",
            )

    def _buildscripts(self) -> Iterator[Span]:
        for path in self._files.scripts[:3]:
            for block in self._blocks.of(path):
                if block.path == ("buildscript", "dependencies"):
                    yield Span(path, block.line, block.end_line)

    def _failed_tasks(self, flat: str) -> Iterator[ConfigurationCause]:
        """Yield where the scripts define or set up the task that failed."""
        for task in dict.fromkeys(_TASK.findall(flat)):
            name = task.rstrip(".:").rpartition(":")[2]
            defined = re.compile(
                rf"""(?m)^.*(?:\btask\s+|(?:register|named|create|getByName)\s*(?:<[\w.]+>)?\(?\s*["']|tasks\.|\bval\s+){re.escape(name)}\b.*$"""
            )
            found = []
            for path in self._files.scripts:
                lines = self._files.lines(path)
                for match in defined.finditer(lines.text):
                    line = lines.line_of(match.start())
                    block = next((one for one in self._blocks.of(path) if one.line == line), None)
                    found.append(Span(path, line, block.end_line if block else line))
            if found:
                yield ConfigurationCause(
                    "failed_task",
                    f"The task `{name}`, which fails, is defined here.",
                    tuple(found)[:_MOST],
                    (f"the failed task is `{task}`", f"`{found[0].path}` names it"),
                    f"Run `{task}` alone with `--info`.",
                )

    def _addresses(self, flat: str) -> Iterator[ConfigurationCause]:
        """Yield the lines that name a repository which did not answer."""
        if not _NO_ANSWER.search(flat):
            return
        for host in dict.fromkeys(_HOST.findall(flat)):
            paths = (*self._files.scripts, *self._files.wrappers, *self._files.build_logic)
            found = []
            for path in paths:
                lines = self._files.lines(path)
                at = lines.text.find(host)
                if at >= 0:
                    line = lines.line_of(at)
                    inner = [one for one in self._blocks.of(path) if one.line <= line <= one.end_line]
                    block = next((one for one in reversed(inner) if one.name == "repositories"), None)
                    found.append(Span(path, block.line, block.end_line) if block else Span(path, line, line))
            if found:
                yield ConfigurationCause(
                    "repository_address",
                    f"The build asks `{host}`, which is set here, and it does not answer as it should.",
                    tuple(found)[:_MOST],
                    (f"the error names an address of `{host}`", f"`{found[0].path}` has it"),
                    f"Open the address, and replace the repository if `{host}` is gone.",
                )
                return

    def _repositories(self, module: str) -> list[Span]:
        """Return the blocks of repositories for dependencies, those first that build from source hosts."""
        usual = [
            Span(path, block.line, block.end_line)
            for path in self._files.scripts
            for block in (self._blocks.of(path) if "repositories" in self._files.text(path) else ())
            if block.name == "repositories" and _NOT_FOR_LIBRARIES.isdisjoint(block.path)
        ]  # fmt: skip
        if _BUILT_FROM_SOURCE.match(module):
            usual.sort(
                key=lambda span: "jitpack" not in self._files.lines(span.path).slice(span.line, span.end_line)
            )
        return usual

    def _named_identifiers(self, flat: str) -> Iterator[ConfigurationCause]:
        names = dict.fromkeys(match[1] for pattern in _NAMES for match in pattern.finditer(flat))
        folders = self._files.module_folders(self._symptoms)
        for name in names:
            for folder in (*folders, None):
                paths = self._files.scripts if folder is None else self._files.scripts_of(folder)
                spans = [span for path in paths for span in self._lines_of(path, name, flat)]
                if folder is None:
                    paths = (*self._files.build_logic, *self._files.gradle_properties)
                    spans += [span for path in paths for span in self._lines_of(path, name, flat)]
                if spans:
                    yield self._identifier_cause(name, spans, own=folder is not None)
                    break

    def _identifier_cause(self, name: str, spans: list[Span], *, own: bool) -> ConfigurationCause:
        where = "the module's own script" if own else "a script that all modules share"
        return ConfigurationCause(
            "script_name",
            f"`{name}`, which Gradle cannot work with, stands here, in {where}.",
            tuple(spans)[:_MOST],
            (f"the error names `{name}`", f"`{spans[0].path}` has it in line {spans[0].line}"),
            f"Look up what the plugin's version of the build expects of `{name}`.",
            strength=1.0 if own else 0.6,
        )

    def _lines_of(self, path: str, name: str, flat: str) -> list[Span]:
        """Return the lines that name something, in blocks of a task that the error names first."""
        lines = self._files.lines(path)
        found: list[tuple[int, int]] = []
        tasks = {task.rpartition(":")[2] for task in _TASK.findall(flat)}
        around = [block for block in self._blocks.of(path) if block.name in tasks]
        for match in re.finditer(rf"(?<![\w.]){re.escape(name)}\b(\s*(?:=(?!=)|\[|\.|\())?", lines.text):
            line = lines.line_of(match.start())
            inside = any(block.line <= line <= block.end_line for block in around)
            found.append((0 if inside else 1 if match[1] else 2, line))
        return [Span(path, line, line) for _, line in dict.fromkeys(sorted(found))]

    def _failed_compilation(self, flat: str) -> Iterator[ConfigurationCause]:
        """Yield the dependencies of a module that does not compile where only coordinates are named."""
        if self._symptoms.report.diagnostics or self._symptoms.exceptions:
            return
        task = next((task for task in _TASK.findall(flat) if "ompile" in task), None)
        coordinates = _COORDINATES.findall(flat)
        if task is None or not coordinates:
            return
        folder = self._files.folder_of_project(task)
        block = None if folder is None else self._blocks.dependencies(folder)
        if block is not None:
            yield ConfigurationCause(
                "failed_compilation",
                f"`{task}` fails, and the text speaks of `{coordinates[0]}`: this block says what the "
                "module is compiled against.",
                (block,),
                (f"the failed task is `{task}`", f"the text names `{coordinates[0]}`"),
                f"Look for `{coordinates[0]}` in the module's `dependencies` report.",
            )
