"""Where a rule for the shrinker belongs."""

from tests.causes.configuration.shop import causes, first, mechanisms, shown

APP = "app/build.gradle.kts"
SHRINKS = "android {\n    buildTypes {\n        release {\n            isMinifyEnabled = true\n        }\n    }\n}\n"
RULES = "app/rules/proguard-rules.pro"
DEBUG = "app/proguard-rules-debug.pro"
PROJECT = {
    APP: SHRINKS,
    RULES: "-dontwarn x.**\n",
    DEBUG: "-dontobfuscate\n",
    "app/src/main/java/a/b/c/Cart.kt": "package a.b.c\n\nclass Cart\n",
}
LOST = "java.lang.ClassNotFoundException: a.b.c.Cart\n\tat java.lang.Class.forName(Class.java:453)\n"


def test_a_class_of_the_project_that_is_not_found_was_removed(tmp_path):
    assert first(tmp_path, LOST, PROJECT) == ("keep_rule_own_class", f"{RULES}:1")


def test_a_class_that_the_project_does_not_have_was_not_removed(tmp_path):
    assert "keep_rule_own_class" not in mechanisms(tmp_path, LOST.replace("Cart", "Basket"), PROJECT)


def test_nothing_is_shrunk_where_a_test_runs(tmp_path):
    text = LOST + "\tat java.net.URLClassLoader.findClass(URLClassLoader.java:381)\n"
    assert "keep_rule_own_class" not in mechanisms(tmp_path, text, PROJECT)


def test_a_missing_class_belongs_to_the_rules_of_the_release(tmp_path):
    text = "ERROR: R8: Missing class x.y.Annotation (referenced from: z.w.Client)\n"
    assert first(tmp_path, text, PROJECT) == ("missing_rule", f"{RULES}:1")


def test_a_missing_class_in_the_words_of_proguard(tmp_path):
    text = "Warning: z.w.Client: can't find referenced class x.y.Annotation\n"
    assert first(tmp_path, text, PROJECT)[0] == "missing_rule"


def test_rules_that_speak_of_the_package_come_first(tmp_path):
    other = "desktop/proguard-rules.pro"
    files = {**PROJECT, "desktop/build.gradle.kts": SHRINKS, other: "-keep class com.sun.jna.** { *; }\n"}
    text = "java.lang.ClassNotFoundException: com.sun.jna.Callback\n"
    found = [one for one in causes(tmp_path, text, files) if one.mechanism == "keep_rule"]
    assert shown(found[0]) == f"{other}:1"


def test_a_library_that_fails_itself_hands_rules_to_its_users(tmp_path):
    rules = "core/consumer-rules.pro"
    files = {
        **PROJECT,
        "core/build.gradle.kts": 'android { defaultConfig { consumerProguardFiles("consumer-rules.pro") } }\n',
        rules: "-dontwarn q.**\n",
        "core/src/main/java/a/b/lib/Factory.kt": "package a.b.lib\n\nclass Factory {\n    fun make() = 1\n}\n",
    }
    text = f"{LOST}\tat a.b.lib.Factory.make(Factory.kt:4)\n"
    assert first(tmp_path, text, files) == ("keep_rule_own_class", f"{rules}:1")


def test_classes_of_one_build_that_do_not_link(tmp_path):
    text = "java.lang.IncompatibleClassChangeError: Class 'a.b.c.Cart' does not implement interface 'a.b.c.Cart$Owner'\n"
    assert "keep_rule" in mechanisms(tmp_path, text, PROJECT)


def test_classes_of_a_library_that_do_not_link_are_no_shrinkers_work(tmp_path):
    text = "java.lang.NoSuchMethodError: No virtual method x()V in class Lq/r/Client; called by a.b.c.Cart\n"
    assert "keep_rule" not in mechanisms(tmp_path, text, PROJECT)


def test_a_build_that_shrinks_by_a_value_of_its_own(tmp_path):
    files = {**PROJECT, APP: SHRINKS.replace("true", "minify.get()")}
    assert "keep_rule_own_class" in mechanisms(tmp_path, LOST, files)


def test_a_build_that_does_not_shrink(tmp_path):
    files = {**PROJECT, APP: SHRINKS.replace("true", "false")}
    assert "keep_rule_own_class" not in mechanisms(tmp_path, LOST, files)


def test_an_activity_of_another_app_is_no_shrinkers_work(tmp_path):
    text = (
        "android.content.ActivityNotFoundException: Unable to find explicit activity class {x.y/x.y.Start}; "
        "have you declared this activity in your AndroidManifest.xml?\n\tat a.b.c.Cart.open(Cart.kt:3)\n"
    )
    assert "keep_rule" not in mechanisms(tmp_path / "other", text, PROJECT)
    own = text.replace("{x.y/x.y.Start}", "{a.b.c/a.b.c.Cart}")
    assert "keep_rule" in mechanisms(tmp_path / "own", own, PROJECT)
