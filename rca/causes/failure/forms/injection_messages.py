# ruff: noqa: E501 - a pattern is read more easily on one line
"""Message forms of dependency injection: Dagger, Hilt, Koin, Spring, Guice, and factories of view models.

Sources: Dagger's `BindingGraphValidator` messages, Hilt's runtime checks, Koin's `error` package,
Spring's `BeanFactory` exceptions, AndroidX' `ViewModelProvider`.
"""

from __future__ import annotations

from rca.causes.failure.condition import Target, simple_name
from rca.causes.failure.message_form import MessageForm

_KOIN = "NoBeanDefFoundException NoDefinitionFoundException InstanceCreationException DefinitionOverrideException ScopeNotCreatedException ClosedScopeException"
_SPRING = (
    "NoSuchBeanDefinitionException NoUniqueBeanDefinitionException UnsatisfiedDependencyException "
    "BeanCreationException BeanCurrentlyInCreationException BeanDefinitionStoreException "
    "BeanNotOfRequiredTypeException"
)

FORMS = (
    MessageForm(
        "",
        r"\[Dagger/(?P<kind>\w+)\] (?P<name>\S+) cannot be provided without an? (?P<why>@Inject[^\n]+?)\.?(?:\n|$)",
        "dependency_injection",
        "Dagger has no binding for `{name}`: it would need an {why}.",
    ),
    MessageForm(
        "",
        r"\[Dagger/DuplicateBindings\] (?P<name>\S+) is bound multiple times",
        "dependency_injection",
        "Dagger has several bindings for `{name}`.",
    ),
    MessageForm(
        "",
        r"\[Dagger/(?P<kind>DependencyCycle)\] Found a dependency cycle",
        "dependency_injection",
        "Classes need each other in a circle.",
    ),
    MessageForm(
        "IllegalStateException",
        r"Hilt (?P<name>\w+) must be attached to an @AndroidEntryPoint (?P<expected>\w+)\. Found: class (?P<actual>[\w.$]+)",
        "dependency_injection",
        "The {name} is attached to `{actual:simple}`, which Hilt does not inject.",
    ),
    MessageForm(
        "IllegalStateException RuntimeException",
        r"(?:Given component holder class|Expected the (?:application|activity) context|The component was not "
        r"created|Hilt [\w ,]+must be attached)[^\n]*?(?:class |')?(?P<name>[\w.$]+)?",
        "dependency_injection",
        "A Hilt class lives in something that Hilt does not inject.",
    ),
    MessageForm(
        "RuntimeException IllegalArgumentException UnsupportedOperationException",
        r"Cannot create an instance of (?:class )?(?P<name>[\w.$]+)",
        "dependency_injection",
        "No factory can make a `{name:simple}`.",
    ),
    MessageForm(
        _KOIN,
        r"No (?:bean )?definition found (?:for )?(?:type |class:)?'?(?P<name>[\w.$]+)'?",
        "dependency_injection",
        "Koin has no definition for `{name:simple}`.",
        lambda groups: Target("mention", simple_name(groups["name"])),
    ),
    MessageForm(
        _KOIN,
        r"Could not create instance for '?\[[\w ]+:'?(?P<name>[\w.$]+)",
        "dependency_injection",
        "Koin could not make a `{name:simple}`.",
    ),
    MessageForm(
        "IllegalStateException KoinAppAlreadyStartedException",
        r"KoinApplication has (?:not been|already been) started",
        "dependency_injection",
        "Koin was asked before it was started, or started twice.",
    ),
    MessageForm(
        _SPRING,
        r"expected (?:single matching bean but found (?P<size>\d+)|at least 1 bean)",
        "dependency_injection",
        "Spring does not have exactly one bean of the type that is asked for.",
    ),
    MessageForm(
        _SPRING,
        r"No qualifying bean of type '(?P<name>[^']+)' available",
        "dependency_injection",
        "Spring has no bean of type `{name:simple}`.",
    ),
    MessageForm(
        _SPRING,
        r"Error creating bean with name '(?P<name>[^']+)'",
        "dependency_injection",
        "Spring could not make the bean `{name}`.",
    ),
    MessageForm(
        _SPRING,
        r"No bean named '(?P<name>[^']+)' available",
        "dependency_injection",
        "Spring has no bean named `{name}`.",
    ),
    MessageForm(
        "ConfigurationException CreationException ProvisionException",
        r"(?:No implementation for (?P<name>[\w.$<>]+) was bound|Error injecting constructor, (?P<other>[\w.$]+))",
        "dependency_injection",
        "Guice cannot make what is asked for.",
    ),
    MessageForm(
        "ConfigurationException CreationException ProvisionException",
        r"\[Guice/(?P<kind>\w+)\]: (?P<actual>[\w.$]+(?:Exception|Error)): (?P<why>[^\n]+)",
        "dependency_injection",
        "Guice could not make an object, as its code threw `{actual:simple}`: {why}",
    ),
    MessageForm(
        "ConfigurationException CreationException ProvisionException",
        r"\[Guice/(?P<kind>\w+)\]: (?P<why>[^\n]+)",
        "dependency_injection",
        "Guice cannot make what is asked for: {why}",
    ),
    MessageForm(
        "ParameterResolutionException",
        r"(?:Failed to resolve|No ParameterResolver registered for) parameter \[(?P<expected>[\w.$<>]+) (?P<name>\w+)\]",
        "dependency_injection",
        "JUnit has no value for the parameter of type `{expected:simple}`.",
    ),
)
