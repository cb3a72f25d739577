import pytest

from tests.error_text.builds.build_reports import first_error, places, report_of


def test_aapt_inside_gradles_words():
    report = report_of("""
        * What went wrong:
        Execution failed for task ':app:processDebugResources'.
        > A failure occurred while executing com.android.build.gradle.internal.res.LinkResourcesTask
           > Android resource linking failed
             com.example.shop.app-mergeDebugResources-42:/layout/cart.xml:57: error: resource drawable/ic (aka com.example.shop:drawable/ic) not found.
             ERROR:/res/values/strings.xml:13:5-61: AAPT: error: resource attr/x (aka com.example.shop:attr/x) not found.
             error: failed linking file resources.

        * Try:
    """)
    assert (report.kind, report.language) == ("resource_linking", "xml")
    assert places(report) == [
        ("error", "com.example.shop.app-mergeDebugResources-42:/layout/cart.xml", 57, None),
        ("error", "/res/values/strings.xml", 13, 5),
    ]


def test_the_same_error_in_the_log_and_in_gradles_words_counts_once():
    report = report_of("""
        AGPBI: {"kind":"error","text":"Android resource linking failed","sources":[{"file":"C:\\\\res\\\\menu\\\\game.xml","position":{"startLine":99}}],"original":"C:\\\\res\\\\menu\\\\game.xml:100: AAPT: error: resource string/m (aka a.b:string/m) not found.\\n    ","tool":"AAPT"}

        Execution failed for task ':app:processDebugResources'.
        > Android resource linking failed
          C:\\res\\menu\\game.xml:100: AAPT: error: resource string/m (aka a.b:string/m) not found.
    """)
    assert places(report) == [("error", "C:\\res\\menu\\game.xml", 100, None)]
    assert report.what_went_wrong is not None
    assert report.what_went_wrong.startswith(
        "Execution failed for task ':app:processDebugResources'.\n> Android"
    )


def test_only_a_summary_is_better_than_nothing():
    report = report_of("> Task :app:linkResources FAILED\nerror: failed linking references.\n")
    assert [d.message for d in report.diagnostics] == ["failed linking references."]


def test_resource_merger():
    report = report_of("""
        > Task :app:mergeDebugResources FAILED
        ERROR: [string/app_name] /app/res/values/strings.xml\t[string/app_name] /app/res/values/more.xml: Resource and asset merger: Duplicate resources
    """)
    assert report.kind == "resource_linking"
    assert first_error(report).file == "/app/res/values/strings.xml"


def test_manifest_merger_says_it_twice():
    text = """\
        Attribute application@appComponentFactory value=(a.B) from [a:b:1] AndroidManifest.xml:22:18-91
        \tis also present at [c:d:2] AndroidManifest.xml:22:18-86 value=(c.D).
        \tSuggestion: add 'tools:replace="android:appComponentFactory"' to <application> element at AndroidManifest.xml:8:3-141:17 to override."""
    report = report_of(f"""
        > Task :app:processDebugMainManifest FAILED
        /app/src/main/AndroidManifest.xml:24:18-86 Error:
        \t{text.lstrip()}

        FAILURE: Build failed with an exception.

        * What went wrong:
        Execution failed for task ':app:processDebugMainManifest'.
        > Manifest merger failed : {text.lstrip()}
    """)
    assert (report.kind, report.language) == ("manifest_merger", "xml")
    assert places(report) == [("error", "/app/src/main/AndroidManifest.xml", 24, 18)]
    assert first_error(report).message.endswith("to override.")


def test_manifest_merger_alone_points_at_the_element_to_change():
    report = report_of("""
        Manifest merger failed : Attribute application@label value=(Shop) from AndroidManifest.xml:9:9-41
        \tis also present at [a:b:1] AndroidManifest.xml:7:9-30 value=(Lib).
    """)
    assert places(report) == [("error", "AndroidManifest.xml", 9, 9)]


def test_lint():
    report = report_of("""
        > Task :app:lintDebug FAILED
        /src/Net.kt:12: Error: Call requires API level 26 (current min is 21): java.time.LocalDate#now [NewApi]
                val now = LocalDate.now()
                                    ~~~

           Explanation for issues of type "NewApi":
           This check scans through all the Android API calls in the application.

        /app/build.gradle:30: Warning: A newer version of a:b is available: 2.0 [GradleDependency]
        1 errors, 1 warnings

        FAILURE: Build failed with an exception.

        * What went wrong:
        Execution failed for task ':app:lintDebug'.
        > Lint found errors in the project; aborting build.
    """)
    assert (report.kind, report.language) == ("lint", "kotlin")
    assert places(report) == [("error", "/src/Net.kt", 12, None), ("warning", "/app/build.gradle", 30, None)]
    assert first_error(report).code == "NewApi"
    assert first_error(report).message.endswith("java.time.LocalDate#now")


def test_missing_classes_each_stand_alone_and_the_summary_does_not():
    report = report_of("""
        > Task :app:minifyReleaseWithR8 FAILED
        ERROR: Missing classes detected while running R8. Please add the missing classes.
        ERROR: R8: Missing class com.example.qr.R$id (referenced from: void com.example.shop.A.b(android.view.View))
        Missing class com.example.qr.R$raw (referenced from: void com.example.shop.A.c() and 3 other contexts)

        FAILURE: Build failed with an exception.
    """)
    assert report.kind == "r8"
    assert [d.message.split(" (")[0] for d in report.diagnostics] == [
        "Missing class com.example.qr.R$id",
        "Missing class com.example.qr.R$raw",
    ]


@pytest.mark.parametrize(
    ("line", "file"),
    [
        (
            "ERROR:/libs/a.jar: D8: Type a.B is defined multiple times: /libs/a.jar:a/B.class, /libs/b.jar:a/B.class",
            "/libs/a.jar",
        ),
        ("Error: Cannot fit requested classes in a single dex file (# methods: 70001 > 65536)", None),
        ('AGPBI: {"kind":"error","text":"Cannot fit requested classes","sources":[{}],"tool":"D8"}', None),
    ],
)
def test_dexing(line, file):
    report = report_of(f"> Task :app:mergeExtDexDebug FAILED\n{line}\n")
    assert report.kind == "r8"
    assert first_error(report).file == file


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("Output:  /app/res/layout/cart.xml:12: error: resource font/bold (aka a:font/bold) not found.", 12),
        ("D:\\app\\AndroidManifest.xml:104: AAPT: Error parsing XML: not well-formed (invalid token)", 104),
        ("##[error]/app/res/values/values.xml:661: error: <item> inner element must be a reference.", 661),
        ("/app/res/values/values.xml:4:7: Error: The content of elements must be well-formed.", 4),
    ],
)
def test_older_forms_of_resource_errors(line, place):
    report = report_of(f"> Task :app:mergeDebugResources FAILED\n{line}\n")
    assert report.kind == "resource_linking"
    assert first_error(report).line == place
    assert first_error(report).file is not None
    assert first_error(report).file.endswith(".xml")


def test_old_data_binding_error_over_three_lines():
    report = report_of("""
        > Task :app:compileDebugJavaWithJavac FAILED
        > java.lang.RuntimeException: Found data binding errors.
        ****/ data binding error ****msg:Cannot find the setter for attribute 'app:binding'
        file:/app/src/main/res/layout/activity_login.xml
        loc:29:31 - 29:51
        ****\\ data binding error ****
    """)
    assert report.kind == "annotation_processing"
    assert places(report) == [("error", "/app/src/main/res/layout/activity_login.xml", 29, 31)]
