"""Held-out part of the corpus: forms and places that were written before any measurement on it.

Tokens are of published forms that scanners know; what is harmless comes from what Gradle, Kotlin, Android and
git print. None of the secrets was ever valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from evaluation.redaction.shapes import ALNUM, BASE64, HEX, URL_SAFE, Maker

UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
LOWER = "abcdefghijklmnopqrstuvwxyz0123456789"
Make = Callable[[Maker], str]


def _of(prefix: str, alphabet: str, length: int, suffix: str = "") -> Make:
    return lambda maker: prefix + maker.some(alphabet, length) + suffix


_TOKENS: tuple[tuple[str, Make], ...] = (
    ("Atlassian", _of("ATATT3xFfGF0", URL_SAFE, 176, "=1A2B3C4D")),
    ("Bitbucket app password", _of("ATBB", ALNUM, 32)),
    ("Docker Hub", _of("dckr_pat_", URL_SAFE, 27)),
    ("Figma", _of("figd_", URL_SAFE, 40)),
    ("Grafana service account", lambda maker: f"glsa_{maker.some(ALNUM, 32)}_{maker.some(HEX, 8)}"),
    ("Grafana cloud", _of("glc_", BASE64, 60, "=")),
    ("Groq", _of("gsk_", ALNUM, 52)),
    ("Replicate", _of("r8_", ALNUM, 37)),
    ("Perplexity", _of("pplx-", ALNUM, 48)),
    ("xAI", _of("xai-", ALNUM, 80)),
    ("Doppler", _of("dp.pt.", ALNUM, 43)),
    ("Dynatrace", lambda maker: f"dt0c01.{maker.some(UPPER, 24)}.{maker.some(UPPER, 64)}"),
    ("Netlify", _of("nfp_", ALNUM, 36)),
    ("Notion", _of("ntn_", ALNUM, 46)),
    ("Pulumi", _of("pul-", HEX, 40)),
    ("RubyGems", _of("rubygems_", HEX, 48)),
    ("Clojars", _of("CLOJARS_", LOWER, 60)),
    ("SonarQube", _of("squ_", HEX, 40)),
    ("Sourcegraph", _of("sgp_", HEX, 40)),
    ("Tailscale", lambda maker: f"tskey-auth-{maker.some(ALNUM, 12)}CNTRL-{maker.some(ALNUM, 32)}"),
    ("PlanetScale", _of("pscale_tkn_", URL_SAFE, 43)),
    ("Brevo", lambda maker: f"xkeysib-{maker.some(HEX, 64)}-{maker.some(ALNUM, 16)}"),
    ("Terraform Cloud", lambda maker: f"{maker.some(ALNUM, 14)}.atlasv1.{maker.some(URL_SAFE, 67)}"),
    ("Contentful", _of("CFPAT-", URL_SAFE, 43)),
    ("Alibaba", _of("LTAI", ALNUM, 20)),
    ("Airtable", lambda maker: f"pat{maker.some(ALNUM, 14)}.{maker.some(HEX, 64)}"),
    ("HubSpot", lambda maker: f"pat-na1-{maker.uuid()}"),
    ("LaunchDarkly", lambda maker: f"sdk-{maker.uuid()}"),
    ("Plaid", lambda maker: f"access-production-{maker.uuid()}"),
    ("Typeform", _of("tfp_", URL_SAFE, 59)),
    ("Shippo", _of("shippo_live_", HEX, 40)),
    ("EasyPost", _of("EZAK", ALNUM, 54)),
    ("Duffel", _of("duffel_live_", URL_SAFE, 43)),
    ("Prefect", _of("pnu_", LOWER, 36)),
    ("ReadMe", _of("rdme_", LOWER, 70)),
    ("Infracost", _of("ico-", ALNUM, 32)),
    ("1Password", _of("ops_eyJ", ALNUM, 260)),
    ("Buildkite", _of("bkua_", HEX, 40)),
    ("CircleCI", lambda maker: f"CCIPAT_{maker.some(ALNUM, 22)}_{maker.some(HEX, 40)}"),
    ("Flutterwave", _of("FLWSECK_TEST-", HEX, 32, "-X")),
    ("Slack webhook", lambda maker: "https://hooks.slack.com/services/T" + maker.some(UPPER, 9) + "/B"
        + maker.some(UPPER, 9) + "/" + maker.some(ALNUM, 24)),
    ("AWS temporary key", _of("ASIA", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)),
    ("Twilio key", _of("SK", HEX, 32)),
    ("Mailgun", _of("key-", HEX, 32)),
    ("Square", _of("sq0csp-", URL_SAFE, 43)),
    ("Google refresh token", _of("1//04", URL_SAFE, 60)),
    ("Maps key", _of("AIzaSy", URL_SAFE, 33)),
    ("GitHub app", _of("ghs_", ALNUM, 36)),
    ("GitLab runner", _of("glrt-", URL_SAFE, 20)),
)  # fmt: skip
_LATER: tuple[tuple[str, Make], ...] = (
    ("Adafruit", _of("aio_", ALNUM, 28)),
    ("Asana", lambda maker: f"1/{maker.some('0123456789', 16)}:{maker.some(HEX, 32)}"),
    ("Beamer", _of("b_", URL_SAFE, 44)),
    ("Frame.io", _of("fio-u-", URL_SAFE, 64)),
    ("GoCardless", _of("live_", URL_SAFE, 40)),
    ("Harness", lambda maker: f"pat.{maker.some(ALNUM, 22)}.{maker.some(HEX, 24)}.{maker.some(ALNUM, 20)}"),
    ("Heroku", lambda maker: f"HRKU-{maker.uuid()}"),
    ("Intra42", _of("s-s4t2ud-", HEX, 64)),
    ("MaxMind", lambda maker: f"{maker.some(ALNUM, 6)}_{maker.some(ALNUM, 29)}_mmk"),
    ("OpenShift", _of("sha256~", URL_SAFE, 43)),
    ("Scalingo", _of("tk-us-", URL_SAFE, 48)),
    ("SettleMint", _of("sm_pat_", ALNUM, 16)),
    ("Vault batch", _of("hvb.", URL_SAFE, 140)),
    ("Yandex", lambda maker: f"t1.{maker.some(ALNUM, 30)}.{maker.some(URL_SAFE, 86)}"),
    ("Cloudflare origin", lambda maker: f"v1.0-{maker.some(HEX, 24)}-{maker.some(HEX, 146)}"),
    ("Defined networking", lambda maker: f"dnkey-{maker.some(LOWER, 26)}-{maker.some(LOWER, 52)}"),
    ("Octopus", _of("API-", UPPER, 26)),
    ("Lob", _of("live_pub_", HEX, 31)),
    ("Klaviyo", _of("pk_", HEX, 34)),
    ("Mergify", _of("mka_", ALNUM, 40)),
    ("Semgrep", _of("sgp_v1_", HEX, 64)),
    ("Weights and Biases", _of("local-", HEX, 40)),
    ("Supabase service", _of("sb_secret_", URL_SAFE, 31)),
    ("Anyscale", _of("esecret_", ALNUM, 30)),
    ("Fireworks", _of("fw_", ALNUM, 24)),
    ("LangSmith", lambda maker: f"lsv2_pt_{maker.some(HEX, 32)}_{maker.some(HEX, 10)}"),
    ("Pinecone", lambda maker: f"pcsk_{maker.some(ALNUM, 6)}_{maker.some(ALNUM, 63)}"),
    ("Resend", lambda maker: f"re_{maker.some(ALNUM, 8)}_{maker.some(ALNUM, 24)}"),
    ("Neon", _of("napi_", LOWER, 64)),
    ("Expo", _of("expo_", ALNUM, 40)),
)  # fmt: skip
"""Forms that nobody looked at when tokens without a listed form were taught: measured after that, once."""
_TOKEN_PLACES = (
    "> Could not resolve all files: server replied 403 to {}",
    "2026-11-22T08:00:01.114Z [http-nio-1] WARN  c.e.Client - rejected {}, retrying",
    "assertThat(client.lastHeader).isEqualTo(\"{}\")",
    "org.gradle.api.GradleException: publish failed [{}]",
)  # fmt: skip

_NAMED: tuple[str, ...] = (
    "systemProp.sonar.login.password={}",
    "ORG_GRADLE_PROJECT_mavenCentralPassword={}",
    "    keyPassword = System.getenv(\"K\") ?: \"{}\"",
    "buildConfigField(\"String\", \"MAPS_API_KEY\", \"\\\"{}\\\"\")",
    "        resValue \"string\", \"facebook_client_token\", \"{}\"",
    "<entry key=\"db.password\">{}</entry>",
    "<server><id>nexus</id><username>ci</username><password>{}</password></server>",
    "spring.datasource.password: {}",
    "  password: \"{}\"  # rotate",
    "const val CLIENT_SECRET = \"{}\"",
    "Settings(apiSecret={}, retries=3)",
    "LoginRequest(user=jo, password={})",
    "jdbc:postgresql://db:5432/app?user=app&password={}",
    "keytool -genkeypair -storepass {} -alias upload",
    "jarsigner -keystore up.jks -storepass {} app.aab upload",
    "apksigner sign --ks up.jks --ks-pass pass:{} app.apk",
    "docker login -u ci --password {} registry.example.com",
    "export SONATYPE_PASSWORD='{}'",
    "ENV GITHUB_TOKEN={}",
    "-Psigning.password={} publish",
    "-Dsonar.token={} sonar",
    "set SIGNING_KEY_PASSWORD={}",
    "$env:NEXUS_PASSWORD = \"{}\"",
    "{{\"grant_type\":\"refresh_token\",\"refresh_token\":\"{}\"}}",
    "{{\"access_token\": \"{}\", \"expires_in\": 3600}}",
    "I/flutter: headers: {{x-api-key: {}, accept: */*}}",
    "D/OkHttp: X-Auth-Token: {}",
    "D/OkHttp: Set-Cookie: SESSION={}; Path=/; HttpOnly",
    "D/OkHttp: Authorization: Bearer {}",
    "curl -H 'Authorization: token {}' https://api.example.com",
    "AccountName=store;AccountKey={};EndpointSuffix=core.example.net",
    "machine repo.example.com login ci password {}",
    "//registry.example.org/:_authToken={}",
    "aws_secret_access_key = {}",
    "encryptionKey: ByteArray = decode(\"{}\")",
    "val apiToken: String = \"{}\"",
)  # fmt: skip
_OPAQUE: tuple[Make, ...] = (
    _of("", ALNUM, 24), _of("", BASE64, 40), _of("", HEX, 32), _of("Zk7", ALNUM, 9), _of("", URL_SAFE, 32),
)  # fmt: skip

_PEOPLE: tuple[tuple[str, str, str], ...] = tuple(
    ("email", place, address)
    for place, address in (
        ("Author: Jo Brandt <{}>", "jo.brandt@example.com"),
        ("Signed-off-by: Ines <{}>", "ines+git@mail.example.org"),
        ("git config user.email {}", "h.tanaka@corp.example.net"),
        ("E/Auth: no account for {} on device", "k_kowalski99@example.co.uk"),
        ("User(id=7, mail={}, active=true)", "anna.maria.silva@example.io"),
        ("{{\"recipient\":\"{}\"}}", "o'brien.pat@example.com"),
        ("Intent {{ act=SEND dat=mailto:{} }}", "support-team@example.dev"),
        ("https://accounts.example.com/o?login_hint={}&x=1", "d.petrov@example.museum"),
        ("at=ERROR user=\"{}\" code=H12", "x@example.travel"),
        ("expected: <{}> but was: <null>", "greta_n@sub.example.com.au"),
        ("INSERT INTO user VALUES (1, '{}', 'x')", "farouk.h@example.ae"),
        ("SmtpSendFailedException: 550 <{}>: user unknown", "list-owner@lists.example.org"),
        ("ssh: connect as {} failed", "deploy-bot@host7.example.net"),
        ("CN=Upload, EMAILADDRESS={}, C=DE", "release@example.de"),
        ("committer <{}> 1700000000 +0100", "12345678+jonas@users.noreply.example.com"),
    )
) + tuple(
    ("home folder", place, name)
    for place, name in (
        ("e: file:///home/{}/AndroidStudioProjects/shop/app/src/main/java/A.kt:3:1 x", "mkowalski"),
        ("FAILURE: /Users/{}/Library/Android/sdk/build-tools missing", "chiara.m"),
        ("w: C:\\Users\\{}\\StudioProjects\\shop\\build.gradle", "Jonas Novak"),
        ("sdk.dir=C\\:\\\\Users\\\\{}\\\\AppData\\\\Local\\\\Android\\\\Sdk", "dmitri"),
        ("Caused by: java.io.FileNotFoundException: /home/{}/.gradle/caches/x.bin (No such file)", "elif"),
        ("\"file\": \"/Users/{}/w/src/A.kt\"", "ines-dev"),
        ("-classpath /home/{}/.m2/repository/a.jar:/usr/lib/b.jar", "okafor"),
        ("-classpath /usr/lib/b.jar:/home/{}/.m2/repository/a.jar", "okafor2"),
        ("/mnt/c/Users/{}/work/gradlew assemble", "hiroshi"),
        ("file:/C:/Users/{}/.gradle/daemon/8.5/daemon-1.out.log", "benjamin"),
        ("user.home=/home/{}", "gnovak"),
        ("HOME=/Users/{}", "farouk"),
        ("Keystore: '/Users/{}/keys/upload.jks'", "anna_l"),
        ("\\\\\\\\?\\\\C:\\\\Users\\\\{}\\\\w", "tanaka7"),
        ("[/home/{}/w/a.kt, /tmp/b.kt]", "moreau"),
        ("jar:file:/home/{}/.m2/x.jar!/META-INF", "haddad"),
        ("cd /home/{} && ./gradlew test", "brandt"),
        ("vscode-remote://wsl%2Bubuntu/home/{}/w/A.kt", "silva"),
    )
)  # fmt: skip


def secrets() -> Iterator[tuple[str, str, str]]:
    """Return kind, line and what must be gone from it."""
    maker = Maker(4)
    for number, (kind, make) in enumerate(_TOKENS):
        for place in (_TOKEN_PLACES[number % 4], _TOKEN_PLACES[(number + 2) % 4]):
            secret = make(maker)
            yield kind, place.format(secret), secret
    for number, place in enumerate(_NAMED):
        for make in (_OPAQUE[number % 5], _OPAQUE[(number + 2) % 5]):
            secret = make(maker)
            yield "by its name", place.format(secret), secret
    for kind, place, secret in _PEOPLE:
        yield kind, place.format(secret), secret


def later() -> Iterator[tuple[str, str, str]]:
    """Return the lines of `_LATER`, two of each."""
    maker = Maker(6)
    for number, (kind, make) in enumerate(_LATER):
        for place in (_TOKEN_PLACES[number % 4], _TOKEN_PLACES[(number + 1) % 4]):
            secret = make(maker)
            yield kind, place.format(secret), secret


def clean() -> Iterator[str]:
    """Return lines that only look so."""
    maker = Maker(5)
    for place in Path(__file__).with_name("harmless.txt").read_text("utf-8").splitlines():
        for _time in range(1 + place.count("{") // 2):
            yield _filled(maker, place)


def _filled(maker: Maker, place: str) -> str:
    sizes = {
        "sha1": 40,
        "sha7": 7,
        "sha256": 64,
        "md5": 32,
        "hex5": 5,
        "hex7": 7,
        "hex8": 8,
        "hex12": 12,
        "hex16": 16,
    }
    for name, size in sizes.items():
        while f"{{{name}}}" in place:
            place = place.replace(f"{{{name}}}", maker.some(HEX, size), 1)
    for size in (22, 80, 100, 120):
        while f"{{b64x{size}}}" in place:
            place = place.replace(f"{{b64x{size}}}", maker.some(BASE64, size), 1)
    others = {"uuid": maker.uuid(), "low13": maker.some(LOWER, 13)}
    others |= {"num3": maker.some("0123456789", 3), "num10": maker.some("0123456789", 10)}
    for name, text in others.items():
        place = place.replace(f"{{{name}}}", text)
    return place.replace("{{", "{").replace("}}", "}")
