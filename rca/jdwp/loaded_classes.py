"""Classes of a debugged program: names, fields, methods, lines and variables, each requested once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rca.jdwp.jdwp_connection import Command, JdwpConnection
from rca.jdwp.jdwp_packets import ABSENT_INFORMATION, PacketReader, ReplyError

STATIC = 0x0008
NATIVE = 0x0100
_FAILED = "?"


@dataclass(frozen=True, slots=True)
class JvmField:
    """A field as its class declares it."""

    id: int
    name: str
    signature: str
    is_static: bool


@dataclass(frozen=True, slots=True)
class JvmVariable:
    """A local variable: its slot, and the range of instructions in which it is valid."""

    name: str
    signature: str
    slot: int
    start: int
    length: int


@dataclass(slots=True)
class JvmMethod:
    """A method. `variables` is None where the class was compiled without them, or is not asked for yet."""

    name: str
    signature: str
    modifiers: int
    lines: list[tuple[int, int]] = field(default_factory=list)
    variables: tuple[JvmVariable, ...] | None = None
    is_read: bool = False

    def line_at(self, index: int) -> int | None:
        """Return the source line of an instruction."""
        line = None
        for start, number in self.lines:
            if start > index:
                break
            line = number
        return line


@dataclass(slots=True)
class JvmClass:
    """A class: its name as in source (`com.example.Cart$Item`), and what was asked for."""

    name: str
    methods: dict[int, JvmMethod] = field(default_factory=dict)
    fields: tuple[JvmField, ...] | None = None
    super_id: int = 0
    source_file: str | None = None
    are_methods_read: bool = False


def class_name(signature: str) -> str:
    """Return the name that a type signature stands for: `[Lcom/example/Cart;` → `com.example.Cart[]`."""
    element = signature.lstrip("[")
    arrays = "[]" * (len(signature) - len(element))
    if element.startswith("L"):
        element = element[1:].removesuffix(";").replace("/", ".")
    return _PRIMITIVE_NAMES.get(element, element) + arrays


_PRIMITIVE_NAMES = {
    "B": "byte",
    "C": "char",
    "D": "double",
    "F": "float",
    "I": "int",
    "J": "long",
    "S": "short",
    "Z": "boolean",
    "V": "void",
}


class LoadedClasses:
    """The classes of one program, by identifier. Each method loads what is missing in few round trips.

    Args:
        connection: to the program.
    """

    def __init__(self, connection: JdwpConnection) -> None:
        self._connection = connection
        self._classes: dict[int, JvmClass] = {}

    def __getitem__(self, class_id: int) -> JvmClass:
        return self._classes[class_id]

    def load_names(self, class_ids: Iterable[int]) -> None:
        """Ask for the names of classes."""
        missing = [one for one in dict.fromkeys(class_ids) if one not in self._classes]
        replies = self._connection.request_all([self._of_type(1, one) for one in missing])
        for class_id, reply in zip(missing, replies, strict=True):
            signature = _FAILED if isinstance(reply, ReplyError) else reply.string()
            self._classes[class_id] = JvmClass(class_name(signature))

    def load_methods(self, class_ids: Iterable[int]) -> None:
        """Ask for methods and source files of classes."""
        wanted = list(dict.fromkeys(class_ids))
        self.load_names(wanted)
        missing = [one for one in wanted if not self._classes[one].are_methods_read]
        commands = [self._of_type(number, one) for one in missing for number in (5, 7)]
        replies = iter(self._connection.request_all(commands))
        for class_id in missing:
            loaded = self._classes[class_id]
            loaded.are_methods_read = True
            methods, source = next(replies), next(replies)
            if not isinstance(methods, ReplyError):
                for _ in range(methods.int32()):
                    method_id = methods.method_id()
                    loaded.methods[method_id] = JvmMethod(methods.string(), methods.string(), methods.int32())
            if not isinstance(source, ReplyError):
                loaded.source_file = source.string()

    def load_tables(self, places: Iterable[tuple[int, int]]) -> None:
        """Ask for lines and variables of methods, given as class and method; their methods are loaded."""
        missing = []
        for class_id, method_id in dict.fromkeys(places):
            method = self._classes[class_id].methods.get(method_id)
            if method is not None and not method.is_read:
                missing.append((class_id, method_id, method))
        commands = [self._of_method(number, one[0], one[1]) for one in missing for number in (1, 2)]
        replies = iter(self._connection.request_all(commands))
        for _class_id, _method_id, method in missing:
            method.is_read = True
            lines, variables = next(replies), next(replies)
            if not isinstance(lines, ReplyError):
                lines.int64(), lines.int64()
                method.lines = sorted((lines.int64(), lines.int32()) for _ in range(lines.int32()))
            if isinstance(variables, ReplyError):
                # A method without variables has none to name; only ABSENT_INFORMATION says that names lack.
                method.variables = None if variables.code == ABSENT_INFORMATION else ()
            else:
                method.variables = _variables(variables)

    def load_fields(self, class_ids: Iterable[int]) -> None:
        """Ask for the fields of classes and of all classes above them."""
        wanted = set(class_ids)
        self.load_names(wanted)
        while missing := [one for one in wanted if self._classes[one].fields is None]:
            # ClassType.Superclass answers with an error for interfaces and arrays: they have none.
            commands = [
                command
                for one in missing
                for command in (self._of_type(4, one), Command(3, 1, self._type_data(one)))
            ]
            replies = iter(self._connection.request_all(commands))
            for class_id in missing:
                loaded = self._classes[class_id]
                fields, above = next(replies), next(replies)
                loaded.fields = () if isinstance(fields, ReplyError) else tuple(_fields(fields))
                loaded.super_id = 0 if isinstance(above, ReplyError) else above.type_id()
            wanted = {self._classes[one].super_id for one in missing} - {0}
            self.load_names(wanted)

    def instance_fields(self, class_id: int) -> list[JvmField]:
        """Return the instance fields of a class, its own first; `load_fields` loaded them."""
        found: list[JvmField] = []
        seen: set[int] = set()
        while class_id and class_id not in seen:
            seen.add(class_id)
            loaded = self._classes[class_id]
            found.extend(one for one in loaded.fields or () if not one.is_static)
            class_id = loaded.super_id
        return found

    def class_chain(self, class_id: int) -> list[str]:
        """Return the names of a class and of all classes above it; `load_fields` loaded them."""
        names: list[str] = []
        while class_id and len(names) < 100:
            names.append(self._classes[class_id].name)
            class_id = self._classes[class_id].super_id
        return names

    def _type_data(self, class_id: int) -> bytes:
        return bytes(self._connection.writer().type_id(class_id).data)

    def _of_type(self, number: int, class_id: int) -> Command:
        return Command(2, number, self._type_data(class_id))

    def _of_method(self, number: int, class_id: int, method_id: int) -> Command:
        writer = self._connection.writer().type_id(class_id).method_id(method_id)
        return Command(6, number, bytes(writer.data))


def _fields(reader: PacketReader) -> Iterable[JvmField]:
    for _ in range(reader.int32()):
        field_id, name, signature = reader.field_id(), reader.string(), reader.string()
        yield JvmField(field_id, name, signature, bool(reader.int32() & STATIC))


def _variables(reader: PacketReader) -> tuple[JvmVariable, ...]:
    reader.int32()  # how many slots arguments take
    found = []
    for _ in range(reader.int32()):
        start, name, signature, length = reader.int64(), reader.string(), reader.string(), reader.int32()
        found.append(JvmVariable(name, signature, reader.int32(), start, length))
    return tuple(found)
