"""Rules that `.editorconfig` and detekt set, and whether a file follows them."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from models.tools.check_conventions import Convention, ConventionSeverity, Deviation
from rca.conventions.code_file import CodeFile
from rca.conventions.detekt import Detekt, rules_for
from rca.conventions.editorconfig import properties
from rca.conventions.style_patterns import empty_catches, hard_coded
from rca.workspace import Snapshot

_FREE: Final = re.compile(r"^\s*(?:import|package)\s|https?://|^\s*(?:\w+ )*fun\s+`|\"\"\"")
"""Lines that linters let be as long as they are."""
_TAB: Final = 4


@dataclass
class LinterFindings:
    """Findings of linter settings; `rules` are the `observation.RULES` that they decide.

    `problems` are unreadable parts of settings, whose demands are not known.
    """

    deviations: list[Deviation] = field(default_factory=list)
    followed: list[Convention] = field(default_factory=list)
    rules: set[str] = field(default_factory=set)
    problems: tuple[str, ...] = ()

    def take(self, one: LinterRule, lines: list[int], counted: str | None = None) -> None:
        """Add a rule and the lines that violate it; `counted` is the counted rule that it overrides."""
        if counted is not None:
            self.rules.add(counted)
        if not lines:
            self.followed.append(Convention(rule=one.rule, statement=one.statement, source=one.source))
            return
        self.deviations.append(
            Deviation(
                rule=one.rule,
                statement=one.statement,
                source=one.source,
                severity=one.severity,
                line=lines[0],
                places=len(lines),
                message=f"{one.source} says: {one.statement}; here: {one.found}",
                found=one.found,
                expected=one.statement,
            )
        )


@dataclass(frozen=True)
class LinterRule:
    """A rule that a settings file sets."""

    rule: str
    statement: str
    source: str
    found: str
    severity: ConventionSeverity = "style"


def settled(snapshot: Snapshot, file: CodeFile) -> LinterFindings:
    """Return the findings of all settings that apply to a file."""
    detekt = rules_for(snapshot, file.path) if file.is_kotlin else Detekt()
    said, problems = properties(snapshot, file.path)
    found = LinterFindings(problems=(*problems, *detekt.problems))
    _lengths(found, file, said, detekt)
    _layout(found, file, said)
    if said.get("ktlint_standard_no-wildcard-imports", ("", ""))[0] == "disabled":
        found.rules.add("star import")
    for name, check in _DETEKT.items():
        rule = detekt.active(name, file.raw)
        if rule is not None:
            check(found, file, rule, detekt.path)
    return found


def _quoted(text: str) -> frozenset[int]:
    """Return the continuation lines of multi-line strings, whose formatting is part of their value."""
    found, line, inside = set[int](), 1, False
    for part in text.split('"""'):
        lines = part.count("\n")
        if inside:
            found.update(range(line, line + lines + 1))
        line, inside = line + lines, not inside
    return frozenset(found)


def _lengths(
    found: LinterFindings, file: CodeFile, said: Mapping[str, tuple[str, str]], detekt: Detekt
) -> None:
    most, source = said.get("max_line_length", ("", ""))
    rule = detekt.active("MaxLineLength", file.raw)
    if not most.isdigit():
        most, source = ("", "") if rule is None else (str(rule.get("maxLineLength", 120)), detekt.path)
    if not most.isdigit():
        return
    quoted = _quoted(file.text)
    long = [
        number
        for number, line in enumerate(file.text.splitlines(), 1)
        if len(line.expandtabs(_TAB)) > int(most) and not _FREE.search(line) and number not in quoted
    ]
    widest = max((len(line.expandtabs(_TAB)) for line in file.text.splitlines()), default=0)
    found.take(
        LinterRule("line length", f"lines have at most {most} characters", source, f"up to {widest}"), long
    )


def _layout(found: LinterFindings, file: CodeFile, said: Mapping[str, tuple[str, str]]) -> None:
    style, source = said.get("indent_style", ("", ""))
    if style in ("space", "tab"):
        wrong = re.compile(rb"^\t+(?=\S)" if style == "space" else rb"^(?:  )+(?=[^ *\s])", re.MULTILINE)
        lines = [file.line_of(one.start()) for one in wrong.finditer(file.raw)]
        other = "tabs" if style == "space" else "spaces"
        found.take(
            LinterRule("indentation", f"lines are indented by {style}s", source, other), lines, "indentation"
        )
    wanted, source = said.get("insert_final_newline", ("", ""))
    if wanted == "true" and file.raw:
        lines = [] if file.raw.endswith(b"\n") else [file.line_of(len(file.raw))]
        statement = "the file ends with a line break"
        found.take(LinterRule("end of file", statement, source, "none"), lines, "end of file")
    wanted, source = said.get("trim_trailing_whitespace", ("", ""))
    if wanted == "true":
        found_at = re.finditer(rb"[ \t]+\r?$", file.raw, re.MULTILINE)
        quoted = _quoted(file.text)
        lines = [line for one in found_at if (line := file.line_of(one.start())) not in quoted]
        statement = "lines do not end with blanks"
        found.take(LinterRule("trailing blanks", statement, source, "blanks at the end of lines"), lines)


Rule: TypeAlias = Mapping[str, Any]
Check: TypeAlias = Callable[[LinterFindings, CodeFile, Rule, str], None]


def _star_imports(found: LinterFindings, file: CodeFile, rule: Rule, source: str) -> None:
    allowed = rule.get("excludeImports") or ()
    lines = [
        one.line
        for one in file.facts.imports
        if one.star and not any(fnmatch.fnmatch(f"{one.path}.*", str(glob)) for glob in allowed)
    ]
    found.take(
        LinterRule("star import", "no star imports", source, "star imports", "style"), lines, "star import"
    )


def _forbidden_imports(found: LinterFindings, file: CodeFile, rule: Rule, source: str) -> None:
    for one in _listed(rule.get("imports") or rule.get("forbiddenImports")):
        lines = [line.line for line in file.facts.imports if fnmatch.fnmatch(line.path, one)]
        found.take(
            LinterRule("forbidden import", f"`{one}` is not imported", source, "it is imported", "warning"),
            lines,
        )


def _forbidden_calls(found: LinterFindings, file: CodeFile, rule: Rule, source: str) -> None:
    for one in _listed(rule.get("methods")):
        name = one.partition("(")[0].rpartition(".")[2]
        if name in ("print", "println"):
            pattern = re.compile(rb"(?<![\w.])" + name.encode() + rb"\s*\(")
            lines = [file.line_of(place.start()) for place in file.matches(pattern)]
            found.take(
                LinterRule("forbidden call", f"`{name}` is not called", source, "it is called", "warning"),
                lines,
            )


def _listed(value: object) -> Iterator[str]:
    """Return the names in a detekt list, whose entries are strings or objects with a reason."""
    for one in value if isinstance(value, list) else ():
        yield str(one.get("value", "")) if isinstance(one, dict) else str(one)


def _in_code(rule: str, pattern: bytes, statement: str, counted: str | None = None) -> Check:
    compiled = re.compile(pattern)

    def check(found: LinterFindings, file: CodeFile, _rule: Rule, source: str) -> None:
        lines = [file.line_of(one.start()) for one in file.matches(compiled)]
        found.take(LinterRule(rule, statement, source, f"{len(lines)} places", "warning"), lines, counted)

    return check


def _catches(found: LinterFindings, file: CodeFile, _rule: Rule, source: str) -> None:
    lines = [one.line for one in empty_catches(file)]
    found.take(
        LinterRule("empty catch", "no empty catch blocks", source, "empty ones", "warning"),
        lines,
        "empty catch",
    )


def _dispatchers(found: LinterFindings, file: CodeFile, _rule: Rule, source: str) -> None:
    written = file.text.splitlines()
    # A default value of a parameter is how a dispatcher that is given may be named.
    lines = [
        one.line for one in hard_coded(file) if not re.search(r"\w+\s*:\s*\w+[^=]*=", written[one.line - 1])
    ]
    statement = "dispatchers are given, not named where they are used"
    found.take(
        LinterRule("dispatcher", statement, source, "named in the code", "warning"), lines, "dispatcher"
    )


_DETEKT: Final = {
    "WildcardImport": _star_imports,
    "ForbiddenImport": _forbidden_imports,
    "ForbiddenMethodCall": _forbidden_calls,
    "UnsafeCallOnNullableType": _in_code("`!!`", rb"!!(?!=)", "no `!!`", "`!!`"),
    "GlobalCoroutineUsage": _in_code("GlobalScope", rb"\bGlobalScope\s*\.", "no GlobalScope", "GlobalScope"),
    "PrintStackTrace": _in_code(
        "printStackTrace", rb"\.\s*printStackTrace\s*\(\s*\)", "no printStackTrace", "printStackTrace"
    ),
    "EmptyCatchBlock": _catches,
    "InjectDispatcher": _dispatchers,
}
"""Rules of detekt that a text and facts are enough for."""
