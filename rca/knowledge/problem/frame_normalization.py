"""Frame normalisation: removes what compilers add to names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from models.error_report import Frame
from rca.error_text.frame_origin import looks_renamed

_MODULE = re.compile(r"^[^()\s]*/")
_SYNTHETIC_CLASS = re.compile(
    r"(?:\$\$ExternalSynthetic|\$\$Lambda|-\$\$Lambda|\$\$InternalSynthetic|-\$\$Nest|-CC$|\$\$inlined|\$sam\$).*$"
)
_BRIDGE_CLASS = re.compile(r"\$\$ExternalSynthetic|\$\$InternalSynthetic|\$\$Lambda|\$sam\$")
_BRIDGE_METHOD = re.compile(r"(?:\$r8\$lambda\$|access\$|-\$\$Nest\$)")
_FOLDED_PARTS = frozenset({"Companion", "DefaultImpls", "WhenMappings", "INSTANCE"})
_METHOD_TAIL = re.compile(r"(?:\$lambda(?:[-$]\w+)*|\$default|\$suspendImpl|\$\$inlined.*|\$lambda\$.*)$")
_INLINE_CLASS_HASH = re.compile(r"-[A-Za-z0-9_-]{7}(?:\$\w+)?$|-impl$")
_BODY_OF_LAMBDA = frozenset({"invoke", "invokeSuspend", "run", "emit", "collect", "call", "accept"})
_BARE_NUMBER = re.compile(r"^\d+$")

_NOISE = re.compile(
    r"""^(?:
        kotlin\.coroutines\. | kotlinx\.coroutines\. | _COROUTINE\. | kotlin\.jvm\.internal\.
      | java\.lang\.reflect\. | (?:jdk|sun)\.internal\.reflect\. | sun\.reflect\. | java\.lang\.Thread\b
      | java\.util\.concurrent\. | android\.os\.(?:Handler|Looper|Binder) | com\.android\.internal\.os\.
      | android\.app\.ActivityThread | dalvik\.system\. | org\.junit\. | org\.gradle\. | worker\.org\.gradle\.
      | com\.sun\.proxy | jdk\.proxy
    )""",
    re.VERBOSE,
)

_RAISES = ("kotlinx.coroutines.", "dalvik.system.")
"""Machinery that itself throws, and then is the place to look for."""

_JDK = ("java.", "jdk.", "sun.", "libcore.")


def normal_frame(class_name: str, method: str) -> str:
    """Normalise a JVM frame to `package.Class.method` as in the source.

    Lambda, coroutine, anonymous and companion classes become the function or class around them; `access$f`,
    `f$default`, `f$lambda$0`, `f-x1Y2z3A` become `f`. Line numbers are dropped.
    """
    name = _MODULE.sub("", class_name)
    name = _SYNTHETIC_CLASS.sub("", name)
    outer, *inner = name.split("$")
    method = method.removeprefix("access$").removeprefix("$r8$lambda$")
    method = _METHOD_TAIL.sub("", method)
    method = _INLINE_CLASS_HASH.sub("", method)
    classes = [outer]
    inside: str | None = None
    for part in inner:
        if not part or _BARE_NUMBER.match(part) or part in _FOLDED_PARTS:
            continue
        if part[0].isupper():
            classes.append(part)
        elif inside is None:
            # `Screen$onCreate$1`: the class of a lambda, named after the function that holds it.
            inside = _INLINE_CLASS_HASH.sub("", part)
    if inside is not None and method in {*_BODY_OF_LAMBDA, "<init>", "create"}:
        method = inside
    return f"{'.'.join(classes)}.{method}"


def is_bridge(class_name: str, method: str) -> bool:
    """Return whether a frame is a compiler-generated bridge, whose name differs in each build."""
    return _BRIDGE_CLASS.search(class_name) is not None or _BRIDGE_METHOD.match(method) is not None


def is_noise(frame: str) -> bool:
    """Return whether a frame is common infrastructure: dispatch, reflection, test runners."""
    return _NOISE.match(frame) is not None


def decisive(frames: Iterable[Frame], limit: int) -> tuple[str, ...]:
    """Return the first `limit` normalised frames without infrastructure; repeats in a row count once."""
    kept: list[str] = []
    for frame in frames:
        if frame.class_name is None or frame.method is None or is_bridge(frame.class_name, frame.method):
            continue
        name = normal_frame(frame.class_name, frame.method)
        if is_noise(name) or (kept and kept[-1] == name):
            continue
        kept.append(name)
        if len(kept) == limit:
            break
    return tuple(kept)


def throwing(frames: Iterable[Frame], limit: int) -> tuple[str, ...]:
    """Return the library frames above the app's first one: where the exception was thrown.

    Frames below the app only show where it was called from. Obfuscated frames are skipped.
    """
    kept: list[str] = []
    for frame in frames:
        if frame.origin in {"app", "generated"} or len(kept) == limit:
            break
        if frame.class_name is None or frame.method is None or looks_renamed(frame.class_name):
            continue
        if is_bridge(frame.class_name, frame.method):
            continue
        name = normal_frame(frame.class_name, frame.method)
        if tells_where(name) and (not kept or kept[-1] != name):
            kept.append(name)
    return tuple(kept)


def tells_where(frame: str) -> bool:
    """Return whether a frame identifies where something was thrown."""
    return not is_noise(frame) or frame.startswith(_RAISES)


def is_jdk(frame: str) -> bool:
    """Return whether a frame is in JDK classes, which throw for every caller."""
    return frame.startswith(_JDK)


def own(frames: Iterable[Frame], limit: int) -> tuple[str, ...]:
    """Return the first `limit` frames of the app itself, normalised."""
    names = dict.fromkeys(
        normal_frame(frame.class_name, frame.method)
        for frame in frames
        if frame.origin == "app"
        and frame.class_name is not None
        and frame.method is not None
        and not is_bridge(frame.class_name, frame.method)
    )
    return tuple(names)[:limit]


def names_of(frames: Iterable[str]) -> list[str]:
    """Return frames as `Class.method`, without packages, half of which share the same words."""
    return [".".join(frame.split(".")[-2:]) for frame in frames]


def normal_names(names: Sequence[str]) -> tuple[str, ...]:
    """Normalise frames written as `package.Class.method`, as records name them."""
    folded: list[str] = []
    for name in names:
        text = name.strip().removeprefix("at ").split("(", 1)[0]
        owner, dot, method = text.rpartition(".")
        folded.append(normal_frame(owner, method) if dot else text)
    return tuple(dict.fromkeys(folded))
