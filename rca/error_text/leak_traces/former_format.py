"""LeakCanary 1.x: bullets that begin with `GC ROOT`, `references` and `leaks`; since 1.6 with `↳`.

Source: public threads with reports of 1.3 to 1.6.
"""

from __future__ import annotations

from collections.abc import Sequence

from models.leak_trace import LeakNodeKind, LeakReference
from rca.error_text.leak_traces.current_format import read_reference
from rca.error_text.leak_traces.trace_draft import NodeDraft, TraceDraft
from rca.text.lazy_regex import lazy_regex

_BULLET = lazy_regex(r"[\s>]*(?:(?:\*\*|[-*•])(?!\s*[-*]{2})\s*)?")
_PREFIX = lazy_regex(
    r"\s*(?:[^*\n]{0,200}?[VDIWE]/)?(?:LeakCanary|DisplayLeakService)(?:\s?\(\s*\d+\))?\s{0,4}:\s"
)
_NAME = r"(?:<[\w \-]{0,40}>\.?|[.]{1,6})?[\w$][\w$.]{0,300}(?:\[\]){0,4}"
"""People leave out a package, or put `<>` in its place."""
_LEAKED = lazy_regex(rf"(?P<class>{_NAME}) has leaked(?:: ?|$)")
_STEP = lazy_regex(
    r"(?P<root>GC ROOT )?(?P<arrow>↳ ?|[rR]eferences )?(?P<what>(?:static |thread |array )*)"
    rf"(?P<owner>{_NAME}?)"
    r"(?P<member>\.(?:!\([^()\n]{1,200}\)!|<[\w ]{1,60}>|\[\d{1,9}\]|[\w$]{1,200})"
    r"|!?\(?\[\d{1,9}\]\)?!?)"
    r"(?P<note>(?: \(| , matching exclusion )[^\n]{1,300})?$"
)
_TELLING = 4
"""References of a trace that is known by nothing else: prose has no such list."""
_FIRST = lazy_regex(r"(?:static |thread )?[\w$.]{2,300}\.[\w$<> ]{1,80}(?: \([^\n]{1,300})?$")
_END = lazy_regex(rf"(?:[lL]eaks|↳) ?(?P<class>{_NAME})(?: instance)?(?P<note> \([^\n]{{1,300}})?$")
_PLAIN_END = lazy_regex(r"[lL]eaks (?P<class>[\w$.\[\]]{2,300})")
_IN = lazy_regex(r"In (?P<process>[\w.]{2,200}):[^\n]{1,80}$")
_RETAINING = lazy_regex(r"Retaining:? (?P<what>[^\n]{1,60}?)\.?$")
_FACT = lazy_regex(
    r"(?P<name>Reference Key|Device|Android Version|Durations|LeakCanary Version|Version|Process)"
    r": ?(?P<value>[^\n]{1,300})$"
)
_STOP = ("Details", "Excluded Refs")
_EXCLUDED = ("EXCLUDED LEAK", "LEAK CAN BE IGNORED")


def read_former(lines: Sequence[str]) -> list[TraceDraft]:
    """Return the traces in the order of the text."""
    found: list[TraceDraft] = []
    trace: TraceDraft | None = None
    process, excluded, done = None, False, False
    before, bare = "", list[TraceDraft]()
    for at, line in enumerate(lines):
        text = _plain(line)
        leaked = _LEAKED.match(text)
        if leaked is not None:
            trace = TraceDraft(first=at, last=at, leaking_class=leaked["class"], process=process)
            trace.kind = "library" if excluded else "application"
            excluded, done = False, False
            found.append(trace)
            text = text[leaked.end() :].strip()
        elif (inside := _IN.match(text)) is not None:
            process = inside["process"]
        if text.startswith("GC ROOT ") and (trace is None or trace.nodes):
            trace = TraceDraft(first=at, last=at, process=process)
            done = False
            found.append(trace)
        if text.startswith("references ") and (trace is None or done) and _FIRST.match(before):
            trace = TraceDraft(first=at - 1, last=at, process=process)
            _read_first(trace, before)
            done = False
            found.append(trace)
            bare.append(trace)
        before = text or before
        if any(text.startswith(mark) for mark in _EXCLUDED):
            excluded = trace is None or trace.complete
            if trace is not None and not trace.complete:
                trace.kind = "library"
        if trace is None or not text or done:
            continue
        if any(text.startswith(mark) for mark in _STOP):
            done = True
        elif _read_line(trace, text):
            trace.last = at
    found = [one for one in found if one.complete or one not in bare or len(one.nodes) >= _TELLING]
    return [trace for trace in found if len(trace.nodes) > 1 or (trace.nodes and trace.leaking_class)]


def _read_first(trace: TraceDraft, text: str) -> None:
    """Read the first reference of a trace that was copied without the words before it."""
    step = _STEP.match(text)
    if step is not None:
        _add_step(trace, step["what"], step["owner"] + step["member"], step["note"], is_root=False)


def _plain(line: str) -> str:
    prefix = _PREFIX.match(line)
    text = line[prefix.end() :] if prefix is not None else line
    bullet = _BULLET.match(text)
    text = text[bullet.end() :] if bullet is not None else text
    return text.strip().rstrip("`*").strip()


def _read_line(trace: TraceDraft, text: str) -> bool:
    """Add a line to a trace; return whether it is part of it."""
    if not trace.complete:
        end = _END.match(text) if trace.nodes or not text.startswith("↳") else None
        step = _STEP.match(text) if not text.startswith(("leaks ", "Leaks ")) else None
        is_end = end is not None and (
            text[:5].lower() == "leaks" or _is_leaking_class(end["class"], trace.leaking_class)
        )
        if end is not None and is_end:
            node = NodeDraft(end["class"], "array" if end["class"].endswith("[]") else "instance", "yes")
            if end["note"]:
                node.labels.append(end["note"].strip(" ()"))
            trace.nodes.append(node)
            trace.complete = True
            return True
        if step is not None and (trace.nodes or step["root"] or trace.leaking_class):
            target = step["owner"] + step["member"]
            _add_step(trace, step["what"], target, step["note"], is_root=step["root"] is not None)
            return True
        if end is not None and text.startswith("↳"):
            trace.nodes.append(NodeDraft(end["class"], "instance"))
            return True
    retaining = _RETAINING.match(text)
    if retaining is not None:
        (trace.nodes[-1] if trace.nodes else NodeDraft("", "instance")).retained = retaining["what"]
        return True
    fact = _FACT.match(text)
    if fact is not None and trace.nodes:
        if fact["name"] == "Reference Key":
            trace.key = fact["value"].strip()
        else:
            trace.metadata.setdefault(fact["name"], fact["value"].strip())
        return True
    return False


def _add_step(trace: TraceDraft, what: str, target: str, note: str | None, *, is_root: bool) -> None:
    reference = read_reference(what, target)
    kind: LeakNodeKind = "instance"
    if reference.kind == "static_field":
        kind = "class"
    elif "thread" in what:
        kind = "thread"
    elif reference.kind == "array_element":
        kind = "array"
    node = NodeDraft(reference.owner, kind, reference=_simple_owner(reference.owner, reference))
    if note:
        node.labels.append(note.strip(" ()"))
    if is_root or not trace.nodes:
        words = {"class": "static field", "thread": "thread"}
        trace.gc_root = words.get(kind) if is_root else None
        if is_root and trace.gc_root is None:
            trace.gc_root = "local variable" if reference.kind == "local_variable" else "object"
    trace.nodes.append(node)


def _simple_owner(owner: str, reference: LeakReference) -> LeakReference:
    return reference.model_copy(update={"owner": owner.rpartition(".")[2] or owner})


def _is_leaking_class(name: str, leaking: str | None) -> bool:
    return leaking is not None and (leaking == name or leaking.rpartition(".")[2] == name.rpartition(".")[2])
