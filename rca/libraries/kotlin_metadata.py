"""Kotlin metadata (`@kotlin.Metadata`, `.kotlin_builtins`) as declarations.

The messages are those of the compiler's `metadata.proto` and `jvm_metadata.proto`; numbers below are
their fields and flags. What the metadata lacks: `override`, and names of context parameters are not
given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from rca.languages.facts import Declaration, Parameter
from rca.libraries.computed_descriptors import method_descriptor
from rca.libraries.library_rows import LibraryClass, LibraryFile, row
from rca.libraries.metadata_names import FragmentNames, NameTable
from rca.libraries.metadata_types import TypeTexts
from rca.libraries.protobuf import Fields, message, messages, number, numbers, optional_number, read_message

Hidden = Set[str]
"""JVM methods that only old binaries may call, by name and descriptor."""

_API = (2, 3)
"""The visibilities protected and public."""
_PROTECTED = 2
_MODALITIES = ("", "open", "abstract", "sealed")
_CLASS_KINDS = ("class", "interface", "enum", "enum_entry", "annotation", "object", "companion")
_FUNCTION_FLAGS = (
    (8, "operator"),
    (9, "infix"),
    (10, "inline"),
    (11, "tailrec"),
    (12, "external"),
    (13, "suspend"),
    (14, "expect"),
)
_CLASS_FLAGS = ((9, "inner"), (10, "data"), (11, "external"), (12, "expect"), (13, "value"), (14, "fun"))
_PROPERTY_FLAGS = ((8, "var"), (11, "const"), (12, "lateinit"), (14, "external"), (16, "expect"))
_DEFAULT_FLAGS, _DEFAULT_PROPERTY_FLAGS = 6, 518
_SUSPEND, _HAS_DEFAULT = 1 << 13, 1 << 1
_SYNTHESIZED_FAKE = 1


def read_class_message(
    data: bytes, names: NameTable, outer: Mapping[int, str], hidden: Hidden = frozenset()
) -> LibraryClass | None:
    """Read a `Class`; None for a local class and for an enum entry's body.

    `outer` are the type parameters of the classes around it.

    Raises:
        ValueError: the message is damaged.
    """
    fields = read_message(data)
    full = names.class_name(number(fields, 3, -1))
    flags = number(fields, 1, _DEFAULT_FLAGS)
    kind_number = flags >> 6 & 7
    kind = _CLASS_KINDS[kind_number] if kind_number < len(_CLASS_KINDS) else "class"
    if full.startswith(".") or kind == "enum_entry":
        return None
    package, _, nested = full.rpartition("/")
    path = tuple(nested.split("."))
    reader = _Members(fields, names, outer, hidden)
    type_parameters = reader.enter(5)
    modifiers = _modifiers(flags, _CLASS_FLAGS)
    if kind != "class" and "abstract" in modifiers:
        modifiers = tuple(word for word in modifiers if word != "abstract")
    members = [
        *reader.constructors(path[-1]),
        *reader.all(function=9, prop=10, alias=11),
        *(row("enum_entry", names.text(number(read_message(raw), 1, -1))) for raw in messages(fields, 13)),
    ]
    declaration = row(
        kind,
        path[-1],
        type_parameters=type_parameters,
        supertypes=tuple(
            text for text in reader.types.all(fields, 6, 2, reader.scope) if text != "kotlin.Any"
        ),
        modifiers=modifiers,
    )
    return LibraryClass(
        package.replace("/", "."), path, declaration, members, (flags >> 1 & 7) in _API, reader.scope
    )


def read_package_message(data: bytes, names: NameTable, hidden: Hidden = frozenset()) -> list[Declaration]:
    """Read a `Package`: the top-level declarations of a file.

    Raises:
        ValueError: the message is damaged.
    """
    return _Members(read_message(data), names, {}, hidden).all(function=3, prop=4, alias=5)


def read_builtins(data: bytes, package: str) -> tuple[list[LibraryClass], LibraryFile]:
    """Read a `.kotlin_builtins` file of a package: the classes that the compiler itself knows.

    Raises:
        ValueError: the file is damaged.
    """
    versions = int.from_bytes(data[:4], "big")
    if versions > len(data) // 4:
        problem = "the file of built-in classes is damaged"
        raise ValueError(problem)
    fields = read_message(data[4 + 4 * versions :])
    names = FragmentNames(message(fields, 1) or b"", message(fields, 2) or b"")
    scopes: dict[str, Mapping[int, str]] = {}
    classes = []
    for raw in messages(fields, 4):
        full = names.class_name(number(read_message(raw), 3, -1))
        found = read_class_message(raw, names, scopes.get(full.rpartition(".")[0], {}))
        if found is not None:
            scopes[full] = found.scope
            classes.append(found)
    members = read_package_message(message(fields, 3) or b"", names)
    return classes, LibraryFile(package, None, members)


class _Members:
    """The members of one class or package."""

    def __init__(self, fields: Fields, names: NameTable, outer: Mapping[int, str], hidden: Hidden) -> None:
        self._fields = fields
        self._names = names
        self._hidden = hidden
        self.types = TypeTexts(names, message(fields, 30))
        self.scope = outer

    def enter(self, index: int) -> tuple[str, ...]:
        """Add the type parameters in a field to the scope of all members; return their texts."""
        self.scope, texts = self._scope(self._fields, index, self.scope)
        return texts

    def constructors(self, name: str) -> list[Declaration]:
        """Read a class's constructors."""
        found = []
        for raw in messages(self._fields, 8):
            fields = read_message(raw)
            flags = number(fields, 1, _DEFAULT_FLAGS)
            given = self._descriptors(fields, 2)
            gone = self._is_hidden("<init>", message(fields, 100), given, "V")
            if (flags >> 1 & 7) in _API and not gone:
                words = ("protected",) if flags >> 1 & 7 == _PROTECTED else ()
                found.append(
                    row(
                        "constructor",
                        name,
                        parameters=self._parameters(fields, 2, self.scope),
                        modifiers=words,
                    )
                )
        return found

    def all(self, *, function: int, prop: int, alias: int) -> list[Declaration]:
        """Read functions, properties and type aliases from their fields."""
        rows = [self._function(read_message(raw)) for raw in messages(self._fields, function)]
        rows += [self._property(read_message(raw)) for raw in messages(self._fields, prop)]
        rows += [self._alias(read_message(raw)) for raw in messages(self._fields, alias)]
        return [one for one in rows if one is not None]

    def _function(self, fields: Fields) -> Declaration | None:
        flags = _flags(fields, 9, _DEFAULT_FLAGS)
        if (flags >> 1 & 7) not in _API or flags >> 6 & 3 == _SYNTHESIZED_FAKE:
            return None
        name = self._names.text(number(fields, 2, -1))
        scope, type_parameters = self._scope(fields, 4, self.scope)
        receiver = self.types.field(fields, 5, 8, scope)
        jvm = message(fields, 100)
        jvm_name = self._jvm_name(jvm, name)
        reified = any(number(read_message(raw), 3, 0) for raw in messages(fields, 4))
        if self._hidden and not reified:
            around = [] if receiver is None else [self.types.descriptor(fields, 5, 8)]
            given, result = self._descriptors(fields, 6), self.types.descriptor(fields, 3, 7)
            if self._is_hidden(jvm_name, jvm, [*around, *given], result):
                return None
        contexts = len(messages(fields, 13)) or len(messages(fields, 10)) + len(numbers(fields, 11))
        words = _modifiers(flags, _FUNCTION_FLAGS)
        if contexts:
            words = (*words, "context")
        if jvm_name != name and "-" not in jvm_name:
            words = (*words, f'@JvmName("{jvm_name}")')
        return row(
            "function",
            name,
            receiver=receiver,
            type_text=self.types.field(fields, 3, 7, scope),
            parameters=self._parameters(fields, 6, scope),
            type_parameters=type_parameters,
            modifiers=words,
        )

    def _property(self, fields: Fields) -> Declaration | None:
        flags = _flags(fields, 11, _DEFAULT_PROPERTY_FLAGS)
        if (flags >> 1 & 7) not in _API or flags >> 6 & 3 == _SYNTHESIZED_FAKE:
            return None
        name = self._names.text(number(fields, 2, -1))
        scope, type_parameters = self._scope(fields, 4, self.scope)
        receiver = self.types.field(fields, 5, 10, scope)
        contexts = len(messages(fields, 17)) or len(messages(fields, 12)) + len(numbers(fields, 13))
        words = _modifiers(flags, _PROPERTY_FLAGS)
        if contexts:
            words = (*words, "context")
        jvm = message(fields, 100)
        getter = message(read_message(jvm), 3) if jvm is not None else None
        if getter is not None:
            usual = getter_name(name)
            jvm_name = self._jvm_name(getter, usual)
            around = [] if receiver is None else [self.types.descriptor(fields, 5, 10)]
            if self._is_hidden(jvm_name, getter, around, self.types.descriptor(fields, 3, 9)):
                return None
            if jvm_name != usual and "-" not in jvm_name:
                words = (*words, f'@get:JvmName("{jvm_name}")')
        setter_flags = number(fields, 8, flags)
        if "var" in words and (setter_flags >> 1 & 7) not in _API:
            words = tuple(word for word in words if word != "var")
        return row(
            "property",
            name,
            receiver=receiver,
            type_text=self.types.field(fields, 3, 9, scope),
            type_parameters=type_parameters,
            modifiers=words,
        )

    def _alias(self, fields: Fields) -> Declaration | None:
        if (number(fields, 1, _DEFAULT_FLAGS) >> 1 & 7) not in _API:
            return None
        scope, type_parameters = self._scope(fields, 3, self.scope)
        return row(
            "typealias",
            self._names.text(number(fields, 2, -1)),
            type_text=self.types.field(fields, 6, 7, scope),
            type_parameters=type_parameters,
        )

    def _scope(
        self, fields: Fields, index: int, around: Mapping[int, str]
    ) -> tuple[Mapping[int, str], tuple[str, ...]]:
        """Return the type parameters in scope, and the own ones as `T : bound & bound`."""
        raws = messages(fields, index)
        if not raws:
            return around, ()
        scope = dict(around)
        own = [read_message(raw) for raw in raws]
        for one in own:
            scope[number(one, 1, -1)] = self._names.text(number(one, 2, -1))
        texts = []
        for one in own:
            bounds = [text for text in self.types.all(one, 5, 6, scope) if text != "kotlin.Any"]
            name = scope[number(one, 1, -1)]
            texts.append(f"{name} : {' & '.join(bounds)}" if bounds else name)
        return scope, tuple(texts)

    def _parameters(self, fields: Fields, index: int, scope: Mapping[int, str]) -> tuple[Parameter, ...]:
        found = []
        for raw in messages(fields, index):
            one = read_message(raw)
            element = self.types.field(one, 4, 6, scope)
            text = element if element is not None else self.types.field(one, 3, 5, scope)
            default = bool(number(one, 1, 0) & _HAS_DEFAULT)
            name = self._names.text(number(one, 2, -1))
            found.append(Parameter(name, text, default, element is not None))
        return tuple(found)

    def _is_hidden(
        self, name: str, signature: bytes | None, parameters: Sequence[str | None], result: str | None
    ) -> bool:
        """Return whether only old binaries may call a JVM method; the metadata may state its descriptor."""
        stated = None if signature is None else optional_number(read_message(signature), 2)
        if stated is not None:
            return name + self._names.text(stated) in self._hidden
        descriptor = method_descriptor(parameters, result)
        return descriptor is not None and name + descriptor in self._hidden

    def _descriptors(self, fields: Fields, index: int) -> list[str | None]:
        return [self.types.descriptor(read_message(raw), 3, 5) for raw in messages(fields, index)]

    def _jvm_name(self, signature: bytes | None, usual: str) -> str:
        index = None if signature is None else optional_number(read_message(signature), 1)
        return usual if index is None else self._names.text(index)


def getter_name(name: str) -> str:
    """Return the JVM name of a property's getter."""
    if name.startswith("is") and not name[2:3].islower():
        return name
    return f"get{name[:1].upper()}{name[1:]}"


def _flags(fields: Fields, index: int, default: int) -> int:
    flags = optional_number(fields, index)
    if flags is not None:
        return flags
    old = optional_number(fields, 1)  # as compilers before 1.0 wrote them
    return default if old is None else (old & 0x3F) + (old >> 8 << 6)


def _modifiers(flags: int, words: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    found = ["protected"] if flags >> 1 & 7 == _PROTECTED else []
    modality = flags >> 4 & 3
    if modality:
        found.append(_MODALITIES[modality])
    found.extend(word for bit, word in words if flags >> bit & 1)
    return tuple(found)
