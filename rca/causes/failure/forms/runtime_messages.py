# ruff: noqa: E501 - a pattern is read more easily on one line
"""Message forms of the runtime and of coroutines: missing code, memory, recursion, concurrency.

Sources: JVMS 5.4 (linkage errors) and HotSpot's `linkResolver.cpp`; `art/runtime` (class linker, heap);
kotlinx.coroutines (`Exceptions.kt`, `Timeout.kt`, `JobSupport.kt`); `java.util.concurrent`.
"""

from __future__ import annotations

from collections.abc import Mapping

from rca.causes.failure.condition import Target, simple_name
from rca.causes.failure.message_form import MessageForm

_CLASS = "NoClassDefFoundError ClassNotFoundException"
_CANCELLED = (
    "CancellationException JobCancellationException LeftCompositionCancellationException "
    "ChildCancelledException ClosedReceiveChannelException ClosedSendChannelException"
)


def _class(groups: Mapping[str, str]) -> Target:
    return Target("mention", simple_name(groups["name"]))


def _method(groups: Mapping[str, str]) -> Target:
    owner = groups.get("owner")
    return Target("callee", groups["method"], None if owner is None else owner.replace("/", "."))


FORMS = (
    MessageForm(
        "NoSuchMethodError",
        r"^'?(?:java\.nio\.\w+Buffer )?(?P<name>java\.nio\.(?P<owner>\w+Buffer)\.(?P<method>clear|flip|limit|mark|position|reset|"
        r"rewind))\((?:int|I)?\)(?:Ljava/nio/(?P=owner);)?'?$",
        "linkage",
        "`{owner}` of Java 8 and of old Androids has no `{method}` of its own: this was compiled against a newer JDK without "
        "`--release 8`.",
        lambda groups: Target("call", groups["method"], f"java.nio.{groups['owner']}"),
    ),
    MessageForm(
        "NoSuchMethodError",
        r"No virtual method (?P<method>clear|flip|limit|mark|position|reset|rewind)\(I?\)Ljava/nio/(?P<owner>\w+Buffer); in class "
        r"Ljava/nio/(?P=owner);",
        "linkage",
        "`{owner}` of Java 8 and of old Androids has no `{method}` of its own: this was compiled against a newer JDK without "
        "`--release 8`.",
        lambda groups: Target("call", groups["method"], f"java.nio.{groups['owner']}"),
    ),
    MessageForm(
        "MissingMethodException",
        r"No signature of method: (?:static )?(?P<owner>[\w.$]+?)\.(?P<name>[\w$]+)\(\) is applicable for argument types: "
        r"\((?P<actual>[^)]*)\)",
        "linkage",
        "`{owner:simple}` has no method `{name}` for ({actual}).",
        lambda groups: Target("call", groups["name"], groups["owner"]),
    ),
    MessageForm(
        "MissingPropertyException",
        r"No such property: (?P<name>\w+) for class: (?P<owner>[\w.$]+)",
        "linkage",
        "`{owner:simple}` has no property `{name}`.",
    ),
    MessageForm(
        "NoClassDefFoundError",
        r"Could not initialize class (?P<name>[\w.$/]+)",
        "linkage",
        "The static initialiser of `{name:simple}` failed before.",
        _class,
    ),
    MessageForm(
        _CLASS,
        r"(?:Didn't find class \"|Failed resolution of: L|[Cc]lass not found[:!]? ?(?:class )?)"
        r"(?P<name>[\w.$/]+)",
        "linkage",
        "The class `{name}` is not there at run time.",
        _class,
    ),
    MessageForm(
        _CLASS,
        r"^L?(?P<name>(?:[\w$]+[./])*[\w$]+);?(?: \(wrong name: (?P<other>[\w/$]+)\)|\s.*)?$",
        "linkage",
        "The class `{name}` is not there at run time.",
        _class,
    ),
    MessageForm(
        "NoSuchMethodError AbstractMethodError NoSuchMethodException",
        r"No (?P<form>static|virtual|interface|direct|super|abstract) method (?P<method>[\w$<>-]+)\([^ ]*? in "
        r"(?:class|interface) L(?P<owner>[\w/$-]+);(?P<name>)",
        "linkage",
        "`{owner:simple}` has no method `{method}` with these parameters at run time.",
        _method,
    ),
    MessageForm(
        "NoSuchMethodError AbstractMethodError",
        r"^'?(?:[\w.$\[\]]+ )?(?P<name>(?P<owner>[\w$/]+(?:[./][\w$]+)+)[.](?P<method>[\w$<>-]+))\(",
        "linkage",
        "`{owner:simple}` has no method `{method}` with these parameters at run time.",
        _method,
    ),
    MessageForm(
        "NoSuchMethodError AbstractMethodError",
        r"^(?P<name>(?P<owner>[\w$]+(?:\.[\w$]+)+)\.(?P<method>[\w$<>-]+))$",
        "linkage",
        "`{owner:simple}` has no method `{method}` at run time.",
        _method,
    ),
    MessageForm(
        "AbstractMethodError",
        r"(?:Receiver class (?P<actual>[\w.$]+) does not define or inherit an implementation of the resolved "
        r"method|abstract method) [\"'](?:\w+ )*(?:[\w.$\[\]]+ )?(?:(?P<owner>[\w.$]+)\.)?(?P<name>[\w$-]+)\(",
        "linkage",
        "A class does not implement the abstract method `{name}`: it was compiled against another version.",
    ),
    MessageForm(
        "NoSuchMethodException",
        r"^(?P<name>(?P<owner>[\w.$]+)\.(?P<method>[\w$<>]+)) ?[\[(]",
        "linkage",
        "Reflection found no `{method}` with these parameters in `{owner:simple}`.",
    ),
    MessageForm(
        "NoSuchFieldError NoSuchFieldException",
        r"No (?:static|instance) field (?P<name>[\w$]+) of type \S+ in class L(?P<owner>[\w/$]+);",
        "linkage",
        "`{owner:simple}` has no field `{name}` at run time.",
        lambda groups: Target("read", groups["name"], groups["owner"]),
    ),
    MessageForm(
        "NoSuchFieldError NoSuchFieldException",
        r"^(?:Class (?P<owner>[\w.$]+) does not have member field '\S+ )?(?P<name>[\w$]+)'?$",
        "linkage",
        "The field `{name}` is not there at run time.",
        lambda groups: Target("read", groups["name"], groups.get("owner")),
    ),
    MessageForm(
        "IncompatibleClassChangeError",
        r"(?P<why>(?:Expected|Found)[^\n]+|class (?P<name>[\w.$]+) (?:has interface|can not implement)[^\n]+)",
        "linkage",
        "A class is not what the code was compiled against: {why}.",
    ),
    MessageForm(
        "IllegalAccessError IllegalAccessException",
        r"(?:tried to access|[Mm]ethod|[Cc]lass|[Ff]ield) (?P<name>'?[\w.$ ()]+?'?) "
        r"(?P<why>(?:from class|is inaccessible|cannot access|can not access)[^\n(]*[^\n( ])",
        "linkage",
        "Access is not allowed: {name} {why}.",
    ),
    MessageForm(
        "VerifyError",
        r"(?:Verifier rejected class |Rejecting class |class )(?P<name>[\w.$/]+)",
        "linkage",
        "The runtime refuses the byte code of `{name}`.",
    ),
    MessageForm(
        "VerifyError",
        r"^(?P<name>(?:[\w$]+[./])+[\w$]+)$",
        "linkage",
        "The runtime refuses the byte code of `{name}`.",
    ),
    MessageForm(
        "UnsupportedClassVersionError IllegalArgumentException",
        r"(?:(?<![\w/.$])(?P<name>[\w/.$]+) has been compiled by a more recent version of the Java Runtime \(class file "
        r"version (?P<index>\d+)|Unsupported class file major version (?P<size>\d+))",
        "linkage",
        "A class file is of a newer Java version than the tool that reads it knows.",
    ),
    MessageForm(
        "UnsatisfiedLinkError",
        r"(?:No implementation found for (?P<method>[^\n(]+)|couldn't find \"(?P<name>[\w.+-]+)\"|"
        r"no (?P<other>[\w.+-]+) in java\.library\.path|dlopen failed: (?P<why>[^\n]+))",
        "linkage",
        "A native library or function is not there[: {name}][: {method}][: {other}][: {why}].",
    ),
    MessageForm(
        "ExceptionInInitializerError",
        r"(?P<name>[\w.$]+)",
        "linkage",
        "A static initialiser failed.",
    ),
    MessageForm(
        "OutOfMemoryError",
        r"Failed to allocate a (?P<size>\d+) byte allocation with (?P<free>\d+) free bytes",
        "out_of_memory",
        "{size} bytes were asked for, and {free} were free.",
    ),
    MessageForm(
        "OutOfMemoryError",
        r"(?P<name>Java heap space|GC overhead limit exceeded|Metaspace|Direct buffer memory|"
        r"[Uu]nable to create (?:new )?native thread|pthread_create[^\n]*|Requested array size exceeds VM limit)",
        "out_of_memory",
        "Memory ran out: {name}.",
    ),
    MessageForm(
        _CANCELLED,
        r"^(?P<name>[^\n]{0,120}?(?:was cancelled|is cancelling|[Cc]ancell?ed)[^\n]{0,80})",
        "cancellation",
        "A coroutine or task was cancelled.",
    ),
    MessageForm(
        "TimeoutCancellationException",
        r"Timed out (?:waiting for|after|in|immediately)(?: of)?(?: _virtual_ \([^)]*\) time)? ?(?P<size>\d+)? ?(?P<unit>ms|s)?",
        "timeout",
        "A `withTimeout` ended before its block did.",
        lambda _groups: Target("call", "withTimeout"),
    ),
    MessageForm(
        "UncompletedCoroutinesError AssertionError TestTimedOutException",
        r"(?:After waiting for|test timed out after) (?P<size>\d+)(?P<unit>[\w ]*)",
        "timeout",
        "The test was not done after {size}{unit}.",
    ),
    MessageForm(
        "SocketTimeoutException InterruptedIOException TimeoutException",
        r"(?P<name>(?:connect |read |Read |write )?timed? ?out|timeout|failed to connect to \S+)",
        "timeout",
        "The answer did not come in time.",
    ),
    MessageForm(
        "IllegalStateException",
        r"^Shutdown in progress$",
        "lifecycle",
        "A shutdown hook was added or removed while the JVM was shutting down.",
        lambda _groups: Target("call", "addShutdownHook removeShutdownHook"),
    ),
    MessageForm(
        "RuntimeExceptionWithAttachments",
        r"EventQueue\.isDispatchThread\(\)=false|[Aa]ccess is allowed from (?:the )?event dispatch thread",
        "wrong_thread",
        "A call that belongs to the event dispatch thread came from another.",
    ),
    MessageForm(
        "RuntimeExceptionWithAttachments",
        r"(?P<name>Read|Write) access is allowed (?:from )?inside (?P<expected>read|write)-action",
        "wrong_thread",
        "Something was used without the {expected} action that it asks for.",
    ),
    MessageForm(
        "RejectedExecutionException",
        r"[Tt]ask (?P<name>\S+) rejected from \S+?\[Running",
        "lifecycle",
        "An executor refused a task, as its threads are busy and its queue is full.",
        lambda _groups: Target("call", "execute submit schedule scheduleAtFixedRate scheduleWithFixedDelay"),
    ),
    MessageForm(
        "RejectedExecutionException",
        r"[Tt]ask (?P<name>\S+) rejected from \S+?\[(?P<state>Shutting down|Terminated)",
        "lifecycle",
        "An executor refused a task: its state is {state}.",
        lambda _groups: Target("call", "execute submit schedule scheduleAtFixedRate scheduleWithFixedDelay"),
    ),
    MessageForm(
        "IllegalStateException",
        r"Module with the Main dispatcher (?:had failed to initialize|is missing)",
        "wrong_thread",
        "There is no Main dispatcher here: a test has to set one.",
    ),
    MessageForm(
        "IllegalMonitorStateException",
        r"(?P<why>[^\n]+)",
        "wrong_thread",
        "A lock was used by a thread that does not hold it.",
    ),
    MessageForm(
        "IllegalStateException IllegalReferenceCountException",
        r"refCnt: (?P<index>\d+)(?:, (?:de|in)crement: (?P<size>\d+))?",
        "lifecycle",
        "A buffer was used after it was released (its reference count is {index}).",
    ),
)
