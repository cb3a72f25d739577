"""Which library the code uses for a purpose; the patterns of one theme are alternatives."""

from __future__ import annotations

from typing import Final, NamedTuple

from rca.conventions.code_file import CodeFile, Place
from rca.conventions.pattern import Scope

_BY_THEME: Final[dict[str, tuple[Scope, dict[str, tuple[str, ...]]]]] = {
    "dependency injection": (
        "main",
        {
            "Hilt": ("dagger.hilt.", "androidx.hilt."),
            "Dagger": ("dagger.",),
            "Koin": ("org.koin.",),
            "Spring": (
                "org.springframework.beans.",
                "org.springframework.stereotype.",
                "org.springframework.context.",
            ),
            "Guice": ("com.google.inject.",),
            "Kodein": ("org.kodein.",),
            "Metro": ("dev.zacsweers.metro.",),
            "kotlin-inject": ("me.tatarka.inject.",),
            "Anvil": ("com.squareup.anvil.",),
            "annotations of JSR 330 (@Inject, @Singleton)": ("javax.inject.", "jakarta.inject."),
        },
    ),
    "streams of values": (
        "main",
        {
            "Flow": ("kotlinx.coroutines.flow.",),
            "LiveData": (
                "androidx.lifecycle.LiveData",
                "androidx.lifecycle.MutableLiveData",
                "androidx.lifecycle.liveData",
            ),
            "RxJava": ("io.reactivex.", "rx."),
            "Reactor": ("reactor.core.",),
            "channels": ("kotlinx.coroutines.channels.",),
        },
    ),
    "background work": (
        "main",
        {
            "coroutines": ("kotlinx.coroutines.",),
            "executors and threads": (
                "java.util.concurrent.Executor",
                "java.util.concurrent.ThreadPool",
                "java.util.concurrent.Future",
                "java.util.concurrent.CompletableFuture",
                "kotlin.concurrent.thread",
            ),
            "WorkManager": ("androidx.work.",),
            "AsyncTask": ("android.os.AsyncTask",),
            "Handler": ("android.os.Handler",),
            "RxJava": ("io.reactivex.", "rx."),
        },
    ),
    "user interface": (
        "main",
        {
            "Compose": ("androidx.compose.", "org.jetbrains.compose."),
            "views": (
                "android.view.",
                "android.widget.",
                "androidx.recyclerview.",
                "androidx.constraintlayout.",
            ),
            "Swing": ("javax.swing.",),
            "JavaFX": ("javafx.",),
        },
    ),
    "networking": (
        "main",
        {
            "Retrofit": ("retrofit2.",),
            "Ktor client": ("io.ktor.client.",),
            "Ktor server": ("io.ktor.server.",),
            "Apollo": ("com.apollographql.",),
            "Volley": ("com.android.volley.",),
            "gRPC": ("io.grpc.",),
            "OkHttp": ("okhttp3.",),
            "Spring Web": ("org.springframework.web.",),
            "HttpURLConnection": ("java.net.HttpURLConnection", "javax.net.ssl.HttpsURLConnection"),
        },
    ),
    "serialization": (
        "main",
        {
            "kotlinx.serialization": ("kotlinx.serialization.",),
            "Moshi": ("com.squareup.moshi.",),
            "Gson": ("com.google.gson.",),
            "Jackson": ("com.fasterxml.jackson.", "tools.jackson."),
            "org.json": ("org.json.",),
            "Protocol Buffers": ("com.google.protobuf.",),
        },
    ),
    "storage": (
        "main",
        {
            "Room": ("androidx.room.", "android.arch.persistence.room."),
            "SQLDelight": ("app.cash.sqldelight.", "com.squareup.sqldelight."),
            "Realm": ("io.realm.",),
            "Exposed": ("org.jetbrains.exposed.",),
            "JPA": ("javax.persistence.", "jakarta.persistence."),
            "SQLite by hand": ("android.database.sqlite.", "androidx.sqlite."),
            "DataStore": ("androidx.datastore.",),
            "SharedPreferences": ("android.content.SharedPreferences", "androidx.preference."),
        },
    ),
    "images": (
        "main",
        {
            "Coil": ("coil.", "coil3."),
            "Glide": ("com.bumptech.glide.",),
            "Picasso": ("com.squareup.picasso.",),
            "Fresco": ("com.facebook.drawee.", "com.facebook.imagepipeline."),
        },
    ),
    "logging": (
        "main",
        {
            "Timber": ("timber.log.",),
            "android.util.Log": ("android.util.Log",),
            "SLF4J": ("org.slf4j.",),
            "kotlin-logging": ("mu.", "io.github.oshai.kotlinlogging.", "io.github.microutils."),
            "Kermit": ("co.touchlab.kermit.",),
            "Napier": ("io.github.aakira.napier.",),
            "logcat": ("logcat.",),
            "java.util.logging": ("java.util.logging.",),
            "Log4j": ("org.apache.logging.log4j.", "org.apache.log4j."),
        },
    ),
    "test framework": (
        "test",
        {
            "JUnit 5": ("org.junit.jupiter.", "org.junit.platform."),
            "kotlin.test": ("kotlin.test.Test", "kotlin.test.BeforeTest", "kotlin.test.AfterTest"),
            "Kotest": ("io.kotest.core.",),
            "TestNG": ("org.testng.",),
            "Spek": ("org.spekframework.",),
            "JUnit 3": ("junit.framework.TestCase",),
            "JUnit 4": (
                "org.junit.Test",
                "org.junit.Before",
                "org.junit.After",
                "org.junit.Rule",
                "org.junit.runner.",
                "org.junit.Ignore",
                "org.junit.ClassRule",
            ),
        },
    ),
    "test doubles": (
        "test",
        {
            "MockK": ("io.mockk.",),
            "Mockito": ("org.mockito.",),
            "Mokkery": ("dev.mokkery.",),
            "EasyMock": ("org.easymock.",),
        },
    ),
    "assertions": (
        "test",
        {
            "Truth": ("com.google.common.truth.",),
            "assertk": ("assertk.",),
            "AssertJ": ("org.assertj.",),
            "Kotest assertions": ("io.kotest.matchers.", "io.kotest.assertions."),
            "Hamcrest": ("org.hamcrest.",),
            "Strikt": ("strikt.",),
            "kotlin.test assertions": ("kotlin.test.assert", "kotlin.test.expect", "kotlin.test.fail"),
            "JUnit assertions": (
                "org.junit.Assert",
                "org.junit.jupiter.api.Assert",
                "junit.framework.Assert",
            ),
        },
    ),
    "test tools": (
        "test",
        {
            "coroutines-test": ("kotlinx.coroutines.test.",),
            "Turbine": ("app.cash.turbine.",),
            "Robolectric": ("org.robolectric.",),
            "Espresso": ("androidx.test.espresso.",),
            "Compose UI tests": ("androidx.compose.ui.test.",),
            "screenshot tests": ("com.github.takahirom.roborazzi.", "app.cash.paparazzi."),
            "MockWebServer": ("okhttp3.mockwebserver.", "mockwebserver3."),
        },
    ),
}
"""Theme → in which sources, and name → how imports begin; what a name stands after is not counted for it."""

TOGETHER: Final = frozenset(
    ("test tools", "storage", "background work", "user interface", "dependency injection")
)
"""Themes whose libraries are used beside each other: a file that uses another one of them breaks nothing."""


class Library(NamedTuple):
    """A library that a file uses for a theme, recognised by import prefixes."""

    theme: str
    name: str
    scope: Scope


class _Prefix(NamedTuple):
    begins: str
    but: tuple[str, ...]
    library: Library


def _by_first_part() -> dict[str, tuple[tuple[str, ...], list[_Prefix]]]:
    found: dict[str, list[_Prefix]] = {}
    for theme, (scope, libraries) in _BY_THEME.items():
        before: list[str] = []
        for name, prefixes in libraries.items():
            for begins in prefixes:
                but = tuple(one for one in before if one.startswith(begins))
                prefix = _Prefix(begins, but, Library(theme, name, scope))
                found.setdefault(begins.partition(".")[0], []).append(prefix)
            before.extend(prefixes)
    return {first: (tuple(one.begins for one in rows), rows) for first, rows in found.items()}


_PREFIXES: Final = _by_first_part()

_OWN_LOGGER: Final = Library("logging", "a logger of the project", "main")

LIBRARIES: Final = (
    *(Library(theme, name, scope) for theme, (scope, libraries) in _BY_THEME.items() for name in libraries),
    _OWN_LOGGER,
)


def imported(file: CodeFile) -> dict[Library, Place]:
    """Return the libraries that a file imports, each with its first import."""
    found: dict[Library, Place] = {}
    for line in file.facts.imports:
        path = line.path
        known = _PREFIXES.get(path.partition(".")[0])
        if known is None or not path.startswith(known[0]):
            if path.endswith((".Log", ".Logger")) and not file.is_test:
                found.setdefault(_OWN_LOGGER, file.place(line.line))
            continue
        for begins, but, library in known[1]:
            fits = path.startswith(begins) and not (but and path.startswith(but))
            if fits and library not in found and (library.scope == "test") == file.is_test:
                found[library] = file.place(line.line)
    return found
