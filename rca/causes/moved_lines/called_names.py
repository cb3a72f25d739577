"""Names with which code calls the function of an inner frame; none where the call need not be written."""

from __future__ import annotations

import re
from typing import Final

from models.error_report import Frame
from rca.causes.failure.condition import simple_name
from rca.causes.failure.jvm_call_names import source_forms

_WITHOUT_NAME_LISTED: Final = """
get set put getAt charAt iterator listIterator hasNext next contains containsKey invoke compareTo equals
hashCode toString valueOf append concat getValue setValue provideDelegate rangeTo rangeUntil until downTo
plus minus times div rem mod unaryPlus unaryMinus not inc dec plusAssign minusAssign timesAssign divAssign
remAssign and or xor close closeFinally use addSuppressed ordinal values name isInstance cast
intValue longValue doubleValue floatValue byteValue shortValue charValue booleanValue
run call accept apply test emit resume resumeWith execute handle collect
clone finalize main readResolve
"""
_WITHOUT_NAME: Final = frozenset(_WITHOUT_NAME_LISTED.split())
"""Methods that signs, statements, delegates, boxing, strings and function values call."""
_COMPONENT: Final = re.compile(r"component\d+$")
_MADE_METHOD: Final = re.compile(r"^access\$|lambda\$|\$lambda|\$r8\$|^invokeSuspend|-\$\$Nest|^\$|^_|\$\$")
_MADE_CLASS: Final = re.compile(
    r"\$\$|\$Proxy\d|Lambda|MethodAccessor|_Impl$|_Factory$|\$WhenMappings|\$serializer"
)
_MADE_BETWEEN: Final = (
    *("java.lang.reflect.", "java.lang.invoke.", "jdk.internal.", "sun.reflect.", "kotlin.jvm.internal."),
    *("kotlin.coroutines.", "kotlinx.coroutines.", "kotlin.ResultKt", "_COROUTINE.", "androidx.compose."),
    *("kotlin.reflect.", "dalvik.", "com.android.internal.os.", "groovy.", "org.codehaus.groovy."),
)
"""Packages of code that compilers call, or that stands between a call and what it runs."""


def called_names(callee: Frame, caller: Frame) -> frozenset[str] | None:
    """Return the names of which a call of a frame's function holds one; None where signs can call it."""
    method, owner = callee.method or "", callee.class_name or ""
    if not method or _MADE_METHOD.search(method) or _MADE_CLASS.search(owner):
        return None
    if owner.startswith(_MADE_BETWEEN) or method == "<clinit>":
        return None
    if method == "<init>":
        name = simple_name(owner)
        is_named = name[:1].isupper() and caller.method not in ("<init>", "<clinit>")
        return frozenset((name,)) if is_named else None
    forms = source_forms(method)
    plain = method.split("$", 1)[0].split("-", 1)[0]
    if plain in _WITHOUT_NAME or _COMPONENT.match(plain):
        return None
    return forms.calls | forms.reads | forms.writes
