import pytest

from tests.error_text.builds.build_reports import first_error, places, report_of


def test_javac_keeps_symbol_and_location_and_leaves_source_and_caret_out():
    report = report_of("""
        > Task :app:compileDebugJavaWithJavac FAILED
        /src/shop/Cart.java:12: error: cannot find symbol
        import com.example.shop.Item;
                               ^
          symbol:   class Item
          location: package com.example.shop
        /src/shop/Cart.java:20: warning: [deprecation] total() in Cart has been deprecated
                total();
                ^
        1 error
        1 warning
    """)
    assert (report.kind, report.language) == ("java_compile", "java")
    assert places(report) == [
        ("error", "/src/shop/Cart.java", 12, None),
        ("warning", "/src/shop/Cart.java", 20, None),
    ]
    assert first_error(report).message.splitlines() == [
        "cannot find symbol",
        "  symbol:   class Item",
        "  location: package com.example.shop",
    ]


@pytest.mark.parametrize("word", ["错误", "エラー", "Fehler", "erreur", "ошибка"])
def test_javac_in_other_languages(word):
    report = report_of(
        f"> Task :a:compileJava FAILED\nD:\\src\\Cart.java:12: {word}: x\n    foo();\n    ^\n1"
    )
    assert places(report) == [("error", "D:\\src\\Cart.java", 12, None)]


def test_dagger_keeps_its_path():
    report = report_of("""
        /build/generated/hilt/component_sources/debug/App_HiltComponents.java:140: error: [Dagger/MissingBinding] com.example.shop.Repo cannot be provided without an @Provides-annotated method.
          public abstract static class SingletonC implements App_GeneratedInjector,
                                 ^

              com.example.shop.Repo is injected at
                  com.example.shop.CartViewModel(repo)
        1 error

        FAILURE: Build failed with an exception.

        * What went wrong:
        Execution failed for task ':app:hiltJavaCompileDebug'.
        > Compilation failed; see the compiler error output for details.
    """)
    assert report.kind == "annotation_processing"
    error = first_error(report)
    assert error.code == "Dagger/MissingBinding"
    assert error.message.splitlines()[-1].strip() == "com.example.shop.CartViewModel(repo)"


def test_ksp_with_and_without_a_place():
    report = report_of("""
        > Task :app:kspDebugKotlin FAILED
        i: [ksp] loaded provider(s): [a.B]
        w: [ksp] /src/CartDao.kt:9: Schema export directory was not provided.
        e: [ksp] C:/src/CartDao.kt:18: There is a problem with the query: no such table: item
        e: [ksp] InjectProcessingStep was unable to process 'Cart(Api)' because 'error.NonExistentClass' could not be resolved.

        Dependency trace:
            => element (CLASS): com.example.shop.Cart
            => type (ERROR superclass): error.NonExistentClass

        If type 'error.NonExistentClass' is a generated type, check above for compilation errors.
        e: [ksp] [MissingType]: Element 'com.example.shop.Cart' references a type that is not present

        FAILURE: Build failed with an exception.
    """)
    assert (report.kind, report.language) == ("annotation_processing", "kotlin")
    assert places(report) == [
        ("warning", "/src/CartDao.kt", 9, None),
        ("error", "C:/src/CartDao.kt", 18, None),
        ("error", None, None, None),
        ("error", None, None, None),
    ]
    assert "=> element (CLASS): com.example.shop.Cart" in report.diagnostics[2].message
    assert report.diagnostics[3].code == "MissingType"


def test_an_exception_in_ksp_is_the_processors_and_has_its_trace():
    report = report_of("""
        > Task :app:kspDebugKotlin FAILED
        e: [ksp] java.lang.IllegalStateException: Unexpected type
        \tat com.google.devtools.ksp.impl.UtilKt.replace(util.kt:661)
        \tat com.example.shop.processor.CartProcessor.visit(CartProcessor.kt:98)
    """)
    assert report.kind == "annotation_processing"
    assert [(e.type, len(e.frames)) for e in report.exceptions] == [("java.lang.IllegalStateException", 2)]
    assert report.culprit is not None
    assert report.culprit.file == "CartProcessor.kt"


def test_room_through_kapt_stubs():
    report = report_of("""
        > Task :app:kaptDebugKotlin FAILED
        e: C:\\shop\\app\\build\\tmp\\kapt3\\stubs\\debug\\CartDao.java:19: error: Not sure how to convert a Cursor to this method's return type (java.lang.Object).
            public abstract java.lang.Object getAll();
                                             ^
    """)
    assert report.kind == "annotation_processing"
    assert first_error(report).tool == "kapt"
    assert first_error(report).message.startswith("Not sure how to convert a Cursor")


def test_a_symbol_that_kapt_misses_is_the_processors_failure():
    report = report_of("""
        > Task :app:kaptDebugKotlin FAILED
        /build/generated/source/kapt/debug/DataBinderMapperImpl.java:12: error: cannot find symbol
        import com.example.shop.databinding.CartBindingImpl;
                                           ^
    """)
    assert report.kind == "annotation_processing"


def test_stubs_fail_for_the_kotlin_code():
    report = report_of("""
        > Task :app:kaptGenerateStubsDebugKotlin FAILED
        e: file:///src/Cart.kt:3:7 Unresolved reference: Item
    """)
    assert report.kind == "kotlin_compile"


def test_data_binding_counts_from_zero():
    report = report_of("""
        > Task :app:kaptDebugKotlin FAILED
        e: error: cannot generate view binders
        \t[databinding] {"msg":"Cannot resolve type 'cart'","file":"/res/layout/cart.xml","pos":[{"line0":25,"col0":28,"line1":25,"col1":31}]}
    """)
    assert report.kind == "annotation_processing"
    assert ("error", "/res/layout/cart.xml", 26, 29) in places(report)


def test_a_copy_that_lost_its_indentation_keeps_the_symbol():
    report = report_of("""
        Task :app:kaptDebugKotlin FAILED
        C:\\shop\\DataBinderMapperImpl.java:10: error: cannot find symbol
        import com.example.shop.databinding.CartBindingImpl;
        symbol: class CartBindingImpl
        location: package com.example.shop.databinding
        C:\\shop\\DataBinderMapperImpl.java:11: error: cannot find symbol
        import com.example.shop.databinding.ShelfBindingImpl;
        symbol: class ShelfBindingImpl
    """)
    assert [d.message.splitlines()[1:] for d in report.diagnostics] == [
        ["  symbol: class CartBindingImpl", "  location: package com.example.shop.databinding"],
        ["  symbol: class ShelfBindingImpl"],
    ]
