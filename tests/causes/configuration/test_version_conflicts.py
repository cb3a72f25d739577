"""Versions in conflict: the declarations behind each, and what nothing offline can say."""

import pytest

from evaluation.project_text import project_files
from tests.causes.configuration.shop import causes, shown

STDLIB = "org.jetbrains.kotlin:kotlin-stdlib"
DUPLICATE = (
    "> Duplicate class kotlin.JDK8Kt found in modules jetified-kotlin-stdlib-1.8.10 "
    f"({STDLIB}:1.8.10) and jetified-kotlin-stdlib-jdk8-1.7.10 ({STDLIB}-jdk8:1.7.10)\n"
)
UNSATISFIED = """* What went wrong:
Could not resolve all files for configuration ':app:runtimeClasspath'.
> Could not resolve com.acme:cart:2.0.
  Required by:
      project :app
   > Cannot find a version of 'com.acme:cart' that satisfies the version constraints:
        Dependency path 'shop:app:unspecified' --> 'com.acme:cart:2.0'
        Dependency path 'shop:app:unspecified' --> 'com.acme:till:1.0' --> 'com.acme:cart:{strictly 1.0}'
"""
APP = 'dependencies {\n    implementation("com.acme:cart:2.0")\n    implementation("com.acme:till:1.0")\n}\n'
CATALOG = """[versions]
kotlin = "1.9.22"
ksp = "1.9.0-1.0.13"
[plugins]
kotlin = { id = "org.jetbrains.kotlin.jvm", version.ref = "kotlin" }
ksp = { id = "com.google.devtools.ksp", version.ref = "ksp" }
"""


def first(folder, text, files):
    cause = causes(folder, text, files)[0]
    return cause.mechanism, [shown(cause, number) for number in range(len(cause.spans))], cause


def test_constraints_that_no_version_fits(tmp_path):
    mechanism, places, cause = first(tmp_path, UNSATISFIED, {"app/build.gradle.kts": APP})
    assert mechanism == "unsatisfied_constraints"
    assert places == ["app/build.gradle.kts:2", "app/build.gradle.kts:3"]
    assert "strictly 1.0 through `com.acme:till:1.0`" in cause.statement


def test_a_strict_declaration_of_the_build_comes_first(tmp_path):
    strict = APP.replace(
        "}\n",
        '    constraints {\n        implementation("com.acme:cart") { version { strictly("1.0") } }\n    }\n}\n',
    )
    _, places, cause = first(tmp_path, UNSATISFIED, {"app/build.gradle.kts": strict})
    assert places[0] == "app/build.gradle.kts:5"
    assert "by `strictly`" in cause.evidence[1]


def test_duplicate_classes_name_the_declaration_and_what_is_declared_nowhere(tmp_path):
    files = {"app/build.gradle.kts": f'dependencies {{\n    implementation("{STDLIB}-jdk8:1.7.10")\n}}\n'}
    mechanism, places, cause = first(tmp_path, DUPLICATE, files)
    assert (mechanism, places) == ("duplicate_class", ["app/build.gradle.kts:2"])
    assert "Since 1.8.0 the standard library holds" in cause.statement
    assert any("1.8.10` is declared nowhere" in fact for fact in cause.evidence)


def test_cached_metadata_says_who_brings_a_duplicate(tmp_path, monkeypatch):
    monkeypatch.setenv("GRADLE_USER_HOME", str(tmp_path / "gradle"))
    cached = tmp_path / "gradle/caches/modules-2/files-2.1/com.acme/cart/2.0/0a"
    cached.mkdir(parents=True)
    (cached / "cart-2.0.pom").write_text(
        "<project><groupId>com.acme</groupId><artifactId>cart</artifactId><version>2.0</version><dependencies>"
        "<dependency><groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-stdlib-jdk8</artifactId>"
        "<version>1.7.10</version></dependency></dependencies></project>"
    )
    _, places, cause = first(tmp_path, DUPLICATE, {"app/build.gradle.kts": APP})
    assert places == ["app/build.gradle.kts:2"]
    assert f"`{STDLIB}-jdk8:1.7.10`: brought by `com.acme:cart:2.0`" in cause.evidence


def test_a_lock_file_fixes_one_side_of_a_duplicate(tmp_path):
    files = {
        "app/build.gradle.kts": APP,
        "app/gradle.lockfile": f"# locks\n{STDLIB}-jdk8:1.7.10=runtimeClasspath\n",
    }
    _, places, cause = first(tmp_path, DUPLICATE, files)
    assert places == ["app/gradle.lockfile:2"]
    assert any("a lock file fixes 1.7.10" in fact for fact in cause.evidence)


def test_a_capability_of_two_modules(tmp_path):
    text = (
        "> Could not resolve com.acme:cart:2.0.\n  Required by:\n      project :app > com.acme:till:1.0\n"
        "   > Module 'com.acme:cart' has been rejected:\n        Cannot select module with conflict on "
        "capability "
        "'com.acme:cart-api:2.0' also provided by [com.acme:basket:1.0(compile)]\n"
    )
    files = project_files("""
        // file: app/build.gradle.kts
        dependencies {
            implementation("com.acme:till:1.0")
        }
        """)
    mechanism, places, cause = first(tmp_path, text, files)
    assert (mechanism, places) == ("capability_conflict", ["app/build.gradle.kts:2"])
    assert (
        "`com.acme:cart` and `com.acme:basket` offer the same capability `com.acme:cart-api`"
        in cause.statement
    )


def test_who_brings_a_module_that_is_not_found(tmp_path):
    text = (
        "* What went wrong:\n> Could not find com.acme:coin:1.0.\n  Required by:\n"
        "      project :app > com.acme:till:1.0 > com.acme:purse:3.1\n"
    )
    mechanism, places, _ = first(tmp_path, text, {"app/build.gradle.kts": APP})
    assert (mechanism, places) == ("missing_transitive", ["app/build.gradle.kts:3"])


@pytest.mark.parametrize(
    ("text", "mechanism", "place"),
    [
        (
            (
                "ksp-1.9.0-1.0.13 is too old for kotlin-1.9.22. Please upgrade ksp or downgrade "
                "kotlin-gradle-plugin to 1.9.0."
            ),
            "ksp_version",
            "gradle/libs.versions.toml:3",
        ),
        (
            (
                "e: This version (1.5.3) of the Compose Compiler requires Kotlin version 1.9.10 but you "
                "appear "
                "to be using "
                "Kotlin version 1.9.22 which is not known to be compatible."
            ),
            "compose_compiler",
            "app/build.gradle.kts:2",
        ),
        (
            (
                "e: /c/jetified-cart-2.0.jar!/META-INF/cart.kotlin_module: Module was compiled with an "
                "incompatible version of "
                "Kotlin. The binary version of its metadata is 2.1.0, expected version is 1.9.0."
            ),
            "kotlin_version",
            "gradle/libs.versions.toml:2",
        ),
        (
            (
                "Execution failed for task ':app:compileKotlin'.\n> Inconsistent JVM-target compatibility "
                "detected for tasks "
                "'compileJava' (11) and 'compileKotlin' (17)."
            ),
            "jvm_target",
            "app/build.gradle.kts:4",
        ),
        (
            (
                "> Dependency 'androidx.core:core:1.12.0' requires libraries and applications that depend on "
                "it "
                "to compile "
                "against version 34 or later of the Android APIs.\n\n   :app is currently compiled against "
                "android-33."
            ),
            "sdk_level",
            "app/build.gradle.kts:3",
        ),
    ],
)
def test_tools_that_do_not_fit(tmp_path, text, mechanism, place):
    script = 'kotlinOptions\n    kotlinCompilerExtensionVersion = "1.5.3"\n    compileSdk = 33\n    jvmTarget = "17"\n'
    files = {"app/build.gradle.kts": script, "gradle/libs.versions.toml": CATALOG}
    said, places, _ = first(tmp_path, text, files)
    assert (said, places[0]) == (mechanism, place)


def test_a_declared_kotlin_that_could_read_the_library_is_not_blamed(tmp_path):
    text = (
        "e: /c/jetified-cart-2.0.jar!/META-INF/cart.kotlin_module: Module was compiled with an incompatible "
        "version of "
        "Kotlin. The binary version of its metadata is 1.9.0, expected version is 1.5.1."
    )
    wrapper = "gradle/wrapper/gradle-wrapper.properties"
    files = {
        "gradle/libs.versions.toml": CATALOG,
        wrapper: "distributionUrl=https\\://x/gradle-7.4-bin.zip\n",
    }
    _, places, cause = first(tmp_path, text, files)
    assert places[0] == f"{wrapper}:1"
    assert "could read it" in cause.statement


def test_names_that_the_compiler_could_not_read_are_not_missing(tmp_path):
    text = (
        "e: file:///w/app/src/main/kotlin/a/b/Till.kt:3:9 Unresolved reference: totalPrise\n"
        "e: file:///w/app/src/main/kotlin/a/b/Till.kt:4:9 Class 'kotlin.Unit' was compiled with an "
        "incompatible version "
        "of Kotlin. The actual metadata version is 2.1.0, but the compiler version 1.9.0 can read versions "
        "up to 2.0.0.\n"
        "The class is loaded from /c/kotlin-stdlib-2.1.0.jar!/kotlin/Unit.class\n"
    )
    files = {
        "gradle/libs.versions.toml": CATALOG,
        "app/src/main/kotlin/a/b/Till.kt": "package a.b\nclass Till {\n    val a = totalPrise()\n    fun totalPrice() = 1\n}\n",
    }
    found = causes(tmp_path, text, files)
    assert [one.mechanism for one in found][:1] == ["kotlin_version"]
    assert "nearest_name" not in {one.mechanism for one in found}
    assert found[0].statement.startswith("`kotlin-stdlib-2.1.0` was compiled by Kotlin 2.1")


def test_a_ksp_that_no_line_sets_comes_with_another_plugin(tmp_path):
    text = "ksp-1.8.0-1.0.8 is too new for kotlin-1.9.22. Please upgrade kotlin-gradle-plugin to 1.8.0."
    _, _, cause = first(tmp_path, text, {"gradle/libs.versions.toml": CATALOG})
    assert "another plugin of the build brings 1.8.0-1.0.8" in cause.statement


LINKAGE = (
    "java.lang.NoSuchMethodError: com.acme.cart.Basket.total()I\n\tat com.acme.till.Desk.pay(Desk.java:9)\n"
)


def test_a_caller_that_was_made_for_another_version(tmp_path, monkeypatch):
    monkeypatch.setenv("GRADLE_USER_HOME", str(tmp_path / "gradle"))
    cached = tmp_path / "gradle/caches/modules-2/files-2.1/com.acme/till/1.0/0a"
    cached.mkdir(parents=True)
    (cached / "till-1.0.pom").write_text(
        "<project><groupId>com.acme</groupId><artifactId>till</artifactId><version>1.0</version><dependencies>"
        "<dependency><groupId>com.acme</groupId><artifactId>cart</artifactId><version>3.0</version></dependency>"
        "</dependencies></project>"
    )
    mechanism, places, cause = first(tmp_path, LINKAGE, {"app/build.gradle.kts": APP})
    assert (mechanism, places) == (
        "linkage_asked_version",
        ["app/build.gradle.kts:2", "app/build.gradle.kts:3"],
    )
    assert "was made for `com.acme:cart` 3.0; the build takes 2.0, which is older" in cause.statement


def test_libraries_of_one_group_in_two_versions(tmp_path, monkeypatch):
    monkeypatch.setenv("GRADLE_USER_HOME", str(tmp_path / "none"))
    mechanism, places, _ = first(tmp_path, LINKAGE, {"app/build.gradle.kts": APP})
    assert (mechanism, places) == ("linkage_family", ["app/build.gradle.kts:2", "app/build.gradle.kts:3"])


def test_a_member_that_an_older_device_lacks(tmp_path):
    text = (
        "java.lang.NoSuchMethodError: No virtual method getColor(I)I in class "
        "Landroid/content/res/Resources; or its "
        "super classes (declaration of 'android.content.res.Resources' appears in "
        "/system/framework/framework.jar)\n"
        "\tat a.b.Till.pay(Till.kt:3)\n"
    )
    files = project_files("""
        // file: app/build.gradle.kts
        android {
            minSdk = 21
        }
        // file: app/src/main/kotlin/a/b/Till.kt
        package a.b
        class Till {
            fun pay() = resources.getColor(1)
        }
        """)
    mechanism, places, _ = first(tmp_path, text, files)
    assert (mechanism, places) == (
        "api_of_newer_device",
        ["app/src/main/kotlin/a/b/Till.kt:3", "app/build.gradle.kts:2"],
    )


def test_the_library_of_the_calling_frame_by_group_and_by_table(tmp_path):
    text = (
        "java.lang.NoSuchMethodError: No static method isAtLeastT()Z in class Landroidx/core/os/BuildCompat;\n"
        "\tat org.chromium.base.BuildInfo.isAtLeastT(BuildInfo.java:258)\n"
    )
    script = (
        "dependencies {\n    implementation 'androidx.core:core:1.6.0'\n"
        '    api "com.google.android.gms:play-services-cronet:18.0.1"\n'
        "    implementation 'com.google.android.gms:play-services-base:18.0.1'\n"
        "    implementation 'org.chromium.net:cronet-embedded:108.5359.79'\n}\n"
    )
    found = causes(tmp_path, text, {"app/build.gradle": script})
    assert (found[0].mechanism, shown(found[0])) == ("linkage", "app/build.gradle:2")
    [caller] = [one for one in found if one.mechanism == "linkage_caller"]
    assert [shown(caller, number) for number in range(3)] == [
        "app/build.gradle:5",
        "app/build.gradle:3",
        "app/build.gradle:2",
    ]
    assert "`org.chromium.net:cronet-embedded` 108.5359.79" in caller.statement
    assert "`androidx.core:core` 1.6.0" in caller.statement


def test_a_calling_frame_of_which_nothing_is_known(tmp_path):
    text = (
        "java.lang.NoSuchMethodError: No static method isAtLeastT()Z in class Landroidx/core/os/BuildCompat;\n"
        "\tat com.google.vendor.Info.check(Info.java:258)\n"
    )
    script = (
        "dependencies {\n    implementation 'androidx.core:core:1.6.0'\n"
        "    implementation 'com.google.android.gms:play-services-base:18.0.1'\n}\n"
    )
    mechanisms = {one.mechanism for one in causes(tmp_path, text, {"app/build.gradle": script})}
    assert "linkage_caller" not in mechanisms
