"""JVM names in frames → source names: lambdas, accessors and default-argument stubs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.error_report import Frame
from rca.resolve.symbol import Symbol

_MANGLED = re.compile(r"_[a-z0-9]{4,8}_k\$$")
"""What Kotlin/JS appends to the names of members."""
LAMBDA_BODY_METHODS = frozenset(
    ("invoke", "invokeSuspend", "run", "call", "accept", "apply", "emit", "resumeWith")
)
"""Methods with the body of a lambda: of Kotlin's function types and of functional interfaces."""


def method_names(frame: Frame) -> tuple[str, ...]:
    """Return the source names that a frame's method may stand for, likeliest first.

    `load$lambda$2`, `access$load` and `load$default` are `load`; `invokeSuspend` of `C$load$1` is
    `load`, and so is Kotlin/JS's `load_1a2b3c_k$`; a constructor stands for itself.
    """
    method = _MANGLED.sub("", frame.method or "")
    inner = (frame.class_name or "").split("$")[1:]
    in_lambda = any(part and not part[0].isupper() for part in inner)
    parts = [part for part in method.split("$") if part and part not in ("access", "lambda", "default")]
    bodies = LAMBDA_BODY_METHODS if in_lambda else ()
    names = [part for part in parts if not part.isdigit() and part not in bodies]
    if not names or method in bodies:
        names += [part for part in reversed(inner) if part and not part[0].isdigit() and part[0].islower()]
    if not names and frame.line is None:
        names = parts  # of `C$1.run` without a line, the function of an object is all there is to look for
    return tuple(dict.fromkeys(name.split("-", 1)[0] for name in names))


def may_hold(around: Symbol, frame: Frame, names: tuple[str, ...]) -> bool:
    """Return whether a frame's code may lie in a function, by the compiler-generated names of the frame.

    A lambda's class is named after the functions around it; initialisers of properties and `init`
    run in the constructor.
    """
    if around.name in names or around.name in (frame.class_name or "").split("$")[1:]:
        return True
    return frame.method in ("<init>", "<clinit>") and around.declaration.kind != "function"


def elsewhere(
    line: int, around: Symbol | None, declared: Symbol, classes: Sequence[str]
) -> tuple[int, Symbol, str]:
    """Choose between a frame's line and its name where they disagree, with the reason.

    `classes` are the simple names of its class and those around it.
    """
    if around is not None and "inline" in around.declaration.modifiers:
        return (line, around, f"line {line} is of {around.display_name}, inlined here")
    inside = around.display_name if around is not None else "no function"
    note = f"line {line} is in {inside} now: the file seems to have changed since that build"
    if declared.owner is not None and declared.owner.name not in classes:
        # Some other class of the file has a function of that name.
        return (line, around or declared, note)
    # The name outlives the line: code that was built before an edit above it lies elsewhere now.
    return (declared.line, declared, note)


def named_class(frame: Frame) -> str | None:
    """Return the simple name of a frame's own class; None where that is anonymous, or of a lambda."""
    name = (frame.class_name or "").rpartition(".")[2].rpartition("$")[2]
    return name if name[:1].isupper() else None


def class_names(frame: Frame) -> tuple[str, ...]:
    """Return the simple names of a frame's class and the classes around it, outermost first."""
    names = (frame.class_name or "").rpartition(".")[2].split("$")
    return tuple(name for name in names if name[:1].isupper())


def owner_class(class_name: str) -> str | None:
    """Return the source class whose members a JVM class's methods are; None for a facade or lambda class."""
    simple = class_name.rpartition(".")[2]
    return None if "$" in simple or simple.endswith("Kt") else class_name
