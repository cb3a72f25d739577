"""Topic lexicon: the Android and Kotlin topics that a text is about.

Where a person says "turn the phone", an error says `onSaveInstanceState`: both are about a change of
configuration.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rca.knowledge.ranking.tokenizer import stem

_TOPICS: dict[str, str] = {
    "configuration change": """rotate rotated rotation turn orientation landscape portrait configuration
        recreate retain saveinstancestate onsaveinstancestate""",
    "background work": """background worker thread dispatcher dispatchers io async executor pool offload
        defaultdispatcher withcontext""",
    "main thread": "main ui looper handler runonuithread",
    "freeze": """freeze frozen hang stuck unresponsive respond anr deadlock lag sluggish slow jank skipped
        davey hot wait waiting forever""",
    "screen": "screen page fragment activity composable view window site",
    "popup": "popup dialog sheet bottomsheet snackbar toast alert modal overlay bubble head float floating",
    "list": """list row item recyclerview adapter viewholder lazycolumn lazyrow lazylist grid feed scroll
        scrolling paging pager gallery""",
    "image": "picture image photo bitmap drawable icon png jpg painter glide coil mipmap avatar",
    "shrinking": "minify minified shrink shrunk shrinker optimise obfuscate r8 proguard stripped release",
    "installation": "install installation deploy reinstall adb sideload package avd",
    "upgrade": "update upgrade bump raise migrate migration existing previous former older",
    "old android": """old older ancient lollipop kitkat nougat marshmallow minsdk legacy desugaring
        desugar api""",
    "new android": "newer latest oreo pie tiramisu targetsdk since newest compilesdk",
    "database": """database db table column sqlite room dao entity sql realm cursor query sqldelight jpa
        hibernate record""",
    "network": """internet network server backend http https request url endpoint host connection socket
        offline wifi websocket okhttp ktor retrofit dns proxy reach""",
    "parsing": """json parse parsing reply response payload deserialize serialize serializer
        serialization converter gson moshi jackson decode model protobuf proto xml convert body""",
    "sign-in": "login log sign auth token session expired unauthorized password account credential oauth",
    "permission": "permission grant granted allow deny denied access refuse refused forbidden rule rights",
    "injection": """inject injected injection container koin hilt dagger bean provide constructor singleton
        component binding""",
    "compiling": "compiler compile compilation underlined red syntax unresolved codegen",
    "types": "type mismatch cast infer inferred generic nullable null convert",
    "testing": """test tests mock mocked mockito mockk assertion espresso junit robolectric instrumented suite
        coverage jacoco runner""",
    "memory": "memory heap leak leaked leaking oom outofmemoryerror retained garbage collected",
    "files": """file storage disk folder directory sd card external uri path document picker stream
        fileprovider share""",
    "notification": "notification push banner channel fcm messaging message",
    "scheduling": "alarm reminder schedule scheduled job periodic workmanager queue enqueue remind",
    "media": """player playback play sound music video audio track media stream radio exoplayer mediaplayer
        pause record microphone""",
    "touch": "tap click press button touch gesture finger pinch drag swipe onclick",
    "text input": "keyboard edittext textfield cursor focus input type caret",
    "navigation": "navigate navigation back leave left destination route deep link shortcut tab backstack",
    "absent": "null nothing empty none missing blank lack without absent lost",
    "numbers": "number decimal dot comma price digit double float int numeric parse percent",
    "language": "locale translate translated language german french country resource string format",
    "time": "date time timestamp day calendar instant timezone clock hour localdate datetime",
    "native code": "native c++ jni ndk cmake symbol so elf abi arm x86 cpu architecture",
    "build script": """gradle sync ci variant flavor flavour buildtype plugin toml catalog task script
        buildsrc wrapper daemon settings""",
    "jdk": "java jdk jvm toolchain jre class",
    "code generation": "processor annotation ksp kapt generate generated stub",
    "twice": "twice second again duplicate same already reuse reused repeated two both",
    "widget": "widget launcher home remoteviews tile",
    "security": """secure encrypt encrypted encryption keystore key certificate ssl tls fingerprint biometric
        unlock cipher decrypt handshake""",
    "handing over": "pass passing send hand intent extra bundle parcel parcelable parcelize argument args",
    "start": "start launch startup cold splash boot begin initialize initialise initializer init open",
    "cancellation": "cancel cancelled cancellation interrupt abort job scope cleared",
    "lifecycle": "destroy destroyed detach detached closed gone finished lifecycle attached left",
    "animation": "animate animation animating transition bounce spring shimmer",
    "layout": "layout measure size height width constraint padding margin weight xml inflate",
    "style": "theme style color colour dark attribute material appcompat",
    "camera": "camera lens scan barcode camerax selfie",
    "location": "location gps map maps position geo",
    "bluetooth": "bluetooth ble gatt sensor strap pairing",
    "purchase": "purchase billing buy shop payment subscription product",
    "cloud": "firebase firestore cloud google crashlytics gms playservices",
    "browser": "webview browser html javascript web bridge",
    "repository": "artifact maven jitpack dependency dependencies download fetch resolve repository registry",
    "duplicate class": "duplicate redeclaration conflict clash copied merged twice",
    "ios": "ios iphone xcode swift cocoapods apple mac macbook",
    "code style": "ktlint detekt lint formatting style warning analysis",
    "timeout": "timeout timed expired slow wait seconds gave",
    "collection": "collection set map first last element index mutable immutable iterator",
    "choices": "enum when branch sealed category state option exhaustive entry",
    "recursion": """recursion recursive endless loop circle circular cycle stackoverflow infinite
        stackoverflowerror itself depend""",
    "locking": "lock locked mutex synchronized held monitor contention reentrant concurrent",
    "binding": "binding databinding viewbinding attribute expression bind setter adapter",
    "identity": "id ids key identify identifier unique number name stable tag",
    "removal": "delete remove clear drop deleted removed gone",
    "visibility": "private public visible internal access accessible hidden expose",
    "backup": "backup restore reinstall wipe export",
    "versions": "version mismatch compatible incompatible align bom outdated",
    "creation": "constructor create creation instantiate instance make construct factory new",
    "arguments": "argument parameter positional named default value signature overload",
    "space": "space full quota limit maximum exceed large big size too",
    "process": "process killed died remote aidl binder service stale",
}


@cache
def _of_words() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for topic, words in _TOPICS.items():
        for word in words.split():
            # An identifier of several words stands whole among a text's words, not stemmed.
            for form in {word, stem(word)}:
                found.setdefault(form, set()).add(topic)
    return {word: frozenset(topics) for word, topics in found.items()}


def topics_of(words: Iterable[str]) -> frozenset[str]:
    """Return the topics of words, as `words_of` returns them."""
    known = _of_words()
    return frozenset().union(*(known[word] for word in known.keys() & words))
