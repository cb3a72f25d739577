"""A Java class file as declarations that Kotlin code sees."""

from __future__ import annotations

from rca.languages.facts import Declaration, Parameter
from rca.libraries import classfile as cf
from rca.libraries.class_signatures import class_signature, field_type, method_signature
from rca.libraries.classfile import ClassFile, Inner, Member
from rca.libraries.java_types import OBJECT_METHODS
from rca.libraries.library_rows import LibraryClass, row

_DEEPEST = 30


def read_java_class(file: ClassFile) -> LibraryClass | None:
    """Return a Java class's declarations; None for a local, anonymous or synthetic class.

    Raises:
        ValueError: a signature in it is damaged.
    """
    inners = {one.inner: one for one in file.inners}
    path, flags, visible = _place(file, inners)
    if not path or file.flags & cf.SYNTHETIC:
        return None
    if file.signature is None:
        type_parameters: tuple[str, ...] = ()
        supertypes = tuple(field_type(f"L{name};") for name in (file.superclass, *file.interfaces) if name)
    else:
        type_parameters, supertypes = class_signature(file.signature)
    kind = _kind(flags)
    enclosed = kind == "class" and len(path) > 1 and not flags & cf.STATIC
    package = file.name.rpartition("/")[0].replace("/", ".")
    outer = f"L{inners[file.name].outer};" if enclosed else ""
    members = [_field(one) for one in file.fields if one.is_api]
    for one in file.methods:
        if one.name == "<init>":
            if one.is_api and kind != "enum":
                members.append(_constructor(one, path[-1], outer))
        elif one.is_api and one.name != "<clinit>":
            members.append(_method(one, interface=bool(flags & cf.INTERFACE)))
    declaration = row(
        kind,
        path[-1],
        type_parameters=type_parameters,
        supertypes=tuple(text for text in supertypes if text != "kotlin.Any"),
        modifiers=_class_words(flags, kind, nested=len(path) > 1),
    )
    return LibraryClass(package, path, declaration, members, visible)


def _place(file: ClassFile, inners: dict[str, Inner]) -> tuple[tuple[str, ...], int, bool]:
    """Return the names of and around a class, its flags as a member, and whether code elsewhere sees it."""
    names: list[str] = []
    current, flags, visible = file.name, file.flags, True
    for _ in range(_DEEPEST):
        entry = inners.get(current)
        if entry is None:
            if not names:
                visible = bool(file.flags & cf.PUBLIC)
            names.append(current.rpartition("/")[2])
            return tuple(reversed(names)), flags, visible
        if entry.outer is None or entry.name is None:
            return (), 0, False
        if current == file.name:
            flags = entry.flags
        visible = visible and bool(entry.flags & (cf.PUBLIC | cf.PROTECTED))
        names.append(entry.name)
        current = entry.outer
    return (), 0, False


def _kind(flags: int) -> str:
    if flags & cf.ANNOTATION:
        return "annotation"
    if flags & cf.INTERFACE:
        return "interface"
    return "enum" if flags & cf.ENUM else "class"


def _class_words(flags: int, kind: str, *, nested: bool) -> tuple[str, ...]:
    words = ["java"]
    if flags & cf.PROTECTED:
        words.append("protected")
    if kind == "class":
        if flags & cf.ABSTRACT:
            words.append("abstract")
        elif not flags & cf.FINAL:
            words.append("open")
        if nested and not flags & cf.STATIC:
            words.append("inner")
    return tuple(words)


def _field(member: Member) -> Declaration:
    if member.flags & cf.ENUM:
        return row("enum_entry", member.name)
    words = ["protected"] if member.flags & cf.PROTECTED else []
    if member.flags & cf.STATIC:
        words.append("static")
    if not member.flags & cf.FINAL:
        words.append("var")
    text = field_type(member.signature or member.descriptor)
    return row("property", member.name, type_text=text, modifiers=tuple(words))


def _constructor(member: Member, name: str, outer: str) -> Declaration:
    signature = member.signature
    if signature is None:
        # The descriptor of an inner class's constructor takes the instance around it first.
        signature = member.descriptor
        if outer and signature.startswith(f"({outer}"):
            signature = f"({signature[1 + len(outer) :]}"
    types = method_signature(signature)
    return row(
        "constructor",
        name,
        parameters=_parameters(member, types.parameters, types.elements),
        type_parameters=types.type_parameters,
        modifiers=("protected",) if member.flags & cf.PROTECTED else (),
    )


def _method(member: Member, *, interface: bool) -> Declaration:
    types = method_signature(member.signature or member.descriptor)
    flags = member.flags
    words = ["protected"] if flags & cf.PROTECTED else []
    if flags & cf.STATIC:
        words.append("static")
    elif flags & cf.ABSTRACT:
        if member.name + member.descriptor not in OBJECT_METHODS:
            words.append("abstract")
    elif interface:
        words.append("default")
    elif not flags & cf.FINAL:
        words.append("open")
    return row(
        "function",
        member.name,
        type_text=types.result,
        parameters=_parameters(member, types.parameters, types.elements),
        type_parameters=types.type_parameters,
        modifiers=tuple(words),
    )


def _parameters(member: Member, types: tuple[str, ...], elements: tuple[str, ...]) -> tuple[Parameter, ...]:
    names = member.parameters
    if names is None or len(names) != len(types):
        names = tuple(f"p{place}" for place in range(len(types)))
    last = len(types) - 1 if member.flags & cf.VARARGS else -1
    return tuple(
        Parameter(name, elements[place] or types[place], False, True)
        if place == last
        else Parameter(name, types[place], False, False)
        for place, name in enumerate(names)
    )
