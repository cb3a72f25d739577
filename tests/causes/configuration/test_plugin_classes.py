"""A class of a plugin that is cast to itself."""

from tests.causes.configuration.shop import causes, mechanisms, shown

CAST = (
    "org.codehaus.groovy.runtime.typehandling.GroovyCastException: Cannot cast object "
    "'task ':core:publishShop'' with class 'com.acme.shop.gradle.tasks.PublishTask_Decorated' to class "
    "'com.acme.shop.gradle.tasks.PublishTask'\n"
)
MODULES = {"settings.gradle.kts": 'include(":app", ":core")\n'}


def found(folder, text, files):
    return [
        one for one in causes(folder, text, {**MODULES, **files}) if one.mechanism == "plugin_loaded_twice"
    ]


def test_the_classpath_of_each_subproject_through_a_kept_name(tmp_path):
    files = {
        "gradle/dependencies.gradle": 'ext.dep = [\n    shopPlugin: "com.acme.shop.gradle:shop-plugin:1.2",\n]\n',
        "gradle/shop.gradle": "apply plugin: 'com.acme.shop'\n",
        "build.gradle.kts": (
            "subprojects {\n    buildscript {\n        dependencies {\n"
            '            classpath(Eval.x(project, "x.dep.shopPlugin"))\n        }\n    }\n}\n'
        ),
        "app/build.gradle.kts": 'apply { from(rootProject.file("gradle/shop.gradle")) }\n',
        "core/build.gradle.kts": 'apply { from(rootProject.file("gradle/shop.gradle")) }\n',
    }
    [cause] = found(tmp_path, CAST, files)
    assert [shown(cause), shown(cause, 1)] == ["build.gradle.kts:4", "gradle/shop.gradle:1"]
    assert "each project of its own (`subprojects`)" in cause.statement
    assert "scripts that apply `gradle/shop.gradle`: 2" in cause.evidence


def test_modules_that_each_ask_for_the_plugin(tmp_path):
    text = CAST.replace("Cannot cast object 'task ':core:publishShop'' with class '", "class ")
    text = text.replace("_Decorated' to class '", " cannot be cast to class ").replace("Task'", "Task (")
    script = 'plugins {\n    id("com.acme.shop") version "1.2"\n}\n'
    files = {"app/build.gradle.kts": script, "core/build.gradle.kts": script, "build.gradle.kts": "\n"}
    [cause] = found(tmp_path, text, files)
    assert {shown(cause), shown(cause, 1)} == {"app/build.gradle.kts:2", "core/build.gradle.kts:2"}
    assert "`com.acme.shop` is applied in 2 scripts" in cause.evidence


def test_another_class_is_no_such_case(tmp_path):
    script = 'plugins {\n    id("com.acme.shop") version "1.2"\n}\n'
    text = CAST.replace("PublishTask'\n", "UploadTask'\n")
    assert "plugin_loaded_twice" not in mechanisms(tmp_path, text, {"app/build.gradle.kts": script})


def test_a_class_of_the_project_is_no_plugin(tmp_path):
    text = "java.lang.ClassCastException: a.b.Cart cannot be cast to a.b.Cart\n"
    files = {"app/src/main/kotlin/a/b/Cart.kt": "package a.b\n\nclass Cart\n"}
    assert "plugin_loaded_twice" not in mechanisms(tmp_path, text, files)
