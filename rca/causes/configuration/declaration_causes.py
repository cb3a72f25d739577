"""Errors caused by how a class is declared: annotations, supertypes, modifiers, parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.class_headers import header_span, header_text, serialized_member
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.declared_already import declared_already
from rca.resolve.symbol import Symbol, enclosing

_CLASS = r"['\"`\[]?(?:class |interface |simple type, class )?([\w.$]+)"
_SERIALIZER = re.compile(r"Serializer for class ['\"`]?([\w.$]+)['\"`]? is not found")
_POLYMORPHIC = re.compile(
    r"(?:Class|Serializer for subclass) ['\"`]?([\w.$]+)['\"`]? is not (?:registered|found)(?: for "
    r"polymorphic| in the polymorphic)"
)
_MISSING_FIELDS = (
    re.compile(
        r"Fields? \[?'?(?P<member>\w+)'?[\w', ]*\]? (?:is|are) required for type with serial name "
        r"'(?P<owner>[\w.$]+)'"
    ),
    re.compile(
        r"Instantiation of \[simple type, class (?P<owner>[\w.$]+)\] value failed for JSON property "
        r"(?P<member>\w+)"
    ),
    re.compile(r"Unrecognized field \"(?P<member>\w+)\" \(class (?P<owner>[\w.$]+)\)"),
    re.compile(r"Required value '(?P<member>\w+)' (?:\(JSON name '[^']*'\) )?missing at"),
    re.compile(r"Non-null value '(?P<member>\w+)' (?:\(JSON name '[^']*'\) )?was null at"),
    re.compile(
        r"Parameter specified as non-null is null: method (?P<owner>[\w.$]+)\.<init>, parameter "
        r"(?P<member>\w+)"
    ),
)
_ADAPTER = re.compile(r"([\w.$]+)JsonAdapter$")
_HEADERS = (
    ("needs_constructor", re.compile(rf"[Uu]nable to instantiate (?:fragment|worker) {_CLASS}"),
     "`{name}` is created by the framework, which calls a constructor that its declaration does not have."),
    ("needs_constructor", re.compile(rf"{_CLASS}>? has no zero[- ]arg\w* constructor|(?:Cannot create an "
                                     rf"instance of|No default constructor for entity) ?:? ?{_CLASS}"),
     "`{name}` is created by the framework, which calls a constructor that its declaration does not have."),
    ("needs_constructor", re.compile(rf"Cannot construct instance of {_CLASS}[`'\"]? \((?:no Creators"
                                     r"|although at least one)"),
     "The parser has no way to construct `{name}` as it is declared."),
    ("needs_constructor", re.compile(rf"Could not instantiate {_CLASS}"),
     "`{name}` is created by the framework, which calls a constructor that its declaration does not have."),
    ("needs_annotation", re.compile(rf"component holder class {_CLASS} does not implement"),
     ("`{name}` asks for injected members, and its declaration lacks the annotation that makes it a "
     "component's holder.")),
    ("needs_annotation", re.compile(rf"Unable to create (?:converter|@Body converter) for {_CLASS}"),
     "No converter fits `{name}` as it is declared."),
    ("needs_supertype", re.compile(rf"NotSerializableException: {_CLASS}|writing serializable object "
                                   rf"\(name = {_CLASS}\)"),
     "`{name}` is written to a parcel or stream, and its declaration does not make it serializable."),
    ("needs_supertype", re.compile(r"requires a Parcelable\.Creator object called CREATOR on class "
                                   rf"{_CLASS}"),
     "`{name}` is put into a parcel, and its declaration brings no `CREATOR`."),
    ("needs_modifier", re.compile(r"(?:Cannot (?:inherit from|subclass) final class|[Cc]annot mock/spy"
                                  rf"|Cannot mock) {_CLASS}"),
     "`{name}` has to be subclassed, and Kotlin classes are final unless they are declared `open`."),
    ("needs_annotation", re.compile(r"(?:Platform|No JsonAdapter for|Cannot serialize Kotlin type) "
                                    rf"(?:class )?{_CLASS}"),
     "No adapter is generated for `{name}`: its declaration lacks the annotation that asks for one."),
)  # fmt: skip
_DATASTORE = re.compile(r"multiple DataStores active for the same file: (\S+?)\.?(?:\s|$)")
_PLUGIN_APPLIED = re.compile(r"serialization")
_CONTRADICTED = 0.4
"""Part of the confidence that is left where the class has what the error asks for."""
_FILE_PART = re.compile(r"[A-Za-z][\w-]{3,}")


class DeclarationCauses(CauseSearcher):
    """Searches the project's classes for those whose declaration an error is about."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes, the surest mechanism first."""
        flat = self._symptoms.flat
        yield from self._serializers(flat)
        yield from self._missing_members(flat)
        yield from self._headers(flat)
        yield from self._data_stores(flat)

    def _serializers(self, flat: str) -> Iterator[ConfigurationCause]:
        for match in (*_SERIALIZER.finditer(flat), *_POLYMORPHIC.finditer(flat)):
            for symbol in self._files.classes(match[1])[:1]:
                header = header_span(symbol, self._files)
                folder = self._files.module_folder(symbol.path)
                plugins = list(self._blocks.named(folder, "plugins"))
                if "@Serializable" not in header_text(symbol, self._files):
                    yield self._header_cause(
                        "needs_annotation",
                        symbol,
                        f"`{match[1]}` is serialized, and its declaration is not `@Serializable`.",
                    )
                elif plugins and not self._applies_serialization(plugins[0]):
                    yield ConfigurationCause(
                        "serialization_plugin",
                        f"`{match[1]}` is `@Serializable`, and the module that declares it does not "
                        "apply the plugin that generates its serializer.",
                        (plugins[0], header),
                        (
                            f"the error finds no serializer for `{match[1]}`",
                            "the module's `plugins` name no serialization plugin",
                        ),
                        "Apply `org.jetbrains.kotlin.plugin.serialization` to the module.",
                    )

    def _applies_serialization(self, plugins: Span) -> bool:
        text = self._files.lines(plugins.path).slice(plugins.line, plugins.end_line)
        return _PLUGIN_APPLIED.search(text) is not None

    def _missing_members(self, flat: str) -> Iterator[ConfigurationCause]:
        for pattern in _MISSING_FIELDS:
            for match in pattern.finditer(flat):
                owners = [match["owner"]] if "owner" in pattern.groupindex else self._adapted()
                for symbol in (symbol for name in owners for symbol in self._files.classes(name)[:1]):
                    member = serialized_member(symbol, match["member"], self._files)
                    header = header_span(symbol, self._files)
                    yield ConfigurationCause(
                        "required_member",
                        f"`{symbol.name}` declares no `{match['member']}`, which the data that arrived has."
                        if member is None
                        else f"`{symbol.name}.{match['member']}` is required as it is declared, and the data "
                        "that arrived lacks it.",
                        (member, header) if member is not None else (header,),
                        (f"the error names `{match['member']}`",),
                        "Look at the data that arrived; if it may lack the value, make the property "
                        "nullable or give it a default.",
                    )

    def _adapted(self) -> list[str]:
        """Return the classes whose generated adapter is on the stack, the innermost first."""
        names = (_ADAPTER.search(frame.class_name or "") for frame in self._symptoms.stack[:6])
        return [match[1].replace("_", "$") for match in names if match is not None]

    def _headers(self, flat: str) -> Iterator[ConfigurationCause]:
        for mechanism, pattern, statement in _HEADERS:
            for match in pattern.finditer(flat):
                name = next((group for group in match.groups() if group and "." in group), "")
                for symbol in self._files.classes(name)[:1] if name else ():
                    yield self._header_cause(mechanism, symbol, statement.format(name=symbol.name))

    def _header_cause(self, mechanism: str, symbol: Symbol, statement: str) -> ConfigurationCause:
        has = declared_already(mechanism, symbol, self._files)
        if has is not None:
            return ConfigurationCause(
                mechanism,
                f"`{symbol.name}` {has}, which the error says it lacks: the failing build is older, or "
                "another class of the name, a subclass or a member is meant.",
                (header_span(symbol, self._files),),
                (f"the error names `{symbol.qualified_name}`", f"its declaration {has}"),
                "Compare the class that the error names with this one, and with the build that failed.",
                strength=_CONTRADICTED,
            )
        return ConfigurationCause(
            mechanism,
            statement,
            (header_span(symbol, self._files),),
            (f"the error names `{symbol.qualified_name}`", "the project declares it here"),
            "Change the declaration and run again.",
        )

    def _data_stores(self, flat: str) -> Iterator[ConfigurationCause]:
        """Yield the class that opens a store which another instance has open."""
        match = _DATASTORE.search(flat)
        if match is None:
            return
        base = match[1].rpartition("/")[2].partition(".")[0]
        for part in sorted(set(_FILE_PART.findall(base.replace("_", " "))), key=len, reverse=True):
            for path in self._files.files_with(part, ".kt", ".java")[:2]:
                text = self._files.text(path)
                if "DataStore" not in text:
                    continue
                symbols = self._files.snapshot.index.symbols(path)
                line = self._files.lines(path).line_of(text.find(part))
                around = enclosing(symbols, line)
                owner = next(
                    (
                        one
                        for one in (around, around.owner if around else None)
                        if one and one.declaration.is_class
                    ),
                    None,
                )
                owner = owner or next((one for one in symbols if one.declaration.is_class), None)
                if owner is not None:
                    yield ConfigurationCause(
                        "scope",
                        f"Every instance of `{owner.name}` opens the store anew, and two of them are "
                        "alive: its scope or its creation decides how many there are.",
                        (header_span(owner, self._files), Span(path, line, line)),
                        (f"the error names the file `{base}`", f"`{owner.name}` makes a store of that name"),
                        "Count the instances: keep one for each file and scope.",
                    )
                    return
