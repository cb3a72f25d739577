"""Reader of a decompiler's set of Java classes (`core.jcst`), as class files without code.

The file names each class of the Android platform with its supertypes and each of its methods that is not
private: descriptor, generic types, access flags. Fields, names of parameters and the flags of classes are
not in it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

from rca.libraries import classfile as cf
from rca.libraries.class_signatures import class_name
from rca.libraries.classfile import ClassFile, Inner, Member

_HEADER = b"jadx-cst\x03"
_OBJECT = "java/lang/Object"
_VARIABLE = 2
_BOUNDS = {1: "+", -1: "-"}


def read_class_set(file: Path) -> dict[str, ClassFile]:
    """Return the classes of a set by their full names with dots.

    One that has abstract methods and no constructor is marked an interface: others may be one too.

    Raises:
        ValueError: it is no set of classes, or one of another version.
    """
    data = file.read_bytes()
    if not data.startswith(_HEADER):
        message = f"{file.name} is no set of classes of a known version"
        raise ValueError(message)
    return {class_name(one.name): one for one in _Reader(data).read()}


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = len(_HEADER)
        self._names: list[str] = []

    def read(self) -> Iterator[ClassFile]:
        self._names = [self._text().replace(".", "/") for _ in range(self._number(">i"))]
        for name in self._names:
            yield self._class(name)

    def _number(self, form: str) -> int:
        (found,) = struct.unpack_from(form, self._data, self._at)
        self._at += struct.calcsize(form)
        assert isinstance(found, int)
        return found

    def _types(self) -> list[str]:
        return [self._type() for _ in range(self._number(">B"))]

    def _text(self) -> str:
        length = self._number(">B")
        self._at += length
        return self._data[self._at - length : self._at].decode("ascii")

    def _class(self, name: str) -> ClassFile:
        # What has no supertypes (-1) is the class of all objects.
        supertypes = [self._type() for _ in range(max(0, self._number(">b")))]
        own = self._type_parameters()
        methods = tuple(self._method() for _ in range(self._number(">h")))
        is_interface = any(one.flags & cf.ABSTRACT for one in methods) and all(
            one.name != "<init>" and (one.flags & cf.PUBLIC) for one in methods
        )
        return ClassFile(
            name=name,
            flags=cf.PUBLIC | (cf.INTERFACE | cf.ABSTRACT if is_interface else 0),
            superclass=_OBJECT,
            interfaces=(),
            signature=own + ("".join(supertypes) or f"L{_OBJECT};"),
            fields=(),
            methods=methods,
            inners=tuple(_inners(name)),
            local=False,
            metadata=None,
        )

    def _method(self) -> Member:
        name = self._text()
        plain = self._types()
        result = self._type()
        generic = self._types()
        generic_result = self._type()
        own = self._type_parameters()
        flags = self._number(">i")
        self._types()  # what it throws
        return Member(
            name,
            f"({''.join(plain)}){result}",
            flags & 0xFFFF,
            f"{own}({''.join(generic or plain)}){generic_result}",
            None,
        )

    def _type_parameters(self) -> str:
        found = []
        for _ in range(self._number(">B")):
            assert self._number(">b") == _VARIABLE
            name = self._text()
            bounds = self._types() or [f"L{_OBJECT};"]
            found.append(name + "".join(f":{one}" for one in bounds))
        return f"<{''.join(found)}>" if found else ""

    def _type(self) -> str:
        """Return a type as a signature writes it."""
        kinds = (
            self._wildcard, self._generic, self._variable, self._nested,
            self._class_type, self._array, self._primitive,
        )  # fmt: skip
        kind = self._number(">B")
        if kind >= len(kinds):
            message = f"a type of the unknown kind {kind}"
            raise ValueError(message)
        return kinds[kind]()

    def _wildcard(self) -> str:
        bound = _BOUNDS.get(self._number(">b"))
        return "*" if bound is None else bound + self._type()

    def _generic(self) -> str:
        name = self._names[self._number(">i")]
        return f"L{name}<{''.join(self._types())}>;"

    def _variable(self) -> str:
        name = self._text()
        self._types()  # its bounds stand where it is declared
        return f"T{name};"

    def _nested(self) -> str:
        outer, inner = self._type(), self._type()
        return f"{outer[:-1]}.{inner[1:]}"

    def _class_type(self) -> str:
        return f"L{self._names[self._number('>i')]};"

    def _array(self) -> str:
        return "[" + self._type()

    def _primitive(self) -> str:
        return chr(self._number(">B"))


def _inners(name: str) -> Iterator[Inner]:
    """Return the entries for a nested class and those around it, as their names tell."""
    while "$" in name.rpartition("/")[2][1:]:
        outer, _, simple = name.rpartition("$")
        yield Inner(name, outer, simple, cf.PUBLIC | cf.STATIC)
        name = outer
