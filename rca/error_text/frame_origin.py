"""Origin of a class: app, library, platform or generated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from models.error_report import FrameOrigin
from rca.text.lazy_regex import lazy_regex

PLATFORM = (
    "android.",
    "com.android.",
    "com.apple.",
    "com.oracle.",
    "com.sun.",
    "dalvik.",
    "java.",
    "javax.",
    "jdk.",
    "libcore.",
    "sun.",
    "system.",
)
"""Packages of the JDK, of Android's runtime and framework, and of their vendors."""

VENDOR_PLATFORM = (
    "com.coloros.",
    "com.huawei.android.",
    "com.miui.",
    "com.oplus.",
    "com.samsung.android.",
    "com.transsion.",
    "com.vivo.",
    "huawei.android.",
    "miui.",
    "oplus.",
)
"""What device makers add to the framework."""

LIBRARIES = (
    "_COROUTINE.",
    "android.arch.",
    "android.databinding.",
    "android.support.",
    "androidx.",
    "app.cash.",
    "arrow.",
    "bolts.",
    "butterknife.",
    "ch.qos.logback.",
    "coil.",
    "coil3.",
    "com.adjust.sdk.",
    "com.afollestad.",
    "com.airbnb.android.react.",
    "com.airbnb.epoxy.",
    "com.airbnb.lottie.",
    "com.airbnb.mvrx.",
    "com.amazonaws.",
    "com.amplifyframework.",
    "com.android.billingclient.",
    "com.android.installreferrer.",
    "com.android.tools.",
    "com.android.volley.",
    "com.apollographql.",
    "com.applovin.",
    "com.appsflyer.",
    "com.arkivanov.",
    "com.badlogic.gdx.",
    "com.braze.",
    "com.bugsnag.",
    "com.bumptech.",
    "com.bytedance.sdk.",
    "com.crashlytics.",
    "com.datadog.android.",
    "com.esotericsoftware.",
    "com.facebook.",
    "com.fasterxml.",
    "com.getcapacitor.",
    "com.github.",
    "com.google.",
    "com.gradle.",
    "com.horcrux.svg.",
    "com.intellij.",
    "com.ironsource.",
    "com.jakewharton.",
    "com.journeyapps.",
    "com.karumi.",
    "com.launchdarkly.",
    "com.mapbox.",
    "com.microsoft.appcenter.",
    "com.microsoft.clarity.",
    "com.microsoft.codepush.",
    "com.mixpanel.",
    "com.mongodb.",
    "com.mysql.",
    "com.netflix.",
    "com.newrelic.",
    "com.ning.",
    "com.onesignal.",
    "com.plaid.",
    "com.pusher.",
    "com.reactnativecommunity.",
    "com.revenuecat.",
    "com.rudderstack.",
    "com.segment.analytics.",
    "com.sendbird.",
    "com.shopify.reactnative.",
    "com.squareup.",
    "com.stripe.",
    "com.swmansion.",
    "com.tencent.",
    "com.theartofdev.",
    "com.twitter.sdk.",
    "com.typesafe.",
    "com.umeng.",
    "com.unity3d.",
    "com.urbanairship.",
    "com.vungle.",
    "com.yalantis.",
    "com.zaxxer.",
    "cz.msebera.",
    "dagger.",
    "de.greenrobot.",
    "de.mannodermaus.",
    "epic.mychart.",
    "expo.modules.",
    "facebook.react.",
    "feign.",
    "groovy.",
    "groovyjarjar",
    "host.exp.",
    "hu.akarnokd.",
    "io.agora.",
    "io.branch.",
    "io.cucumber.",
    "io.fabric.",
    "io.flutter.",
    "io.github.",
    "io.grpc.",
    "io.insert_koin.",
    "io.invertase.",
    "io.kotest.",
    "io.ktor.",
    "io.micrometer.",
    "io.mockk.",
    "io.netty.",
    "io.objectbox.",
    "io.opentelemetry.",
    "io.paperdb.",
    "io.perfmark.",
    "io.reactivex.",
    "io.realm.",
    "io.sentry.",
    "io.socket.",
    "io.supabase.",
    "io.vertx.",
    "jakarta.",
    "javassist.",
    "junit.",
    "kotlin.",
    "kotlinx.",
    "leakcanary.",
    "me.leolin.",
    "mockwebserver3.",
    "mono.",
    "net.bytebuddy.",
    "net.i2p.",
    "net.jpountz.",
    "net.openid.",
    "net.sf.",
    "net.sqlcipher.",
    "net.zetetic.",
    "okhttp3.",
    "okio.",
    "org.acra.",
    "org.aopalliance.",
    "org.apache.",
    "org.assertj.",
    "org.bouncycastle.",
    "org.chromium.",
    "org.codehaus.",
    "org.conscrypt.",
    "org.eclipse.",
    "org.flywaydb.",
    "org.gradle.",
    "org.greenrobot.",
    "org.hamcrest.",
    "org.hibernate.",
    "org.http4k.",
    "org.hsqldb.",
    "org.intellij.",
    "org.jacoco.",
    "org.java_websocket.",
    "org.jboss.",
    "org.jetbrains.",
    "org.joda.",
    "org.jooq.",
    "org.json.",
    "org.jsoup.",
    "org.junit.",
    "org.kodein.",
    "org.koin.",
    "org.maplibre.",
    "org.mockito.",
    "org.mozilla.",
    "org.objectweb.",
    "org.objenesis.",
    "org.opencv.",
    "org.opentest4j.",
    "org.osmdroid.",
    "org.postgresql.",
    "org.powermock.",
    "org.reactivestreams.",
    "org.reflections.",
    "org.robolectric.",
    "org.slf4j.",
    "org.spekframework.",
    "org.springframework.",
    "org.sqlite.",
    "org.tensorflow.",
    "org.testng.",
    "org.threeten.",
    "org.unifiedpush.",
    "org.webrtc.",
    "org.webkit.",
    "org.xerial.",
    "org.xml.",
    "org.xmlpull.",
    "org.w3c.",
    "org.yaml.",
    "picocli.",
    "reactor.",
    "retrofit.",
    "retrofit2.",
    "rx.",
    "scala.",
    "shadow.",
    "shark.",
    "strikt.",
    "timber.",
    "toothpick.",
    "tv.danmaku.",
    "worker.org.gradle.",
    "zipkin2.",
)
"""Well-known libraries of Kotlin and Android projects, build tools and test frameworks included."""

OPEN_LIBRARIES = (
    "android.support.",
    "androidx.",
    "coil.",
    "coil3.",
    "com.bumptech.",
    "com.facebook.react.",
    "com.squareup.",
    "dagger.",
    "io.flutter.",
    "io.ktor.",
    "io.reactivex.",
    "kotlin.",
    "kotlinx.",
    "okhttp3.",
    "okio.",
    "org.koin.",
    "retrofit2.",
)
"""Libraries that are published with their own names: renamed, they were shrunk with the app."""

_SAMPLES = ("com.google.android.samples.", "com.google.codelabs.", "com.google.samples.", "com.example.")
"""Apps that live under a library's prefix."""

_GENERATED = lazy_regex(
    r"""
    \$\$(?:ExternalSynthetic|Nest\$|InternalSyntheticLambda|serializer\b|TwinSynthetic)  # D8, R8
    | -\$\$(?:Nest|Lambda)\$ | ^-\$\$Lambda
    | \$\$Lambda(?:\$|/|-|$)                                      # lambdas made at run time
    | \$\$(?:FastClassBy|EnhancerBy|Proxy) | ^\$Proxy | \.\$Proxy\d
    | (?:^|[.$])(?:Hilt_|Dagger[A-Z]\w*(?:Component|_)|BuildConfig$|R\$|R$|BR$|DataBinderMapperImpl)
    | _(?:Factory|Impl|MembersInjector|HiltModules|GeneratedInjector|ViewBinding|ProvideFactory)(?:$|\$|_)
    | _(?:\w+_)?Impl(?:$|\$)
    | \.databinding\.\w+Binding(?:Impl)?(?:$|\$)
    | ^_COROUTINE\.
    """,
    re.VERBOSE,
)

_REMEMBERED = 4096
"""Classes of which is remembered whose they are: traces name the same ones again and again."""

_SHORT = lazy_regex(r"[A-Za-z]{1,2}\d{0,3}|[a-z][a-z0-9]{2,3}|[A-Za-z]\d{1,3}[A-Za-z]?")
"""A name of the kind that R8 and ProGuard give: `a`, `ab`, `a0`, `A`."""


def origin_of(class_name: str, app_packages: Sequence[str]) -> FrameOrigin:
    """Return the origin of a class.

    With `app_packages`, a class in one of them is the app's, and every other is a library's or the
    platform's. Without, a class is the app's only if it is in no known library or platform package and does
    not look renamed: a renamed class may belong to anyone, so it is `library`, and never the culprit.
    """
    if _is_app(class_name, app_packages):
        return "generated" if _GENERATED.search(class_name) else "app"
    if _is_platform(class_name) and not class_name.startswith(LIBRARIES):
        return "platform"
    return "library"


def _is_app(class_name: str, app_packages: Sequence[str]) -> bool:
    if app_packages:
        return in_packages(class_name, app_packages)
    if is_known_library(class_name) or _is_platform(class_name):
        return False
    if "." not in class_name:
        return is_plain_root_class(class_name)
    return not looks_renamed(class_name)


def in_packages(class_name: str, app_packages: Sequence[str]) -> bool:
    """Return whether a class lies in one of the packages (`com.example`, also written `com.example.*`)."""
    for package in app_packages:
        name = package.rstrip(".*")
        if name and class_name.startswith(name) and class_name[len(name) : len(name) + 1] in (".", "", "$"):
            return True
    return False


@lru_cache(maxsize=_REMEMBERED)
def is_known_library(class_name: str) -> bool:
    """Return whether a class is in a package of a well-known library."""
    return class_name.startswith(LIBRARIES) and not class_name.startswith(_SAMPLES)


def is_plain_root_class(class_name: str) -> bool:
    """Return whether a class without a package has a name that a person gave (`MainKt`, `Foo$bar$1`)."""
    outer = class_name.partition("$")[0]
    return "." not in class_name and len(outer) > 3 and outer[:1].isupper()


@lru_cache(maxsize=_REMEMBERED)
def looks_renamed(class_name: str) -> bool:
    """Return whether a class name is of the kind that R8 and ProGuard give (`a.b.c`, `com.example.a`)."""
    if is_known_library(class_name) or _is_platform(class_name):
        return False
    simple = class_name.rpartition(".")[2].partition("$")[0]
    return _SHORT.fullmatch(simple) is not None


def _is_platform(class_name: str) -> bool:
    return class_name.startswith(PLATFORM) or class_name.startswith(VENDOR_PLATFORM)
