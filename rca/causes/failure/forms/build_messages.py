# ruff: noqa: E501 - a pattern is read more easily on one line
"""Message forms of compilers, Gradle and other build tools.

Sources: messages of kotlinc (K1 and K2) and javac, Gradle's dependency resolution, the Android Gradle plugin
(manifest merger, aapt2, R8, duplicate classes).
"""

from __future__ import annotations

from rca.causes.failure.condition import Target
from rca.causes.failure.message_form import MessageForm

FORMS = (
    MessageForm(
        "",
        r"[Uu]nresolved reference(?::|\.)? ?'?(?P<name>[\w.]+)?'?",
        "build_symbol",
        "`{name}` is not declared where the code looks for it.",
        lambda groups: Target("mention", groups["name"]) if "name" in groups else None,
    ),
    MessageForm(
        "",
        r"cannot find symbol(?:.*?symbol:\s+(?:class|method|variable|constructor|interface|static) (?P<name>[\w$]+))?",
        "build_symbol",
        "`{name}` is not declared where the code looks for it.",
        lambda groups: Target("mention", groups["name"]) if "name" in groups else None,
    ),
    MessageForm(
        "",
        r"package (?P<name>[\w.]+) does not exist",
        "build_symbol",
        "The package `{name}` is not on the class path.",
    ),
    MessageForm(
        "",
        r"(?:inferred type is (?P<actual>[^\n]{1,200}?) but (?P<expected>[^\n]{1,200}?) was expected|"
        r"actual type is '(?P<got>[^']+)', but '(?P<wanted>[^']+)' was expected|"
        r"incompatible types: (?P<from>[\w.<>?, ]+) cannot be converted to (?P<to>[\w.<>?, ]+))",
        "build_type",
        "A value is of another type than its place asks for.",
    ),
    MessageForm(
        "",
        r"(?:Type mismatch\.?|Required:\s*(?P<expected>[\w<>?., ]+)\s*Found:\s*(?P<actual>[\w<>?., ]+))",
        "build_type",
        "A value is of another type than its place asks for.",
    ),
    MessageForm(
        "",
        r"Duplicate class (?P<name>[\w.$]+) found in modules (?P<why>[^\n]+)",
        "build_duplicate",
        "The class `{name:simple}` comes with two modules: {why}.",
    ),
    MessageForm(
        "",
        r"(?:Redeclaration|Conflicting (?:overloads|declarations)|(?:Type|Program type) (?P<name>[\w.$]+) is defined multiple times|"
        r"duplicate class|is already defined in|[Dd]uplicate resources|Platform declaration clash)",
        "build_duplicate",
        "Something is declared twice.",
    ),
    MessageForm(
        "",
        r"More than one file was found with OS independent path '(?P<name>[^']+)'|\b(?P<size>\d+) files found with path '(?P<other>[^']+)'",
        "build_duplicate",
        "Several libraries bring a file of the same path into the package.",
    ),
    MessageForm(
        "",
        r"Could not (?:find|resolve) (?:any version that matches )?(?P<name>[\w.-]+:[\w.-]+(?::[\w.+\[\](),-]+)?)",
        "build_dependency",
        "The dependency `{name}` cannot be found.",
    ),
    MessageForm(
        "",
        r"Could not find (?P<file>\S+) \((?P<name>[\w.-]+:[\w.-]+:[\w.+-]+)\)",
        "build_dependency",
        "`{name}` has no file `{file}` in the repositories that were searched.",
    ),
    MessageForm(
        "",
        r"Cannot (?:get|set) the value of (?:a )?(?:(?P<form>read-only) )?property(?: '(?P<name>[\w.-]+)')?(?: of type (?P<expected>[\w.$<>]+)| for \w+ '?(?P<owner>[\w:-]+)'?)?"
        r"(?:[^\n]*? (?:value of type|instance of type|provider of type) (?P<actual>[\w.$<>]*[\w$>]))?",
        "build_configuration",
        "A build script or plugin gives a[ {form}] property[ `{name}`][ of `{owner}`][ of type `{expected:simple}`] what it does not take[: `{actual:simple}`].",
    ),
    MessageForm(
        "",
        r"exception (?P<name>[\w.$]+) is never thrown in body of corresponding try statement",
        "build_type",
        "`{name}` is caught, and nothing in the `try` throws it.",
    ),
    MessageForm(
        "",
        r"Plugin (?:\[id: ')?'?(?P<name>[\w.-]+)'?[^\n]* (?:was not found|not found)",
        "build_dependency",
        "The plugin `{name}` cannot be found.",
    ),
    MessageForm(
        "",
        r"(?:version|versions) of (?P<name>[\w.:-]+)[^\n]*conflict|Cannot find a version of '(?P<other>[\w.:-]+)' that satisfies the version "
        r"constraints|No matching variant of (?P<module>\S+) was found",
        "build_dependency",
        "The versions or variants that are asked for do not go together.",
    ),
    MessageForm(
        "",
        r"Module was compiled with an incompatible version of Kotlin\. The binary version of its metadata is (?P<actual>[\d.]+), "
        r"expected version is (?P<expected>[\d.]+)",
        "build_dependency",
        "A library was compiled with Kotlin {actual}, and this compiler reads {expected}.",
    ),
    MessageForm(
        "",
        r"Inconsistent JVM[- ][Tt]arget[^\n]*|jvm target compatibility should be set to the same Java version",
        "build_configuration",
        "Java and Kotlin are compiled for different JVM versions.",
    ),
    MessageForm(
        "",
        r"Manifest merger failed : (?P<why>[^\n]+)",
        "build_configuration",
        "The manifests cannot be merged: {why}",
    ),
    MessageForm(
        "",
        r"(?:resource|style attribute|attribute) '?(?P<name>[\w/:.]+)'? (?:\(aka [^)]*\) )?not found",
        "resource",
        "The resource `{name}` is not there.",
    ),
    MessageForm(
        "",
        r"Missing class(?:es)? (?:detected while running R8|(?P<name>[\w.$]+))",
        "build_dependency",
        "R8 finds references to classes that are not there.",
    ),
    MessageForm(
        "",
        r"uses-sdk:minSdkVersion (?P<actual>\d+) cannot be smaller than version (?P<expected>\d+)",
        "build_configuration",
        "The library asks for minSdk {expected}, and the app has {actual}.",
    ),
    MessageForm(
        "",
        r"(?:Could not get unknown property|Could not find method|Could not set unknown property) '?(?P<name>\w+)'?(?:\(\))? ",
        "build_symbol",
        "The build script asks for `{name}`, which is not there.",
    ),
    MessageForm(
        "",
        r"'(?P<name>[\w.]+)' overrides nothing|Class '(?P<owner>\w+)' is not abstract and does not implement[^\n]*|"
        r"does not override abstract method|None of the following (?:candidates|functions)[^\n]*|No value passed for parameter '?(?P<parameter>\w+)|"
        r"Too many arguments for|method does not override or implement",
        "build_symbol",
        "A call or override does not fit the declaration it is meant for.",
    ),
)
