"""`find_class`: classes by name, with what they are."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Params, Wire, absent_if_empty, absent_if_none

ClassKind = Literal[
    "class", "interface", "object", "companion", "enum", "enum_entry", "annotation", "typealias"
]
ClassMatchKind = Literal["exact", "ignore_case", "prefix", "camel", "part"]


class FindClassParams(Params):
    """What the class is called."""

    name: str = Field(
        min_length=1,
        description=(
            "Simple (`Basket`), nested (`Basket.Item`), qualified or JVM binary name (`shop.Basket$Item`), a "
            "part of the name, or its humps (`BasAct` for `BasketActivity`). Parts and humps are looked for "
            "where no class has the name itself."
        ),
    )
    kinds: tuple[ClassKind, ...] | None = Field(
        default=None, min_length=1, strict=False, description="Only classes of these kinds."
    )
    path_prefix: str | None = Field(
        default=None, min_length=1, description="Only classes in files whose paths start so, as `app/src/`."
    )
    limit: int = Field(default=20, ge=1, le=100, description="Classes in one answer; `meta.next` continues.")
    cursor: int = Field(default=0, ge=0, description="Classes to skip: `meta.next` of the answer before.")


class ClassLink(Wire):
    """A class that another one names."""

    name: str = Field(description="As written, type arguments included.")
    qualified_name: str
    file_path: str | None = absent_if_none("Absent for what the project does not declare.")
    line: int | None = absent_if_none()


class MemberSummary(Wire):
    """What a class declares itself; what it inherits is not counted."""

    constructors: int
    functions: int
    properties: int
    classes: int
    names: tuple[str, ...] = Field(
        description="Members that others may use, in the order of the text: functions as `name(parameters)`."
    )


class FoundClass(Wire):
    """A class, interface, object, enum or type alias."""

    name: str = Field(description="With the classes around it, as `Basket.Item`.")
    qualified_name: str
    binary_name: str = Field(description="As the JVM and stack traces name it.")
    kind: ClassKind
    match: ClassMatchKind
    file_path: str
    line: int = Field(description="Line of its name.")
    end_line: int
    module: str
    signature: str = Field(description="Whole header without the body, annotations included.")
    supertypes: tuple[ClassLink, ...] = absent_if_empty()
    subclasses: int | None = Field(
        description="Classes right below it, anonymous ones included; null where time did not allow to count."
    )
    tags: tuple[str, ...] = absent_if_empty("What kind of part it is: activity, viewmodel, test, ….")
    members: MemberSummary


class FindClassResult(Wire):
    """Classes, best match first."""

    name: str
    classes: tuple[FoundClass, ...]
    total_found: int
    ambiguous: bool = Field(description="Whether several classes of different full names have the very name.")
