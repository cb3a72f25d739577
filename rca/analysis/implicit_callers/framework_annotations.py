"""Annotations by which a framework or a code generator finds the code that it calls."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

from rca.languages.facts import Facts
from rca.resolve.symbol import Symbol

How = Literal["by reflection", "from generated code"]

_JUNIT = ("org.junit.", "kotlin.test.", "org.testng.", "io.kotest.", "io.cucumber.")
_INJECTION = ("javax.inject.", "jakarta.inject.", "com.google.inject.", "me.tatarka.inject.")
_DAGGER = ("dagger.", "com.google.inject.", "me.tatarka.inject.", "dev.zacsweers.metro.")
_ROOM = ("androidx.room.", "android.arch.persistence.room.")
_SPRING = ("org.springframework.",)
_EE = ("javax.", "jakarta.")
_MOSHI = ("com.squareup.moshi.",)
_SUPPORT = ("androidx.annotation.", "android.support.annotation.")

_TEST_FUNCTIONS = (
    "Test ParameterizedTest RepeatedTest TestFactory TestTemplate Theory Before After BeforeClass"
    " AfterClass BeforeEach AfterEach BeforeAll AfterAll BeforeTest AfterTest BeforeMethod"
    " AfterMethod BeforeSuite AfterSuite DataProvider Parameters Given When Then"
)
_SPRING_FUNCTIONS = (
    "Bean EventListener Scheduled RequestMapping GetMapping PostMapping PutMapping DeleteMapping"
    " PatchMapping MessageMapping ExceptionHandler ModelAttribute InitBinder Autowired KafkaListener"
    " RabbitListener JmsListener TransactionalEventListener Before After Around"
)
_SPRING_CLASSES = (
    "Component Service Repository Controller RestController Configuration SpringBootApplication"
    " ControllerAdvice RestControllerAdvice ConfigurationProperties"
)


class Rule(NamedTuple):
    """How a framework calls what carries an annotation, if the annotation is from one of the packages."""

    how: How
    packages: tuple[str, ...]


Rules: TypeAlias = "dict[str, tuple[Rule, ...]]"


def _by_name(*rules: tuple[str, How, tuple[str, ...]]) -> Rules:
    found: Rules = {}
    for names, how, packages in rules:
        for name in names.split():
            found[name] = (*found.get(name, ()), Rule(how, packages))
    return found


_ON_FUNCTIONS = _by_name(
    (
        _TEST_FUNCTIONS,
        "by reflection",
        _JUNIT,
    ),
    ("Preview", "by reflection", ("androidx.compose.", "org.jetbrains.compose.")),
    ("Subscribe", "by reflection", ("org.greenrobot.", "com.google.common.eventbus.", "com.squareup.otto.")),
    ("JavascriptInterface", "by reflection", ("android.webkit.",)),
    ("Keep", "by reflection", _SUPPORT),
    ("OnLifecycleEvent", "by reflection", ("androidx.lifecycle.", "android.arch.lifecycle.")),
    ("TaskAction", "by reflection", ("org.gradle.",)),
    ("PostConstruct PreDestroy PrePersist PostLoad PreUpdate PostPersist", "by reflection", _EE),
    ("JsonCreator JsonProperty JsonValue JsonAnySetter", "by reflection", ("com.fasterxml.jackson.",)),
    ("ToJson FromJson", "by reflection", _MOSHI),
    (
        _SPRING_FUNCTIONS,
        "by reflection",
        _SPRING,
    ),
    ("GET POST PUT DELETE PATCH HEAD OPTIONS", "by reflection", ("javax.ws.rs.", "jakarta.ws.rs.")),
    (
        "Inject AssistedInject Provides Binds BindsOptionalOf Multibinds IntoSet IntoMap",
        "from generated code",
        (*_DAGGER, *_INJECTION),
    ),
    ("TypeConverter", "from generated code", _ROOM),
    (
        "BindingAdapter BindingConversion InverseBindingAdapter InverseMethod",
        "from generated code",
        ("androidx.databinding.", "android.databinding."),
    ),
    ("ReactProp ReactPropGroup ReactMethod", "by reflection", ("com.facebook.react.",)),
    ("OnClick OnLongClick OnTextChanged OnCheckedChanged", "from generated code", ("butterknife.",)),
)
"""Annotation of a function, constructor or property → how it is called."""

_ON_CLASSES = _by_name(
    ("HiltViewModel HiltAndroidApp AndroidEntryPoint", "from generated code", ("dagger.hilt.",)),
    ("HiltWorker", "from generated code", ("androidx.hilt.",)),
    ("Inject ContributesBinding", "from generated code", (*_INJECTION, *_DAGGER, "com.squareup.anvil.")),
    ("Entity Database DatabaseView", "from generated code", _ROOM),
    ("Entity Embeddable MappedSuperclass", "by reflection", _EE),
    ("Serializable", "from generated code", ("kotlinx.serialization.",)),
    ("JsonClass", "from generated code", _MOSHI),
    ("Parcelize", "from generated code", ("kotlinx.parcelize.", "kotlinx.android.parcel.")),
    ("AutoService", "by reflection", ("com.google.auto.service.",)),
    ("GlideModule", "from generated code", ("com.bumptech.glide.",)),
    ("RunWith", "by reflection", ("org.junit.",)),
    ("Keep", "by reflection", _SUPPORT),
    (
        _SPRING_CLASSES,
        "by reflection",
        _SPRING,
    ),
    ("Path Provider", "by reflection", ("javax.ws.rs.", "jakarta.ws.rs.")),
    ("Single Factory KoinViewModel Scoped", "from generated code", ("org.koin.",)),
)
"""Annotation of a class → how instances of it are made."""


class AnnotationMatch(NamedTuple):
    """An annotation that implies callers: its name with `@`, its package, and how they call."""

    name: str
    package: str
    how: How


def marks_of(symbol: Symbol) -> Iterator[AnnotationMatch]:
    """Return the annotations that imply callers of a function, constructor or property, or of a class.

    Those of a class speak of its constructors too; tests inside of it say that a framework makes it.
    """
    row, facts = symbol.declaration, symbol.facts
    if row.is_class:
        yield from _marks(facts, row.modifiers, _ON_CLASSES)
        return
    yield from _marks(facts, row.modifiers, _ON_FUNCTIONS)
    owner = symbol.owner
    if row.kind != "constructor" or owner is None:
        return
    yield from _marks(facts, owner.declaration.modifiers, _ON_CLASSES)
    inside = (one for one in facts.declarations if one.parent == owner.index and one.kind == "function")
    tests = (mark for one in inside for mark in _marks(facts, one.modifiers, _ON_FUNCTIONS))
    yield from islice((mark for mark in tests if mark.package.startswith(_JUNIT)), 1)


def annotations_of(symbol: Symbol) -> Iterator[tuple[str, str]]:
    """Return the annotations of a declaration and its class by name, with their possible full names."""
    owner = symbol.owner
    for row in (symbol.declaration, *(() if owner is None else (owner.declaration,))):
        for word in row.modifiers:
            if word.startswith("@"):
                name = _name(word)
                yield from ((f"@{name.rpartition('.')[2]}", full) for full in _meanings(symbol.facts, name))


def _marks(facts: Facts, modifiers: tuple[str, ...], rules: Rules) -> Iterator[AnnotationMatch]:
    for word in modifiers:
        name = _name(word) if word.startswith("@") else ""
        simple = name.rpartition(".")[2]
        for rule in rules.get(simple, ()):
            full = next((one for one in _meanings(facts, name) if one.startswith(rule.packages)), None)
            if full is not None:
                yield AnnotationMatch(f"@{simple}", full.removesuffix(simple), rule.how)


def _name(word: str) -> str:
    """Return an annotation's name as written, without use-site and arguments."""
    return word[1:].partition("(")[0].rpartition(":")[2]


def _meanings(facts: Facts, name: str) -> Iterator[str]:
    """Return the full names that an annotation's name may mean, by its file's imports."""
    first, dot, rest = name.partition(".")
    for row in facts.imports:
        if row.star:
            yield f"{row.path}.{name}"
        elif (row.alias or row.path.rpartition(".")[2]) == first:
            yield f"{row.path}{dot}{rest}"
    if dot and first[:1].islower():
        yield name
