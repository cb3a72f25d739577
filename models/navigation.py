"""Code in answers of the navigation tools: declarations, uses, dependencies, entry points."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from models.wire import Params, Wire, absent_if_empty, absent_if_none

SubjectKind = Literal["file", "class", "function", "property", "module", "package"]

UseKind = Literal[
    "import",  # named by an import
    "supertype",  # extends or implements it
    "type",  # a type of a parameter, property, result, cast or local; an object or enum entry that is named
    "annotation",
    "construct",  # a constructor is called
    "call",  # a function is called, an operator or delegate by convention too
    "property",  # a property is read or written
    "reference",  # `::name`
    "resource",  # an Android resource, or an XML file that names the class
]
"""Why one piece of code depends on another."""


class SubjectQuestion(Params):
    """What a question about dependencies is about."""

    target: str | None = Field(
        default=None,
        min_length=1,
        description=(
            "File path, class (simple, qualified or binary name), `Class.function`, qualified function, "
            "Gradle module (`:feature:login`) or package."
        ),
    )
    file_path: str | None = Field(
        default=None,
        min_length=1,
        description="File that declares the target; alone, the file itself is meant.",
    )
    line: int | None = Field(
        default=None,
        ge=1,
        description="A line of the declaration, where its name is declared more than once.",
    )
    kind: SubjectKind | None = Field(
        default=None, description="What the target is, where its name could be several things."
    )

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        if self.target is None and self.file_path is None:
            message = "give 'target' or 'filePath'"
            raise ValueError(message)
        return self


class Declared(Wire):
    """A declaration of the project, or a name outside of it."""

    name: str = Field(description="`Class.function`, or the class's own name.")
    qualified_name: str
    kind: str = Field(description="class, interface, object, function, property, file, module, package, ….")
    file_path: str | None = absent_if_none("Absent for what the project does not declare.")
    line: int | None = absent_if_none("Line of its name.")
    module: str | None = absent_if_none("Gradle or Maven module, as `:feature:login`.")


class UsePlace(Wire):
    """One use."""

    file_path: str
    line: int
    kind: UseKind
    uses: str = Field(description="What is used there: the member's or class's name.")
    inside: str = Field(description="The declaration that holds the use, or the file's name.")


class Dependency(Declared):
    """A class, top-level declaration or outside name that the subject uses, or that uses the subject."""

    external: bool = Field(description="Whether the project does not declare it.")
    depth: int = Field(description="1 for a direct one.")
    why: tuple[UseKind, ...] = Field(description="The kinds of use, most frequent first.")
    uses: int = Field(description="How often, at this step.")
    places: tuple[UsePlace, ...] = absent_if_empty("The first uses, in the order of files and lines.")
    via: str | None = absent_if_none("What it was reached through, where it is not direct.")
    cyclic: bool = Field(default=False, description="Whether it depends the other way round too.")
    certain: bool = Field(
        default=True,
        description="False where every use is matched by its unique name, the type being unknown.",
    )


class Share(Wire):
    """A package's or module's part of the dependencies."""

    name: str
    external: bool
    declarations: int
    uses: int


class UnusedImport(Wire):
    """An import that nothing in its file uses."""

    file_path: str
    line: int
    imported: str


EntryKind = Literal[
    "activity",
    "service",
    "receiver",
    "provider",
    "application",
    "worker",
    "composable",  # shown by setContent or a navigation graph, or called by no other composable
    "main",
    "test",  # a class, or a file of top-level ones
    "handler",  # of HTTP requests, messages or a schedule: Spring, Ktor
    "gradle_task",
    "gradle_plugin",
]


class EntryPoint(Wire):
    """Where execution enters the project from outside."""

    kind: EntryKind
    name: str = Field(description="`Class`, `Class.function`, function, task or plugin id.")
    qualified_name: str
    file_path: str
    line: int
    module: str
    evidence: str = Field(
        description="Why it is one: the manifest, the supertype, the annotation, the caller."
    )
    evidence_path: str | None = absent_if_none("The file that says so, where it is another one.")
    evidence_line: int | None = absent_if_none()
    details: tuple[str, ...] = absent_if_empty("Intent filters, number of tests, ….")
