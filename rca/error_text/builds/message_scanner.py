"""One pass over the lines that dispatches each to the parser of the tool that wrote it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rca.error_text.builds import (
    android_studio,
    annotation_processors,
    compiler_crash,
    configuration_cache,
    javac,
    junit,
    kotlinc,
    lint,
    linters,
    maven,
    native_toolchain,
    resource_tools,
    shrinker,
)
from rca.error_text.builds.tool_message import ToolMessage
from rca.text.lazy_regex import lazy_regex

Reader = Callable[[Sequence[str], int, str], ToolMessage | None]

# In this order, as a later one also accepts what an earlier one knows better.
READERS: tuple[Reader, ...] = (
    configuration_cache.read,
    annotation_processors.read,
    annotation_processors.read_binding,
    shrinker.read_machine,
    maven.read,
    maven.read_test,
    javac.read,
    compiler_crash.read,
    kotlinc.read,
    linters.read,
    android_studio.read,
    native_toolchain.read,
    resource_tools.read_manifest,
    lint.read,
    resource_tools.read,
    shrinker.read,
    junit.read,
    javac.read_unplaced,
)

# A line that no reader can know is passed over after these two looks.
_BEGINS = lazy_regex(
    r"[ew]: |- [BSIPCTUFEGbs][a-z]+ |(?:[Bb]uild|[Ss]ettings) file '|[Ss]cript '|[Ii]nit\w* script '"
    r"|\[(?:ksp|kapt|ERROR|WARN|FATAL|databinding)|:[\w:.-]+[ew]: |exception: |Caused by: |AGPBI: "
    r"|CMake "
    r"|C/C\+\+: |ninja: |clang|collect2: |Undefined symbol|Output: |Missing class|Manifest merger|Type "
    r"|Error:\("
    r"|This version \("
    r"|Cannot fit "
    r"|Attribute |uses-sdk:"
    r"|The number "
    r"|Program type |Cause: |Invoke-customs |Default interface |Static interface |There w|FAILURES"
    r"|INSTRUMENTATION_|JUnit "
    r"|MethodSource |=> |org\.(?:opentest4j|junit|jetbrains)|junit\.framework|io\.kotest|Tests? |\d+(?:\)"
    r"| tests )"
    r"|(?:ERROR|WARNING|Error|Warning)[: ]"
)
_HOLDS = lazy_regex(
    r"rror:|arning:|\.kts?:[ \d]|: ?(?:错误|錯誤|警告|エラー|오류|경고|Fehler|Warnung|erreur"
    r"|avertissement|errore|ошибка"
    r"|предупреждение|erro|aviso|advertencia)\s?(?::|\uff1a)|ld(?:\.\w+)?: |undefined reference|FAILED$"
    r"|<<< |data ?binding"
    r"|AAPT: |<failure|<error|\[CXX|[RD]8: |KLIB resolver: |Failed to flatten|Backend|Back-end"
    r"|Manifest merger failed"
    r"|Instrumentation run failed"
    r"|\.kotlin_module|defined multiple times"
    r"|Exception: "
)


def scan(lines: Sequence[str]) -> Iterator[ToolMessage]:
    """Return the messages in the order of the text; each line belongs to at most one."""
    at = 0
    while at < len(lines):
        text = unmarked(lines[at])
        hit = _read(lines, at, text) if _may_hit(text) else None
        if hit is None:
            at += 1
        else:
            yield hit
            at = hit.last + 1


def _may_hit(text: str) -> bool:
    if text.startswith(("> Task ", "at ")):  # most lines of a log, and no message
        return False
    return _BEGINS.match(text) is not None or _HOLDS.search(text) is not None


def unmarked(line: str) -> str:
    """Take indentation, Gradle's `> ` before a cause, and a CI service's mark off a line."""
    text = line.strip()
    if text.startswith("##["):  # `##[error]` of a CI service
        text = text.partition("]")[2]
    marks = _MARKS.match(text)
    return text[marks.end() :] if marks else text


def _read(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    if len(text) > _LONGEST:
        return None
    for reader in READERS:
        hit = reader(lines, at, text)
        if hit is not None:
            return hit
    return None


_MARKS = lazy_regex(
    r"(?:> (?!Task )\s*|>(?=/[\w.-]+/|[A-Za-z]:[\\/])|(?::[\w.-]+)+(?=/[\w.-]+/)"
    r"|::(?:error|warning)(?: [^:\n]{0,300})?:{0,2} ?|[❌✖✗]\ufe0f? *)+"
)
_LONGEST = 20_000
"""Characters of the longest head; beyond are data that a program printed."""
