"""Failures that a shrinker brings: removed and renamed classes and members, and rules that keep them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.caching.cached_attribute import cached_attribute
from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.error_symptoms import class_names, package_of
from rca.workspace.build_modules import is_test

_MINIFIED = re.compile(r"\b(?:(?:isM|m)inifyEnabled|runProguard)\b(?!\s*[=(]?\s*false)")
"""Switched on, or by a value that only the build knows."""
_LINKED = frozenset(
    ("IncompatibleClassChangeError", "AbstractMethodError", "NoSuchMethodError", "NoSuchFieldError",
     "IllegalAccessError", "VerifyError")
)  # fmt: skip
_REFLECTION = (
    "NoSuchMethodException", "NoSuchFieldException", "ClassNotFoundException", "InstantiationException",
    "NoSuchFieldError", "NoClassDefFoundError", "KotlinReflectionInternalError",
    "KotlinReflectionNotSupportedError",
)  # fmt: skip
_MESSAGES = re.compile(
    r"(TypeToken must be created with a type argument|Missing type parameter\."
    r"|Abstract classes can't be instantiated! (?:Register|Adjust the R8)"
    r"|Platform class \S+ requires explicit JsonAdapter|Cannot serialize Kotlin type"
    r"|Unable to create converter|no-args? constructor|GeneratedMessageLite|Could not find class '[\w.$]+'"
    r"|Field \w+ for [\w.]+ not found|AssertionError: Missing field in"
    r"|has no zero argument constructor|R8-optimized|native method not found"
    r"|LinkedTreeMap cannot be cast to|which is not supported within a Structure"
    r"|kotlin\.reflect\.K\w+\.\w+\([^)]*\)' on a null object reference"
    r"|(?:Error|Unable|Failed|Cannot|Could not)[\w ]{0,20}?(?:locat|find|load|instantiat|creat)\w*"
    r" (?:the |an? )?[\w ]{0,20}class\b"
    r"|can't find referenced (?:class|method|field))"
)
_MISSING_CLASS = re.compile(
    r"R8: Missing class:? ([\w.$]+)"
    r"|Missing classes?:? ([\w.$]+)(?: \(referenced from| detected while running R8|$)"
    r"|can't find referenced (?:class|method|field) (?:[\w.$]+ )?'?([\w.$]+)|missing_rules\.txt"
)
_LOOSE_NAME = re.compile(r"(?<![\w./])((?:[a-z]\w*\.){2,}[A-Z$][\w$]*)")
_CONSUMED = re.compile(r"\bconsumerProguardFiles?\b|\bconsumerKeepRules\b")
_SHIPPED = re.compile(r"(?:^|/)META-INF/(?:[\w.-]+/)*[\w.-]+$")
_INNERMOST, _PREFIX = 3, 3
_OF_JDK = 0.5
"""How far a rule helps where the JDK's own class is missing: it silences the message alone."""
_NOT_SHRUNK = (
    "java.net.URLClassLoader",
    "jdk.internal.loader.",
    "org.junit.",
    "org.gradle.",
    "sun.misc.Launcher",
)
_COMPONENT = re.compile(r"Unable to find explicit activity class \{[\w.]+/([\w.$]+)\}")
_SIDE_RULES = re.compile(r"(?i)debug|test|benchmark|sample")
_OBFUSCATED = re.compile(r"\b[a-z]\w?\.[a-z]\w?(?:\.[a-z]\w?)?\b")
_RULE_NAME = re.compile(r"-(?:keep\w*|dontwarn|if)[^\n{]*?([\w.*$?]+)\s*(?:\{|$)", re.MULTILINE)


class KeepRuleCauses(CauseSearcher):
    """Searches the rule files of one project for where an entry belongs."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield a cause where the build shrinks and the error is one that shrinking brings."""
        flat = self._symptoms.flat
        missing = _MISSING_CLASS.search(flat)
        names = self._names()
        if missing is not None:
            names = [name for name in missing.groups() if name][:1] or names
        why = (
            self._symptom(flat)
            if missing is None
            else f"the shrinker reports the missing class `{names[0] if names else 'it lists'}`"
        )
        if why is None or (missing is None and self._runs_unshrunk()):
            return
        switches = list(self._switches())
        if not switches and missing is None and not self._consumed_rules:
            return
        spans = [*self._rule_files(switches, names, is_missing=missing is not None), *self._rules_of(names)]
        if not spans:
            spans = [span for span, _ in switches]
        else:
            spans += [span for span, _ in switches][:2]
        if not spans:
            return
        subject = f"`{names[0]}`" if names else "a class or member"
        facts = [why]
        if switches:
            facts.append(f"`{switches[0][0].path}` shrinks the build in line {switches[0][1]}")
        own = missing is None and self._is_own_class_lost(names)
        if own:
            facts.append(f"the project has the class {subject}")
        yield ConfigurationCause(
            "missing_rule" if missing else "keep_rule_own_class" if own else "keep_rule",
            f"R8 may have removed or renamed {subject}, which is reached by name; rules that keep it "
            "belong here."
            if missing is None
            else f"R8 does not find {subject}, which the code refers to; a rule here could allow that.",
            tuple(dict.fromkeys(spans))[:4],
            tuple(facts),
            "Build with `-dontobfuscate` or without minifying: if it works then, keep the class with "
            "its members."
            if missing is None
            else "Take over the lines of `missing_rules.txt`, or add the dependency.",
            strength=self._strength(names, is_missing=missing is not None),
        )

    def _strength(self, names: list[str], *, is_missing: bool) -> float:
        if is_missing:
            return _OF_JDK if names and names[0].startswith("java.") else 1.0
        said = self._symptoms.report.obfuscated or _MESSAGES.search(self._symptoms.flat)
        return 1.0 if said else 0.9

    def _symptom(self, flat: str) -> str | None:
        """Return what of the error points to a shrinker, None where nothing does."""
        message = _MESSAGES.search(flat)
        if message is not None and not self._is_of_another_app(flat):
            return f"the error says “{message[1][:100]}”"
        own = self._own_classes_unlinked()
        if own is not None:
            return f"`{own}` and what it is linked with are the project's own, which one build compiles"
        return self._lost_by_reflection()

    def _is_of_another_app(self, flat: str) -> bool:
        """Return whether the error is about a component that is no class of the project."""
        component = _COMPONENT.search(flat)
        return component is not None and not self._files.classes(component[1].partition("$")[0])

    def _lost_by_reflection(self) -> str | None:
        reflected = sorted(self._symptoms.types.intersection(_REFLECTION))
        if not reflected:
            return None
        names = self._names()
        if names and (self._files.is_platform(names[0]) or self._is_gone(names[0])):
            return None
        if self._symptoms.report.obfuscated or _OBFUSCATED.search(self._first_message()):
            return f"`{reflected[0]}` on names that a shrinker made"
        if names:
            return f"`{reflected[0]}` for `{names[0]}`, in a build that shrinks"
        return None

    def _first_message(self) -> str:
        return next((one.message for one in self._symptoms.exceptions if one.message), "")

    def _names(self) -> list[str]:
        found = [
            name for one in self._symptoms.exceptions if one.message for name in class_names(one.message)
        ]
        found = found or list(self._symptoms.named_classes)
        found = found or [
            name for one in self._symptoms.exceptions for name in _LOOSE_NAME.findall(one.message or "")
        ]
        return [name for name in found if not name.endswith(("Exception", "Error"))]

    def _own_classes_unlinked(self) -> str | None:
        """Return the first class of an error of linking that speaks of the project's own classes alone."""
        for one in self._symptoms.exceptions:
            if one.type.rpartition(".")[2] in _LINKED:
                names = [name.partition("$")[0] for name in class_names(one.message or "")]
                own = [name for name in names if self._files.classes(name)]
                if own and not any(name not in own and not self._files.is_platform(name) for name in names):
                    return own[0]
        return None

    def _runs_unshrunk(self) -> bool:
        """Return whether a frame shows that the classes were loaded as they were compiled."""
        return any(
            (frame.class_name or "").startswith(_NOT_SHRUNK)
            for one in self._symptoms.exceptions
            for frame in one.frames
        )

    def _is_gone(self, name: str) -> bool:
        """Return whether a class would be the project's own by its package, and is none of its classes."""
        return self._files.is_own_package(name) and not self._files.classes(name.partition("$")[0])

    def _is_own_class_lost(self, names: list[str]) -> bool:
        """Return whether a class that was looked for by its name in vain is one of the project's."""
        lost = {"ClassNotFoundException", "NoSuchMethodException", "InstantiationException"}
        if not names or self._symptoms.types.isdisjoint(lost):
            return False
        return bool(self._files.classes(names[0].partition("$")[0]))

    @cached_attribute
    def _consumed_rules(self) -> tuple[str, ...]:
        """Rule files that a library hands to the builds that use it."""
        folders = {
            self._files.module_folder(path)
            for path in self._files.scripts
            if _CONSUMED.search(self._files.text(path))
        }
        return tuple(
            path
            for path in self._files.keep_rules
            if _SHIPPED.search(path) or self._files.module_folder(path) in folders
        )

    def _switches(self) -> Iterator[tuple[Span, int]]:
        """Yield the build types that shrink, with the line that says so."""
        for path in (*self._files.scripts, *self._files.build_logic):
            lines = self._files.lines(path)
            for match in _MINIFIED.finditer(lines.text):
                line = lines.line_of(match.start())
                around = [block for block in self._blocks.of(path) if block.line <= line <= block.end_line]
                inner = min(around, key=lambda block: block.end_line - block.line, default=None)
                span = Span(path, inner.line, inner.end_line) if inner else Span(path, line, line)
                yield span, line

    def _rules_of(self, names: list[str]) -> Iterator[Span]:
        """Yield the rules that speak of the class or its package already."""
        packages = [package_of(name) for name in names if package_of(name).count(".") >= 2]
        for path in self._files.keep_rules:
            lines = self._files.lines(path)
            for match in _RULE_NAME.finditer(lines.text):
                rule = match[1].rstrip(".*")
                if rule.count(".") >= 2 and any(
                    name == rule or f"{name}.".startswith(f"{rule}.") for name in packages
                ):
                    line = lines.line_of(match.start())
                    yield Span(path, line, lines.line_of(match.end() - 1))

    def _modules_of_packages(self) -> Iterator[str]:
        """Yield the module with most files of the package of a named class that is the project's own."""
        for name in self._symptoms.named_classes:
            if self._files.is_own_package(name):
                folder = self._files.module_of_package(package_of(name))
                if folder is not None:
                    yield folder
                    return

    def _prefixes(self, names: list[str]) -> set[str]:
        """Return the first three parts of the packages of the named classes and of the innermost frames."""
        frames = [frame.class_name or "" for frame in self._symptoms.stack[:_INNERMOST]]
        packages = [package_of(name).split(".") for name in (*names, *frames)]
        return {".".join(parts[:_PREFIX]) for parts in packages if len(parts) >= _PREFIX}

    def _rule_files(
        self, switches: list[tuple[Span, int]], names: list[str], *, is_missing: bool
    ) -> Iterator[Span]:
        """Yield the rule files, those first that the failing build reads.

        Those of a library come first that fails itself and hands rules to its users, then those of the module
        of the lost class; of equal ones those that speak of the same packages.
        """
        folders = {self._files.module_folder(span.path) for span, _ in switches}
        consumed = set(self._consumed_rules)
        failing = self._files.module_folders(self._symptoms)[:1]
        owners = (
            set(failing) if any(self._files.module_folder(path) in failing for path in consumed) else set()
        )
        owners = owners or {
            self._files.module_folder(symbol.path)
            for name in names[:1]
            for symbol in self._files.classes(name.partition("$")[0])
        }
        by_package = set(self._modules_of_packages())
        owners = owners or (by_package if is_missing else set()) or set(failing) or by_package
        prefixes = self._prefixes(names)

        def order(path: str) -> tuple[bool, bool, bool, bool, bool, int]:
            folder = self._files.module_folder(path)
            base = path.rpartition("/")[2]
            return (
                _SIDE_RULES.search(base) is not None or is_test(path),
                folder not in owners or (path not in consumed and folder not in folders),
                not any(prefix in self._files.text(path) for prefix in prefixes),
                folder not in folders,
                "rules" not in base and "proguard" not in base,
                path.count("/"),
            )

        for path in sorted(self._files.keep_rules, key=order)[:2]:
            yield Span(path, 1, max(1, self._files.lines(path).count))
