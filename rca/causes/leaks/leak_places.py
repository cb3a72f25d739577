"""Objects of a leak trace → the project's classes, fields and functions that they come from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.code import ProjectFrame
from models.leak_trace import LeakNode, LeakTrace
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol

_CAPTURE = re.compile(
    r"this\$\d+|val\$\w+|arg\$\d+|f\$\d+|[LIJZ]\$\d+|\$\w+|receiver|owner\$?\d*|p\d\$|\$captured\w*|bound\w*"
)
"""Fields that compilers make for what a lambda or an inner object uses."""

_SYNTHETIC = re.compile(
    r"\$\d+(?:$|\$)|\$\$Lambda|\$\$ExternalSynthetic|-\$\$Lambda|\$\$inlined|\$[a-z]\w*\$\d+"
)
_HOSTS = re.compile(r"-\$\$Lambda\$(?P<host>\w+)")
_NUMBERED = re.compile(r"\$(?P<number>\d{1,4})$")
_ANONYMOUS = re.compile(r"\bnew\s+[\w.]+(?:<[^<>]*>)?\s*\([^()]*\)\s*\{")


@dataclass(frozen=True, slots=True)
class LeakPlace:
    """An object of the trace that is of the project's code.

    `field` is the declaration of the field that holds on; None for what compilers add. `function` is the one
    whose lambda or anonymous object it is, where its name tells.
    """

    at: int
    node: LeakNode
    owner: Symbol
    field: Symbol | None
    function: Symbol | None
    is_capture: bool
    made_at: int | None = None
    """Line where an anonymous class of Java begins, 1-based, where its number tells."""

    @property
    def path(self) -> str:
        """File of the place."""
        return self.field.path if self.field is not None else self.owner.path

    @property
    def line(self) -> int:
        """Line of the field, else of the function, else of the class."""
        if self.field is not None:
            return self.field.declaration.name_line
        if self.made_at is not None:
            return self.made_at
        if self.function is not None:
            return self.function.line
        return self.owner.declaration.name_line


def places_of(trace: LeakTrace, code: ProjectCode) -> list[LeakPlace]:
    """Return the objects of a trace whose class is the project's, from the GC root on."""
    found = []
    for at, node in enumerate(trace.nodes):
        owner = project_class(node.class_name, code)
        if owner is None:
            continue
        reference = node.reference
        declared = None
        if reference is not None:
            declared = _field(owner, reference.owner, reference.name, code)
        is_capture = _SYNTHETIC.search(node.class_name) is not None or (
            reference is not None and declared is None and _CAPTURE.fullmatch(reference.name) is not None
        )
        function = _function(node.class_name, owner, code) if is_capture else None
        made_at = _anonymous_line(node.class_name, owner, code) if is_capture and function is None else None
        functions = code.functions(owner.path) if made_at is not None else None
        if functions is not None and made_at is not None:
            around = functions.around(made_at)
            function = around if around is not None and around.is_callable else None
        found.append(LeakPlace(at, node, owner, declared, function, is_capture, made_at))
    return found


def project_class(class_name: str, code: ProjectCode) -> Symbol | None:
    """Return the project's class that a JVM class is, or that the code of a lambda lies in."""
    name = class_name.partition("@")[0].removesuffix("[]")
    host = _HOSTS.search(name)
    if host is not None:
        name = f"{name[: host.start()]}{host['host']}"
    name = name.partition("$$")[0]
    if "." not in name and "$" not in name:
        classes = code.index.find_classes(name)
        return classes[0] if len(classes) == 1 else None
    found = next(iter(code.index.find_classes(name)), None)
    if found is not None or "." not in name:
        return found
    return _facade(name, code)


def _facade(name: str, code: ProjectCode) -> Symbol | None:
    """Return a declaration of a file whose top-level members lie in a JVM class: it stands for the file."""
    for path in code.index.jvm_owner_files(name):
        return next((one for one in code.index.symbols(path) if not one.class_path), None)
    return None


def members(owner: Symbol, code: ProjectCode) -> Iterator[Symbol]:
    """Yield the functions and properties of a class and its companion, of a facade the top-level ones."""
    path = owner.class_path if owner.declaration.is_class else ()
    for symbol in code.index.symbols(owner.path):
        around = symbol.class_path
        if symbol.is_callable and around in {path, (*path, "Companion")}:
            yield symbol


def _field(owner: Symbol, declared_by: str, name: str, code: ProjectCode) -> Symbol | None:
    """Return the property or field that a reference names, in its class or the named superclass."""
    plain = name.removesuffix("$delegate").removesuffix("$receiver")
    simple = declared_by.rpartition(".")[2].rpartition("$")[2]
    owners = [owner]
    if simple != owner.name:
        owners += code.index.find_classes(simple)[:3]
    for one in owners:
        for member in members(one, code):
            if member.declaration.kind == "property" and member.name == plain:
                return member
    return None


def _function(class_name: str, owner: Symbol, code: ProjectCode) -> Symbol | None:
    """Return the function whose lambda or object a class is, by its name (`Cart$load$1`)."""
    simple = class_name.rpartition(".")[2]
    names = [part for part in simple.split("$") if part[:1].islower()]
    for name in names:
        found = next((one for one in members(owner, code) if one.name == name), None)
        if found is not None:
            return found
    return None


def _anonymous_line(class_name: str, owner: Symbol, code: ProjectCode) -> int | None:
    """Return where the anonymous class `Outer$2` of Java begins: they are numbered as they stand."""
    numbered = _NUMBERED.search(class_name)
    if numbered is None or not owner.path.endswith(".java"):
        return None
    number = int(numbered["number"])
    for at, line in enumerate(code.lines(owner.path), 1):
        if at >= owner.declaration.name_line:
            number -= len(_ANONYMOUS.findall(line.split("//")[0]))
        if number <= 0:
            return at
    return None


def holders_first(places: Sequence[LeakPlace], trace: LeakTrace) -> list[LeakPlace]:
    """Return places in order, a static field that holds the singleton of its own class last.

    That a singleton is kept is no fault; what it keeps can be one.
    """
    return sorted(places, key=lambda place: _keeps_singleton(place, trace))


def _keeps_singleton(place: LeakPlace, trace: LeakTrace) -> bool:
    reference = place.node.reference
    if reference is None or reference.kind != "static_field":
        return False
    following = trace.nodes[place.at + 1] if place.at + 1 < len(trace.nodes) else None
    name = place.node.class_name.partition("$")[0]
    return following is not None and following.class_name.partition("$")[0] == name


def frames_of(trace: LeakTrace, code: ProjectCode) -> tuple[ProjectFrame, ...]:
    """Return the places of a leak trace as frames, those that can be the leak first."""
    suspect: list[ProjectFrame] = []
    others: list[ProjectFrame] = []
    for place in holders_first(places_of(trace, code), trace):
        reference = place.node.reference
        if reference is None:
            continue
        joint = "" if reference.name.startswith("[") else "."
        frame = ProjectFrame(
            file_path=place.path,
            line=place.line,
            class_name=place.node.class_name,
            method=reference.name,
            text=f"{reference.owner}{joint}{reference.name}",
            code=code.line(place.path, place.line).strip() or None,
        )
        (suspect if reference.suspect else others).append(frame)
    return tuple({(frame.file_path, frame.line): frame for frame in (*suspect, *others)}.values())
