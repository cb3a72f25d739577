"""The corpus: secrets in lines of logs and build files, and harmless lines that look alike.

`dev` may be looked at when the masks are improved. `held` has places that `dev` does not have; it was
measured once, then looked at as well. `fresh` was written after that, and is as it was first measured.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from evaluation.redaction.shapes import OPAQUE, TOKENS, Make, Maker

Part = Literal["dev", "held", "fresh"]


@dataclass(frozen=True)
class Line:
    """A text, and what must be gone from it: nothing where it is clean."""

    kind: str
    text: str
    secret: str | None


_ANYWHERE: dict[Part, tuple[str, ...]] = {
    "dev": (
        "11-21 09:14:07.123  4211  4238 E Auth    : refused ({})",
        "java.lang.IllegalStateException: bad credential {}",
        '"value": "{}",',
        "curl -u {}: https://api.example.com/v1",
        "> Task :app:uploadRelease token {} rejected",
        "    <string name=\"value\">{}</string>",
    ),
    "held": (
        "Caused by: java.io.IOException: 401 for {}",
        "W/OkHttp: --> GET https://api.example.com/hook/{}",
        "warning: found [{}] in local.properties",
        "val debug = \"{}\" // TODO remove",
        "I/System.out: login({}, retry=true)",
        "e: file:///w/Api.kt:12:22 Unresolved reference '{}'.",
    ),
    "fresh": (
        "11-22 08:00:01.002 D/RemoteConfig: fetched {{k={}}}",
        "##[error]remote: Invalid credential {}.",
        "expected:<[ok]> but was:<[{}]>",
        "[INFO] Downloading from x: https://repo.example.com/{}/a.pom",
        "\tSuppressed: java.lang.Exception: cleanup of {}",
    ),
}  # fmt: skip
_NAMED: dict[Part, tuple[str, ...]] = {
    "dev": (
        "storePassword={}",
        "signing.keyPassword={}",
        "RELEASE_STORE_PASSWORD={}",
        "apiKey = \"{}\"",
        "API_KEY={}",
        "\"client_secret\": \"{}\",",
        "\\\"password\\\":\\\"{}\\\"",
        "Authorization: Bearer {}",
        "x-api-key: {}",
        "GET /v1/users?access_token={}&page=2",
        "postgres://app:{}@db.example.com:5432/shop",
        "https://deploy:{}@git.example.com/app.git",
        "<string name=\"maps_api_key\">{}</string>",
        "buildConfigField(\"String\", \"API_KEY\", \"\\\"{}\\\"\")",
        "Credentials(user=ann, password={}, remember=true)",
        "aws_secret_access_key = {}",
        "export FIREBASE_TOKEN={}",
        "<password>{}</password>",
        "//npm.example.com/:_authToken={}",
        "keytool -list -keystore release.jks -storepass {}",
        "            storePassword '{}'",
        "mavenCentralPassword={}",
    ),
    "held": (
        "keyPassword = \"{}\"",
        "MYAPP_UPLOAD_KEY_PASSWORD={}",
        "systemProp.gradle.wrapperPassword={}",
        "ORG_GRADLE_PROJECT_signingInMemoryKeyPassword={}",
        "        password = '{}'",
        "        password \"{}\"",
        "password: {}",
        "{{username=ann, password={}}}",
        "D/OkHttp: authorization: Bearer {}",
        "addHeader(\"Authorization\", \"Bearer {}\")",
        "Proxy-Authorization: Bearer {}",
        "PRIVATE-TOKEN: {}",
        "jdbc:postgresql://db.example.com/shop?user=app&password={}",
        "mongodb+srv://app:{}@cluster0.example.net/shop",
        "redis://:{}@cache.example.com:6379/0",
        "./gradlew assembleRelease -Pandroid.injected.signing.key.password={}",
        "apksigner sign --ks release.jks --ks-pass pass:{} app.apk",
        "jarsigner -storepass {} -keypass x app.jar key",
        "auth.token={}",
        "    secret: '{}'",
        "manifestPlaceholders[\"MAPS_API_KEY\"] = \"{}\"",
        "resValue(\"string\", \"facebook_client_token\", \"{}\")",
        "Set-Cookie: session={}; Path=/; HttpOnly",
        "?X-Amz-Credential=x&X-Amz-Signature={}",
        "AccountName=shop;AccountKey={};EndpointSuffix=core.windows.net",
        "val apiSecret: String = \"{}\"",
        "private static final String SECRET_KEY = \"{}\";",
    ),
    "fresh": (
        "          KEYSTORE_PASSWORD: {}",
        "ENV SONAR_TOKEN={}",
        "fastlane: upload_to_play_store(json_key_password: \"{}\")",
        "RELEASE_KEY_PASSWORD = '{}'",
        "I/okhttp.OkHttpClient: Authorization: Bearer {}",
        "I/okhttp.OkHttpClient: {{\"refresh_token\":\"{}\",\"expires_in\":3600}}",
        "header(\"X-Api-Key\", \"{}\")",
        "LoginRequest(email=x, password={})",
        "Bundle[{{password={}, retry=true}}]",
        "{{\"user\": \"ann\", \"pass\": \"{}\"}}",
        "spring.datasource.password={}",
        "amqp://guest:{}@mq.example.com:5672/%2f",
        "curl -H 'Authorization: token {}' https://api.example.com/repos",
        "buildConfigField 'String', 'CLIENT_SECRET', '\"{}\"'",
        "<meta-data android:name=\"com.example.API_KEY\" android:value=\"{}\" />",
        "cookie: sid={}; theme=dark",
        "mysql -u app --password={} shop",
        "io.ktor.client: -> Authorization: Bearer {}",
        "const val API_SECRET = \"{}\"",
        "public String apiToken = \"{}\";",
    ),
}  # fmt: skip
_EMAILS: dict[Part, tuple[str, ...]] = {
    "dev": ("User {} not found", "Author: Someone <{}>", "account={}, type=com.google", "mailto:{}"),
    "held": (
        "FirebaseAuth: signInWithEmail({}) failed",
        '"email": "{}"',
        "javax.mail.AuthenticationFailedException: <{}>",
        "developer.email={}",
        "Key (email)=({}) already exists.",
        "https://api.example.com/users/{}/orders",
    ),
    "fresh": (
        "E/Crashlytics: userId={}",
        "SMTPAddressFailedException: 550 5.1.1 <{}>: Recipient address rejected",
        "Account {{name={}, type=com.google}}",
        "git config user.email {}",
    ),
}
_HOMES: dict[Part, tuple[str, ...]] = {
    "dev": (
        "/home/{}/AndroidStudioProjects/shop/app/build.gradle: 12",
        "e: file:///Users/{}/dev/shop/src/main/kotlin/Cart.kt:3:9 Unresolved reference 'x'.",
        r"C:\Users\{}\.gradle\caches\modules-2\files-2.1",
        "sdk.dir=/Users/{}/Library/Android/sdk",
    ),
    "held": (
        "\tat com.sun.tools.javac.Main (/home/{}/.jdks/corretto-17/lib/tools.jar)",
        "> Could not read workspace metadata from /Users/{}/.gradle/caches/8.5/transforms/metadata.bin",
        r"sdk.dir=C\:\\Users\\{}\\AppData\\Local\\Android\\Sdk",
        r'"file": "C:\\Users\\{}\\shop\\Cart.kt"',
        "error: file:///C:/Users/{}/shop/app/src/main/res/values/strings.xml:4: duplicate",
        "/c/Users/{}/shop/gradlew: line 12: java: command not found",
        "/mnt/c/Users/{}/shop/gradlew",
        r"\\?\C:\Users\{}\shop\build",
        "JAVA_HOME=/home/{}/.sdkman/candidates/java/current",
        "-Djava.io.tmpdir=/Users/{}/tmp",
    ),
    "fresh": (
        "* Where:\nBuild file '/home/{}/work/shop/build.gradle' line: 7",
        "[ERROR] /Users/{}/shop/src/main/java/a/B.java:[3,67] cannot find symbol",
        "FAILURE: could not create C:\\Users\\{}\\AppData\\Local\\Temp\\kotlin.lock",
        "jar:file:/home/{}/.m2/repository/a/b/1.0/b-1.0.jar!/META-INF/x",
        "kotlin-daemon log: /var/folders/x -> /Users/{}/Library/Logs/kotlin.log",
    ),
}
_PEMS: dict[Part, tuple[tuple[str, str], ...]] = {
    "dev": (("PRIVATE KEY", "\n"), ("RSA PRIVATE KEY", "\\n"), ("OPENSSH PRIVATE KEY", "\n")),
    "held": (
        ("EC PRIVATE KEY", "\n"),
        ("ENCRYPTED PRIVATE KEY", "\r\n"),
        ("PRIVATE KEY", "\\n"),
        ("PGP PRIVATE KEY BLOCK", "\n"),
        ("RSA PRIVATE KEY", "\n11-21 09:14:07.123  411  411 D Key     : "),
        ("DSA PRIVATE KEY", "\\\\n"),
    ),
    "fresh": (("RSA PRIVATE KEY", "\n  "), ("EC PRIVATE KEY", "\\n")),
}


def secrets(part: Part, seed: int = 20261122) -> Iterator[Line]:
    """Return lines with secrets: each token in some places, each place with each kind of opaque secret."""
    maker = Maker(seed + len(part))
    for kind, make in TOKENS.items():
        yield from _in_places(kind, make, maker, _ANYWHERE[part])
        yield from _in_places(kind, make, maker, maker.chance.sample(_NAMED[part], 4))
    for kind, make in OPAQUE.items():
        yield from _in_places(f"named_{kind}", make, maker, _NAMED[part])
    for _ in range(4):
        for line in _in_places("email", lambda m: m.email(), maker, _EMAILS[part]):
            # The domain may stand in the line beside the address, and names nobody.
            yield replace(line, secret=(line.secret or "").partition("@")[0])
        yield from _in_places("home_folder", lambda m: m.user(), maker, _HOMES[part])
    for kind, end in _PEMS[part]:
        pem = maker.pem(kind, end)
        body = pem.split(end)[2]
        yield Line("private_key", f'{{"private_key": "{pem}"}}' if end.startswith("\\") else pem, body)
    dsn = maker.some("0123456789abcdef", 32)
    yield Line("sentry_dsn", f"dsn=https://{dsn}@o447951.ingest.sentry.io/5429219", dsn)
    pair, basic = maker.base64(24), _basic(maker)
    yield Line("basic_auth", f"Authorization: Basic {basic}", basic)
    yield Line("npm_auth", f"//npm.example.com/:_auth={pair}", pair)


def _in_places(kind: str, make: Make, maker: Maker, places: tuple[str, ...] | list[str]) -> Iterator[Line]:
    for place in places:
        secret = make(maker)
        yield Line(kind, place.format(secret), secret)


def _basic(maker: Maker) -> str:
    return base64.b64encode(f"{maker.user()}:{maker.password()}".encode()).decode()


_CLEAN: dict[Part, tuple[str, ...]] = {
    "dev": (
        "commit {hex40}",
        "HEAD is now at {hex7} Show the total",
        "BuildId: {hex40}",
        "    #00 pc 000000000004f2a8  /data/app/~~x==/com.example-1/lib/arm64/libapp.so (BuildId: {hex32})",
        "distributionSha256Sum={hex64}",
        '<sha256 value="{hex64}" origin="Generated by Gradle"/>',
        "Request-ID: {uuid}",
        "com.example.shop.cart.CartFragment$onViewCreated$1.invokeSuspend(CartFragment.kt:41)",
        "\tat com.example.Main$$ExternalSyntheticLambda0.run(D8$$SyntheticClass)",
        "androidx.recyclerview.widget.RecyclerView{{8c1f3d2 VFED..... ........ 0,0-1080,1920 #7f0a0123}}",
        "java.lang.Object@1a2b3c4d cannot be cast",
        "fault addr 0x7f9a2b3c4d5e",
        "e: Unexpected token: END_OBJECT at line 12",
        "val password: String? = null",
        "password = binding.password.text.toString()",
        'storePassword = System.getenv("STORE_PASSWORD")',
        'apiKey = BuildConfig.API_KEY',
        "> Keystore was tampered with, or password was incorrect",
        "Unresolved reference: token",
        "implementation(\"com.squareup.okhttp3:okhttp:4.12.0\")",
        "git@github.com:example/shop.git",
        "this@MainActivity.finish()",
        "res/drawable/icon@2x.png",
        "kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)",
        "R.string.password_hint",
        "sortKey=name&direction=asc",
        "key=\"title\" is missing",
        "/home/runner.kt",
        "Lcom/example/shop/Cart;->total(Ljava/lang/String;I)V",
    ),
    "held": (
        "index {hex7}..{hex7} 100644",
        "pg_map_id: {hex7}, r8_map_id: {hex64}",
        "id 'com.android.application' version '8.5.0' apply false",
        ".gradle/caches/modules-2/files-2.1/androidx.core/core/1.12.0/{hex40}/core-1.12.0.aar",
        "java.lang.IllegalArgumentException: Key \"{uuid}\" was already used.",
        "WorkSpec id {uuid} failed",
        "Expected identity hash: {hex32}, found: {hex32}",
        "Caused by: com.google.gson.stream.MalformedJsonException: Unterminated object at path $.token",
        "Unexpected JSON token at offset 12: Expected quotation mark '\"', but had '{{'",
        "Missing required option: --token",
        "e: file:///w/Auth.kt:7:13 Type mismatch: inferred type is Password but String was expected",
        "fun login(user: String, password: String): Token",
        "keyPassword = keystoreProperties[\"keyPassword\"] as String",
        "password = providers.gradleProperty(\"repoPassword\").get()",
        "password.set(project.findProperty(\"nexusPassword\").toString())",
        "    storePassword keystoreProperties['storePassword']",
        "Failed to read key upload from store: No key with alias 'upload' found in keystore",
        "primaryKeys = [\"id\", \"token\"]",
        "authToken.isNullOrEmpty()",
        "@Named(\"accessToken\") not bound",
        "kotlin.UninitializedPropertyAccessException: lateinit property apiKey has not been initialized",
        "INSTALL_FAILED_UPDATE_INCOMPATIBLE: signatures do not match previously installed version",
        "java.lang.SecurityException: Permission denial: token required",
        "Authorization failed: invalid_grant",
        "bearer token expired",
        "com.google.android.gms.common.api.ApiException: 10: DEVELOPER_ERROR",
        "/data/user/0/com.example.shop/files/session.db",
        "/data/app/~~Qm9vdHN0cmFwQ29kZQ==/com.example.shop-aGVsbG93b3JsZDEy==/base.apk",
        "org.gradle.jvmargs=-Xmx4g -Dfile.encoding=UTF-8",
        "/usr/lib/jvm/java-17-openjdk-amd64/bin/java",
        "https://docs.gradle.org/8.5/userguide/command_line_interface.html#sec:command_line_warnings",
        "androidx.compose.runtime.ComposerImpl.startRestartGroup-IE_(Composer.kt:2921)",
        "com.example.app.databinding.FragmentCartBindingImpl@5f3c2a1",
        "SHA1: {sha1colon}",
        "> Task :app:kaptGenerateStubsDebugKotlin UP-TO-DATE",
        "lib/arm64-v8a/libc++_shared.so {hex32}",
        "Expected :eyJust a word",
        "AIza is how their keys begin",
        "C:\\Users\\Public\\Documents",
        "/Users/Shared/sdk",
        "skipping SKU_details_2024_premium_yearly_subscription_offer",
        "x86_64-linux-android-clang++",
    ),
    "fresh": (
        "Merge commit '{hex40}' into main",
        "android.os.DeadObjectException at android.os.BinderProxy.transactNative(Native Method)",
        "Process: com.example.shop, PID: 21432, UID: 10234",
        "  Test com.example.AuthTest > refreshes an expired token FAILED",
        "androidx.room: Schema export directory was not provided: identityHash = {hex32}",
        "Could not find com.example:auth-token:1.2.3.",
        "class TokenStore(private val tokens: Map<String, Token>)",
        "    signingConfig = signingConfigs.getByName(\"release\")",
        "password must not be empty",
        "error: cannot find symbol: variable passwordField",
        "Failed requirement: secret.isNotBlank()",
        "WARNING: key=value pairs are deprecated",
        "kotlinx.serialization.MissingFieldException: Field 'access_token' is required",
        "Unexpected end of input: token type STRING",
        "cause: credential manager returned null",
        "composable key: 1889472613",
        "/storage/emulated/0/Download/report.pdf",
        "/opt/android-sdk/build-tools/34.0.0/aapt2",
        "at okhttp3.internal.http.RealInterceptorChain.proceed(RealInterceptorChain.kt:109)",
        "Frame {uuid} dropped",
        "sha256:{hex64}",
    ),
}  # fmt: skip


def clean(part: Part, seed: int = 20261122) -> Iterator[Line]:
    """Return lines without a secret; those with hashes come with several."""
    maker = Maker(seed + 7)
    for place in _CLEAN[part]:
        times = 3 if any(f"{{{name}" in place for name in ("hex", "uuid", "sha1")) else 1
        for _ in range(times):
            given = {f"hex{size}": maker.some("0123456789abcdef", size) for size in (7, 32, 40, 64)}
            given["uuid"] = maker.uuid()
            given["sha1colon"] = ":".join(maker.some("0123456789ABCDEF", 2) for _ in range(20))
            yield Line("clean", place.format(**given), None)
