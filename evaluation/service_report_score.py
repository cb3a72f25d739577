"""Score reports of crash services against keys that were written before the texts were parsed.

The texts are others' and are not kept here. A folder holds NAME.txt and NAME.key for each text; a name
begins with its format (`bugsnag-electron`). Each line of a key is `field = value`; `-` says that the text
does not state the field, and a field that the key leaves out is not scored. A further error of the text
stands below a line `@ 2`, `@ 3`, ….

Fields: `kind`, `signal`, `process`, `pid`, `thread`, `message` (what the program said before it ended);
those of the context by their names (`release`, `device`, …), `breadcrumbs` and `tags` by their number,
`breadcrumb N`, `flag NAME`, `tag NAME`; `exceptions`, and of each `N type`, `N message`, `N relation`,
`N frames`, and `N.M` as `class|method|file|line`; `native`, and of each frame `#N` as
`pc|library|function|build id`. Each part of a frame is a field, and one that is empty in the key must be
absent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from models.error_report import ErrorReport

_ABSENT = "-"
_FRAME = ("class", "method", "file", "line")
_NATIVE = ("pc", "library", "function", "build id")

Key = tuple[dict[str, str], ...]
"""The fields of each error of a text by their names."""


@dataclass
class ServiceScore:
    """Fields right and known, and the misses."""

    right: int = 0
    fields: int = 0
    texts: int = 0
    misses: list[str] = field(default_factory=list)

    def add(self, other: ServiceScore) -> None:
        """Add the counts of another text."""
        self.right += other.right
        self.fields += other.fields
        self.texts += other.texts
        self.misses += other.misses


def read_key(text: str) -> Key:
    """Return a key, one set of fields for each error."""
    errors: list[dict[str, str]] = [{}]
    for line in text.splitlines():
        if line.startswith("@ "):
            errors.append({})
        elif " = " in line and not line.startswith("//"):
            name, _, value = line.partition(" = ")
            errors[-1][name.strip()] = value.strip()
    return tuple(errors)


def find_cases(folder: Path) -> Iterator[tuple[str, str, Key]]:
    """Yield name, text and key of each text of a folder."""
    for file in sorted(folder.glob("*.key")):
        text = file.with_suffix(".txt")
        if text.is_file():
            yield file.stem, text.read_text("utf-8"), read_key(file.read_text("utf-8"))


def score_report(name: str, key: Key, report: ErrorReport) -> ServiceScore:
    """Return how many fields of a text are right; those of an error that was not found are all wrong."""
    score = ServiceScore(texts=1)
    found = [_fields(one) for one in (report, *report.others)]
    for at, error in enumerate(key):
        fields = found[at] if at < len(found) else {}
        for what, expected in error.items():
            for part, wanted, value in _parts(what, expected, fields):
                score.fields += 1
                if wanted == value:
                    score.right += 1
                else:
                    score.misses.append(f"{name}[{at}] {part}: expected {wanted!r}, found {value!r}")
    return score


def _parts(what: str, expected: str, fields: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield name, expected and found value of a field, of a frame one for each of its parts."""
    value = fields.get(what, _ABSENT)
    names = _NATIVE if what.startswith("#") else _FRAME if what[:1].isdigit() and "." in what else ()
    if not names:
        yield what, _folded(expected), _folded(value)
        return
    wanted = expected.rsplit("|", len(names) - 1) if what[:1].isdigit() else expected.split("|", 3)
    given = value.split("\x1f") if value != _ABSENT else []
    for at, name in enumerate(names):
        part = wanted[at] if at < len(wanted) else ""
        yield f"{what} {name}", part, given[at] if at < len(given) else "nothing"


def _folded(text: str) -> str:
    return " ".join(text.replace("\\n", "\n").split())


def _fields(report: ErrorReport) -> dict[str, str]:
    """Return what was read of an error, by the names of a key's fields."""
    told = next((one.message for one in report.diagnostics if one.tool == "debuggerd"), None)
    given: dict[str, object] = {
        "kind": report.kind,
        "signal": report.signal,
        "process": report.process,
        "pid": report.pid,
        "thread": report.thread,
        "message": told,
        "exceptions": len(report.exceptions),
        "native": len(report.native_frames),
    }
    context = report.crash_context
    for name in type(context).model_fields if context else ():
        if name not in ("breadcrumbs", "tags", "feature_flags"):
            given[name] = getattr(context, name)
    if context is not None:
        given |= {"breadcrumbs": len(context.breadcrumbs), "tags": len(context.tags)}
        given |= {f"breadcrumb {at}": one.message for at, one in enumerate(context.breadcrumbs)}
        given |= {f"tag {one.name}": one.value for one in context.tags}
        given |= {f"flag {one.name}": one.value or "" for one in context.feature_flags}
    for at, one in enumerate(report.exceptions):
        given |= {f"{at} type": one.type, f"{at} message": one.message, f"{at} relation": one.relation}
        given[f"{at} frames"] = len(one.frames)
        for place, frame in enumerate(one.frames):
            given[f"{at}.{place}"] = _joined(frame.class_name, frame.method, frame.file, frame.line)
    for at, native in enumerate(report.native_frames):
        given[f"#{at}"] = _joined(native.pc, native.library, native.function, native.build_id)
    return {name: _text(value) for name, value in given.items() if value is not None}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _joined(*parts: object) -> str:
    return "\x1f".join("" if part is None else str(part) for part in parts)
