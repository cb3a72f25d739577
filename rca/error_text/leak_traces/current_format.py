"""LeakCanary 2.x: traces drawn with `├─` and `╰→`, in sections of application and library leaks.

Source: LeakCanary's documentation, "Fixing a memory leak"; forms of 2.0 betas to 3.0 alphas as people post
them in public threads.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.leak_trace import LeakKind, LeakNodeKind, LeakReference, LeakReferenceKind, LeakStatus
from rca.error_text.leak_traces.trace_draft import NodeDraft, TraceDraft
from rca.error_text.leak_traces.trace_lines import TraceLine
from rca.text.lazy_regex import lazy_regex

_CLASS = r"(?:<[\w \-]{0,40}>|[*.]{1,6})?[\w$.\-][\w$.<>\-]{0,300}(?:\[\]){0,4}(?:@\d{1,12})?"
_NODE = lazy_regex(
    rf"(?P<class>{_CLASS})(?:,)? (?P<kind>instance|class|array|thread)\b(?P<rest>[^\n]{{0,400}})$"
)
_CUT_NODE = lazy_regex(rf"(?P<class>{_CLASS}) (?P<part>[a-z]{{1,7}})$")
"""An object whose text breaks off within its kind."""

_OLD_NODE = lazy_regex(rf"(?P<class>{_CLASS})$")
_QUALIFIED = lazy_regex(r"(?:[a-z_]\w{0,60}\.){1,12}[\w$]")
_REST_OF_NODE = lazy_regex(rf"(?P<class>{_CLASS})?(?:^| )(?P<kind>instance|class|array|thread)$")
"""What stands below a class that was wrapped behind a dot, or before its kind."""
_LEAKING = lazy_regex(r"Leaking: (?P<status>YES|NO|UNKNOWN)\b ?(?P<reason>\(.{0,2000})?")
_ROOT = lazy_regex(r"GC Root: (?P<root>.{1,300})", re.IGNORECASE)
_RETAINING = lazy_regex(r"Retaining (?P<what>.{1,80})")
_REFERENCE = lazy_regex(r"[↓v] (?P<what>(?:static |thread |array )*)(?P<target>\S.{0,400})$")
_ASIDE = lazy_regex(r"\s{2,}")
"""What stands before a remark that people add behind a line."""

_UNDERLINE = lazy_regex(r"~+$|\^{2,}$")
_BYTES = lazy_regex(r"(?P<bytes>[\d,. ]{1,20}) bytes retained(?: by leaking objects|$)")
_SIGNATURE = lazy_regex(r"Signature: (?P<signature>[0-9a-fA-F]{6,64})$")
_INSTANCES = lazy_regex(r"Displaying only 1 leak trace out of (?P<count>\d{1,9})")
_SECTION = lazy_regex(
    r"(?P<count>\d{1,6}) (?P<kind>APPLICATION|LIBRARY) LEAKS?$|\d{1,6} UNREACHABLE OBJECTS?$"
)
_PATTERN = lazy_regex(r"Leak pattern: (?P<pattern>.{1,400})")
_DESCRIPTION = lazy_regex(r"Description: (?P<description>.{1,2000})")
_KNOWN = lazy_regex(r"(?:Library leak match:|Matches exclusion) (?P<pattern>.{1,400})")
"""`Matches exclusion` in the betas of 2.0."""
_KEY = lazy_regex(r"key = (?P<key>[\w-]{1,80})$")
_FACT = lazy_regex(r"(?:Retaining |key = |(?:watch|retained)DurationMillis = )")
_BREAK = lazy_regex(r"={6,}$|METADATA$|HEAP ANALYSIS")
_METADATA = lazy_regex(r"(?P<name>[A-Z][\w.() /]{1,60}): (?P<value>\S.{0,300})$")
_WRAP = 58
"""Columns from which on a line may have been wrapped."""

_SECTIONS: dict[str | None, LeakKind] = {
    "APPLICATION": "application",
    "LIBRARY": "library",
    None: "unreachable",
}
_STATUS: dict[str, LeakStatus] = {"YES": "yes", "NO": "no", "UNKNOWN": "unknown"}
_KINDS: tuple[LeakNodeKind, ...] = ("instance", "class", "array")
_SHORT = 200


class CurrentFormat:
    """Reads the traces of a stretch of lines, one line after the other."""

    def __init__(self, lines: Sequence[TraceLine]) -> None:
        self._lines = lines
        self._found: list[TraceDraft] = []
        self._open: TraceDraft | None = None
        self._before: TraceDraft | None = None
        self._section: LeakKind = "application"
        self._metadata: dict[str, str] | None = None
        self._of_section: dict[str, str] = {}
        self._previous = ""
        self._after_end = False
        """Whether a blank line stood below the leaking object."""

    def read(self) -> list[TraceDraft]:
        """Return the traces in the order of the text."""
        for at, line in enumerate(self._lines):
            self._line(at, line)
        self._close()
        for trace in self._found:
            trace.metadata.update(self._of_section)
        return self._found

    def _line(self, at: int, line: TraceLine) -> None:
        text = line.text
        if not text and line.mark != "start":
            self._blank(line)
            return
        root = _ROOT.match(text)
        if line.mark == "start" or (root is not None and not self._takes_root(line)):
            self._start(at)
        if root is not None and self._open is not None:
            self._open.gc_root = root["root"].strip()
            self._touch(at, text)
            return
        if line.mark == "start":
            return
        node = self._node(line)
        if node is not None:
            if self._open is None or self._open.complete:
                self._start(at)
            self._add(node, at, text, is_last=line.mark == "last")
        elif self._open is not None and self._open.nodes and self._is_inside(line):
            self._detail(line, at)
        else:
            self._outside(at, text)

    def _takes_root(self, line: TraceLine) -> bool:
        """Return whether a root is that of the open trace; betas of 2.0 name it below the first object."""
        trace = self._open
        if trace is None or trace.gc_root is not None:
            return False
        return not trace.nodes or (len(trace.nodes) == 1 and line.mark == "inside")

    def _start(self, at: int) -> None:
        self._close()
        before = self._before
        self._open = TraceDraft(first=at, last=at, kind=self._section)
        self._after_end = False
        if before is not None:
            self._open.known_leak = before.known_leak
            self._open.retained_bytes = before.retained_bytes
            self._open.signature = before.signature
            self._open.instances = before.instances
            self._open.first = min(before.first, at)
            self._open.kind = "library" if before.known_leak is not None else self._section
        self._before = None

    def _close(self) -> None:
        if self._open is not None and self._open.nodes:
            self._found.append(self._open)
        self._open = None

    def _touch(self, at: int, text: str) -> None:
        if self._open is not None:
            self._open.last = at
        self._previous = text

    def _node(self, line: TraceLine) -> tuple[NodeDraft, str] | None:
        text = line.text
        found = _NODE.match(text)
        if found is not None:
            is_marked = line.mark in {"node", "last"}
            if not is_marked and (found["rest"].strip() or not _QUALIFIED.match(found["class"])):
                return None
            kind: LeakNodeKind = found["kind"]  # type: ignore[assignment]  # one of the pattern's words
            node = NodeDraft(found["class"], kind)
            return node, found["rest"].strip()
        if line.mark in {"node", "last"}:
            cut = _CUT_NODE.match(text)
            if cut is not None:
                whole = next((word for word in _KINDS if word.startswith(cut["part"])), None)
                if whole is not None:
                    return NodeDraft(cut["class"], whole), ""
            old = _OLD_NODE.match(text)
            if old is not None:
                kind = "array" if old["class"].endswith("[]") else "instance"
                return NodeDraft(old["class"], kind), ""
        return None

    def _add(self, found: tuple[NodeDraft, str], at: int, text: str, *, is_last: bool) -> None:
        node, rest = found
        if self._open is None:
            return
        if rest:
            node.labels.append(rest.strip("() "))
        self._open.nodes.append(node)
        self._open.complete = is_last
        self._touch(at, text)

    def _is_inside(self, line: TraceLine) -> bool:  # noqa: PLR0911 - one rule a line
        if self._open is None:
            return False
        if line.mark == "inside":
            return not self._open.complete
        if self._after_end and not (line.indent and _FACT.match(line.text)):
            return False
        if _BREAK.match(line.text) or _SECTION.match(line.text):
            return False
        if _SIGNATURE.match(line.text) or _BYTES.match(line.text) or _PATTERN.match(line.text):
            return False
        if line.indent > 0 or _LEAKING.match(line.text) or _REFERENCE.match(line.text):
            return True
        if _UNDERLINE.match(line.text) or _RETAINING.match(line.text) or _KEY.match(line.text):
            return True
        return len(self._previous) >= _WRAP and self._is_wrapped()

    def _is_wrapped(self) -> bool:
        """Return whether the line before ends in the middle of what it says."""
        return self._previous.count("(") > self._previous.count(")") or self._previous[-1:] in ",="

    def _detail(self, line: TraceLine, at: int) -> None:
        trace, text = self._open, line.text
        if trace is None:
            return
        node = trace.nodes[-1]
        if node.is_bare and self._takes_rest(node, text):
            self._touch(at, text)
            return
        leaking = _LEAKING.match(text)
        reference = _REFERENCE.match(text)
        if leaking is not None:
            node.leaking = _STATUS[leaking["status"]]
            node.reason = _unbracketed(leaking["reason"])
        elif reference is not None:
            node.reference = read_reference(reference["what"], reference["target"])
            trace.kind = "library" if "Library leak match" in text else trace.kind
        elif _UNDERLINE.match(text):
            if node.reference is not None:
                node.reference = node.reference.model_copy(update={"suspect": True})
        elif (retaining := _RETAINING.match(text)) is not None:
            node.retained = retaining["what"].rstrip(".")
        elif (key := _KEY.match(text)) is not None:
            trace.key = key["key"]
        elif (known := _KNOWN.match(text)) is not None:
            trace.kind = "library"
            trace.known_leak = known["pattern"].strip()
        elif node.reason is not None and node.reason.startswith("("):
            node.reason = _unbracketed(f"{node.reason} {text}")
        elif node.labels and len(self._previous) >= _WRAP and _continues(node.labels[-1], text):
            node.labels[-1] = f"{node.labels[-1]} {text}"[:_SHORT]
        else:
            node.labels.append(text[:_SHORT])
        self._touch(at, text)

    def _takes_rest(self, node: NodeDraft, text: str) -> bool:
        """Read the rest of an object's line that was wrapped; return whether it is one."""
        rest = _REST_OF_NODE.match(text)
        is_cut = node.class_name.endswith(".")
        if rest is None or is_cut == (rest["class"] is None):
            return False
        node.class_name += rest["class"] or ""
        node.kind = rest["kind"]  # type: ignore[assignment]  # one of the pattern's words
        return True

    def _blank(self, line: TraceLine) -> None:
        trace = self._open
        if (
            trace is not None
            and trace.complete
            and line.mark == "none"
            and trace.nodes[-1].leaking is not None
        ):
            self._after_end = True
        self._previous = ""

    def _outside(self, at: int, text: str) -> None:
        if self._open is not None and self._open.nodes:
            self._close()
        section = _SECTION.match(text)
        if section is not None:
            self._section = _SECTIONS[section["kind"]]
            self._before = None
            return
        if text == "METADATA":
            self._metadata = self._of_section
            return
        if self._metadata is not None:
            entry = _METADATA.match(text)
            if entry is not None:
                self._metadata.setdefault(entry["name"], entry["value"])
            return
        before = self._before or TraceDraft(first=at, last=at)
        if (pattern := _PATTERN.match(text)) is not None:
            before.known_leak = pattern["pattern"]
        elif (description := _DESCRIPTION.match(text)) is not None:
            before.known_leak = " - ".join(filter(None, (before.known_leak, description["description"])))
        elif (retained := _BYTES.match(text)) is not None:
            before.retained_bytes = int(re.sub(r"\D", "", retained["bytes"]) or 0)
        elif (signature := _SIGNATURE.match(text)) is not None:
            before.signature = signature["signature"]
        elif (instances := _INSTANCES.match(text)) is not None:
            before.instances = int(instances["count"])
        elif before.known_leak is not None and before.signature is None and before.retained_bytes is None:
            before.known_leak = f"{before.known_leak} {text}"[:2000]
        else:
            return
        self._before = before


def read_reference(what: str, target: str) -> LeakReference:
    """Return the reference that a line names: `static Bus.listeners`, `Object[].[0]`, `ArrayList[1]`."""
    target = _ASIDE.split(target.strip(), maxsplit=1)[0]
    note = target.find(" (")
    target = target[:note].strip() if note > 0 and not target.endswith("]") else target
    suspect = "!(" in target
    target = target.replace("!(", "").replace(")!", "")
    kind: LeakReferenceKind = "static_field" if "static" in what else "field"
    element = re.search(r"\.?(?P<index>\[[^\[\]]{1,200}\])$", target)
    if element is not None:
        return LeakReference(
            kind="array_element", owner=target[: element.start()], name=element["index"], suspect=suspect
        )
    local = re.search(r"\.?(?P<name><[^<>]{1,60}>)$", target)
    if local is not None:
        owner = target[: local.start()]
        return LeakReference(kind="local_variable", owner=owner, name=local["name"], suspect=suspect)
    owner, _, name = target.rpartition(".")
    return LeakReference(kind=kind, owner=owner, name=name, suspect=suspect)


def _unbracketed(reason: str | None) -> str | None:
    """Return a reason without the brackets around it; with the first where the last is still to come."""
    if reason is None:
        return None
    reason = reason.strip()
    if reason.count("(") <= reason.count(")") and reason.endswith(")"):
        return reason[1:-1]
    return reason


def _continues(label: str, text: str) -> bool:
    """Return whether a line goes on with the label above, which was wrapped."""
    if label.count("(") > label.count(")") or label[-1:] in ",=":
        return True
    return text[:1].islower() and " instance of " not in text and " = " not in text
