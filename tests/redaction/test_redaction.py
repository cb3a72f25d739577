"""Secrets go, stack traces stay."""

from __future__ import annotations

import base64
import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.knowledge.starter import Starter
from rca.redaction import redact
from tests.complexity import assert_grows_linearly

JWT = ".".join(
    base64.urlsafe_b64encode(part).decode().rstrip("=")
    for part in (b'{"alg":"HS256","typ":"JWT"}', b'{"sub":"1234567890","name":"Ann"}', b"\x07" * 32)
)
AWS_ID = "AKIA" + "IOSFODNN7EXAMPLE"
GITHUB = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
STRIPE = "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"
SLACK = "xoxb-" + "263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1"
GOOGLE = "AIza" + "SyB1234567890abcdefghijklmnopqrstuv"
SENDGRID = "SG." + "ngeVfQFYQlKU0ufo8x5d1A" + "." + "TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr"
PEM = "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEpAIBAAKCAQEA7bq0n0k3\n" * 4 + "-----END RSA PRIVATE KEY-----"

SECRETS = [
    # what stands in the text, what must not be there afterwards
    (f"push with {GITHUB} failed", GITHUB),
    (f"aws id {AWS_ID}", AWS_ID),
    (f"key={STRIPE}", STRIPE),
    (f"slack said no to {SLACK}", SLACK),
    (f'<meta-data android:name="com.google.android.geo.API_KEY" android:value="{GOOGLE}"/>', GOOGLE),
    (f"https://maps.example.com/api?key={GOOGLE}&q=1", GOOGLE),
    (f"mail: {SENDGRID}", SENDGRID),
    ("glpat-" + "x7Kp2mQ9vR4tL8wZ3nB6 is expired", "x7Kp2mQ9vR4tL8wZ3nB6"),
    ("//registry.example.com/:_authToken=npm_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "a1B2c3D4"),
    ("pypi-AgEIcHlwaS5vcmc" + "CJDMxYTQ1" * 9, "CJDMxYTQ1CJDM"),
    ("hf_" + "aBcDeFgHiJ1234567890kLmNoPqRsTuVwX", "aBcDeFgHiJ1"),
    ("sk-proj-" + "a1B2c3D4e5F6g7H8i9J0k1L2", "a1B2c3D4e5"),
    ("bot 123456789:" + "AAF1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q", "AAF1b2C3"),
    (f"session {JWT} ended", JWT),
    (f"--> GET /me\nAuthorization: Bearer {JWT}\n--> END", JWT),
    ("Authorization: Basic YW5uOmh1bnRlcjI=", "YW5uOmh1bnRlcjI"),
    ("headers={Authorization=[Bearer 8f14e45fceea167a5a36dedd4bea2543]}", "8f14e45f"),
    ('.addHeader("X-Api-Key", "51f0c9a7d2b84e63")', "51f0c9a7d2b84e63"),
    ('.header("Authorization", "Bearer 51f0c9a7d2b84e63")', "51f0c9a7d2b84e63"),
    ("Set-Cookie: SESSION=5f2c9a81d0; Path=/; HttpOnly", "5f2c9a81d0"),
    ("authorization: opaquecredential", "opaquecredential"),
    ("cookie: a=android; b=2", "android"),
    ("curl -H 'authorization: token 51f0c9a7d2b84e63'", "51f0c9a7d2b84e63"),
    (PEM, "MIIEpAIBAAKCAQEA7bq0n0k3"),
    (PEM.partition("-----END")[0], "MIIEpAIBAAKCAQEA7bq0n0k3"),
    (json.dumps({"private_key": PEM}), "MIIEpAIBAAKCAQEA7bq0n0k3"),
    ("storePassword=android", "android"),
    ("RELEASE_STORE_PASSWORD=correct-horse", "correct-horse"),
    ("-Pandroid.injected.signing.key.password=s3cr3t!", "s3cr3t"),
    ("./gradlew publish -PsonatypePassword=hunter2", "hunter2"),
    ("export DB_PASSWORD='p4ss w'", "p4ss w"),
    ("keytool -list -storepass changeit -v", "changeit"),
    ("tool --token 51f0c9a7d2b8 run", "51f0c9a7d2b8"),
    ('keyPassword "hunter2"', "hunter2"),
    ('storePassword = "hunter2"', "hunter2"),
    ('val apiKey = "51f0c9a7d2b84e63"', "51f0c9a7d2b84e63"),
    ('{"password": "hunter2", "user": "ann"}', "hunter2"),
    ('{\\"access_token\\":\\"51f0c9a7d2b84e63\\"}', "51f0c9a7d2b84e63"),
    ("User(id=4, name=ann, password=hunter, active=true)", "hunter,"),
    ('buildConfigField("String", "API_KEY", "\\"51f0c9a7d2b84e63\\"")', "51f0c9a7d2b84e63"),
    ('<string name="api_key">51f0c9a7d2b84e63</string>', "51f0c9a7d2b84e63"),
    ("<password>hunter2</password>", "hunter2"),
    ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtn"),
    ("  password: hunter2\n", "hunter2"),
    ("https://api.example.com/v1?access_token=51f0c9a7d2b84e63", "51f0c9a7d2b84e63"),
    ("jdbc:postgresql://ann:hunter2@db.example.com:5432/shop", "hunter2"),
    ("mongodb+srv://ann:p%40ss@cluster0.example.net", "p%40ss"),
    ("redis://:hunter2@localhost:6379/0", "hunter2"),
    ("https://51f0c9a7d2b84e6351f0c9a7d2b84e63@o123.ingest.sentry.io/45", "51f0c9a7d2b84e63"),
    ("Server=db;Database=shop;User Id=ann;Password=hunter2;", "hunter2"),
    ("DefaultEndpointsProtocol=https;AccountName=a;AccountKey=" + "aB3" * 28 + "aB==;", "aB3aB3"),
    ("mail ann.example+work@mail.example.co.uk please", "ann.example"),
    ("e: file:///home/ann/src/app/Main.kt:3:5 Unresolved reference: x", "ann"),
    ("e: /Users/ann/src/app/Main.kt: (3, 5): Unresolved reference: x", "ann"),
    ("C:\\Users\\Ann Lee\\AndroidStudioProjects\\App\\gradlew.bat", "Ann"),
    ("w: file:///C:/Users/ann/app/Main.kt:1:1", "ann"),
    ("Caused by: java.io.IOException: /root/.gradle/caches", "/root"),
]

KEPT = """\
FATAL EXCEPTION: main
e: This declaration needs opt-in. Its usage must be marked with '@kotlinx.coroutines.ExperimentalCoroutinesApi' or '@OptIn(...)'
Both kotlin-stdlib-1.8 and the artifacts kotlin-stdlib-jdk7/jdk8 bring the class
Process: com.example.shop, PID: 12345
java.lang.RuntimeException: Unable to start activity ComponentInfo{com.example.shop/com.example.shop.MainActivity}: java.lang.NullPointerException
\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3449)
\tat com.example.shop.token.TokenRepository$refresh$2.invokeSuspend(TokenRepository.kt:42)
\tat com.example.shop.auth.PasswordValidator.validatePasswordStrength(PasswordValidator.kt:17)
\tat com.example.shop.SecretKeyProvider$Companion.getInstance-IoAF18A(SecretKeyProvider.kt:99)
\tat java.lang.invoke.LambdaForm$MH/0x00007f8a4c0d1c00.invoke(LambdaForm$MH)
\tat okhttp3.internal.http.RealInterceptorChain.proceed(RealInterceptorChain.kt:109)
\tat kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run(CoroutineScheduler.kt:684)
\tSuppressed: kotlinx.coroutines.internal.DiagnosticCoroutineContextException: [StandaloneCoroutine{Cancelling}@8cf5a37, Dispatchers.IO]
Caused by: android.view.WindowManager$BadTokenException: Unable to add window -- token android.os.BinderProxy@4a3b5c6 is not valid; is your activity running?
Caused by: com.google.gson.JsonSyntaxException: Expected BEGIN_OBJECT but was STRING at line 1 column 1 path $.token
Caused by: com.fasterxml.jackson.core.JsonParseException: Unrecognized token 'abc': was expecting 'null'
java.lang.SecurityException: Permission Denial: starting Intent { act=android.intent.action.VIEW cmp=com.example/.Main } from ProcessRecord{8a4b3c2 12345:com.example/u0a123} (pid=12345, uid=10123)
E ActivityManager: token=Token{d0fd2a8 ActivityRecord{be4a2ab u0 com.example.shop/.MainActivity t1234}}
e: file:///app/src/main/kotlin/Login.kt:12:5 Unresolved reference: password
e: file:///app/src/main/kotlin/Login.kt:12:5 Type mismatch: inferred type is String? but String was expected
fun login(user: String, password: String, token: Token?): Session = api.login(user, password = password)
val cookie = parse(url, "SID=31d4d96e407aad42; Path=/")
class Call(val authorization: String, val cookie: Cookie, setCookie: String?)
val authorization = Credentials.basic(user, password)
override fun urlString(value: String): String = "http://$value@example.com/"
val accessToken: String by lazy { session.token }
val secretKey = keyGenerator.generateKey()
private val apiKey: String = BuildConfig.API_KEY
password = passwordField.text.toString()
if (token == null) return@launch
this@MainActivity.supportFragmentManager.beginTransaction()
commit 9b2f1e0c4d5a6b7c8d9e0f1a2b3c4d5e6f708192
Build fingerprint: 'google/oriole/oriole:13/TP1A.220624.021/8877034:user/release-keys'
    #00 pc 0000000000051b28  /apex/com.android.runtime/lib64/bionic/libc.so (abort+168) (BuildId: 8d5e0f7c0a3b4d2e9f1c6b7a8d9e0f1a)
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x00000000deadbeef
    x0  0000007b1c2d3e4f  x1  b400007c0a1b2c3d
Expected identity hash: 3f2a9c1d7b8e4f60a1b2c3d4e5f60718, found: 9e8d7c6b5a4f3e2d1c0b9a8f7e6d5c4b
sha256:53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db
/data/app/~~xK3-9fGh2LmN4pQrStUvWw==/com.example.shop-aB1cD2eF3gH4iJ5kL6mN7Q==/base.apk!classes2.dex
/data/user/0/com.example.shop/files/datastore/token.preferences_pb
res/drawable-xhdpi/icon@2x.png
Could not resolve com.squareup.okhttp3:okhttp:4.12.0.
   > Could not GET 'https://repo.maven.apache.org/maven2/com/squareup/okhttp3/okhttp/4.12.0/okhttp-4.12.0.pom'.
Keystore was tampered with, or password was incorrect
Execution failed for task ':app:validateSigningRelease'.
> Keystore file '/app/release.jks' not found for signing config 'release'.
uuid 123e4567-e89b-12d3-a456-426614174000 at 2026-11-21T22:29:26.123+01:00
Landroidx/lifecycle/ViewModelProvider$Factory;->create(Ljava/lang/Class;)Landroidx/lifecycle/ViewModel;
java.lang.VerifyError: Rejecting class com.example.Foo@1a2b3c.bar because it failed compile-time verification
HTTP 401 Unauthorized: Bearer token expired; Basic authentication failed
Authorization failed for the request to /users/42
PWD=/app/build
"""


@pytest.mark.parametrize(("text", "secret"), SECRETS, ids=[text[:28] for text, _ in SECRETS])
def test_secrets_are_masked_and_their_kind_is_named(text, secret):
    redacted = redact(text)
    assert secret not in redacted.text
    assert redacted.kinds


@pytest.mark.parametrize("line", KEPT.splitlines())
def test_traces_messages_and_code_stay_as_they_are(line):
    assert (redact(line).text, redact(line).kinds) == (line, ())


def test_a_secret_inside_a_trace_takes_nothing_else_with_it():
    trace = f"{KEPT}java.io.IOException: 401 for https://ann:hunter2@api.example.com?token={JWT}\n{KEPT}"
    redacted = redact(trace)
    assert redacted.text.startswith(KEPT)
    assert redacted.text.endswith(KEPT)
    assert redacted.text.count("\n") == trace.count("\n")
    assert redacted.kinds == ("token", "url_credentials")


def test_the_packaged_solutions_hold_nothing_to_mask():
    texts = [
        text
        for one in Starter.packaged().solutions()
        for text in (one.error_description, one.root_cause, one.solution, json.dumps(one.metadata))
    ]
    assert len(texts) > 800
    assert [text for text in texts if redact(text).text != text] == []


def test_paths_stay_usable():
    assert redact("file:///home/ann/app/Main.kt:3:5").text == "file://~/app/Main.kt:3:5"
    assert redact("C:\\Users\\ann\\app\\Main.kt").text == "~\\app\\Main.kt"
    assert redact("at /Users/ann/app").text == "at ~/app"


@pytest.mark.parametrize(("text", "_secret"), SECRETS, ids=[text[:28] for text, _ in SECRETS])
def test_redacting_twice_changes_nothing_more(text, _secret):
    once = redact(text).text
    assert redact(once).text == once


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab1@:/.=-'\" \n\\token password eyJ_", max_size=200))
def test_any_text_is_answered_and_masks_are_stable(text):
    once = redact(text).text
    assert redact(once).text == once


WHOLE = [text for text, _ in SECRETS if "PRIVATE KEY" not in text or "END" in text]


@settings(max_examples=100, deadline=None)
@given(line=st.sampled_from(KEPT.splitlines()), secret=st.sampled_from(WHOLE))
def test_lines_around_a_secret_do_not_matter_and_stay(line, secret):
    assert redact(f"{line}\n{secret}\n{line}").text == f"{line}\n{redact(secret).text}\n{line}"


def test_a_private_key_that_is_cut_off_takes_the_rest_with_it():
    assert redact(f"{PEM.partition('-----END')[0]}\nmore").text == "<redacted private_key>"


HOSTILE = [
    "eyJ" * 70_000, "a@" * 100_000, "password" * 25_000, "token" + " " * 200_000, "/home/" * 33_000,
    "://" * 66_000, "://a:" * 40_000, "-----BEGIN PRIVATE KEY-----" * 7_000, "sk-" * 66_000, "a." * 100_000,
    "xoxb-1-" * 28_000, "Bearer " * 28_000, "--a" * 66_000, "=" * 200_000, "'\"" * 100_000, "C:\\Users\\" * 20_000,
    "x" * 200_000, "api_key=\"" * 22_000, "1:" * 100_000, "aws" * 66_000, "key='" * 40_000, "<token>" * 28_000,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=[text[:12] for text in HOSTILE])
def test_time_is_linear_in_hostile_text(text):
    assert_grows_linearly(redact, lambda size: (text * 8)[:size], 25_000)


def test_the_detectors_load_only_when_they_are_used():
    code = "import sys, rca.redaction; print('detect_secrets' in sys.modules, 'requests' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


KEY_BLOCK = base64.b64encode(b"-----BEGIN PRIVATE KEY-----\nMC4CAQAw").decode().rstrip("=")


@pytest.mark.parametrize(
    "encoded",
    [
        # Without its padding, cut anywhere, and with a letter that base64 does not have.
        *(KEY_BLOCK[: len(KEY_BLOCK) - cut] for cut in range(4)),
        KEY_BLOCK[:40] + "ß" + KEY_BLOCK[40:],
    ],
)
def test_a_key_block_in_broken_base64_is_masked(encoded):
    assert encoded[:34] not in redact(f"data: {encoded}").text


def test_user_and_password_without_padding_are_masked():
    for name in ("user:secret99", "user:secret999", "user:secret9999"):
        encoded = base64.b64encode(name.encode()).decode().rstrip("=")
        assert encoded not in redact(f"it sent Basic {encoded} to it").text
