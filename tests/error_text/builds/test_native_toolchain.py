from tests.error_text.builds.build_reports import first_error, places, report_of


def test_lld_and_clang():
    report = report_of("""
        > Task :app:buildCMakeDebug[arm64-v8a] FAILED
        C/C++: ld.lld: error: undefined symbol: shop::Cart::total()
        C/C++: >>> referenced by native-lib.cpp:12 (/src/cpp/native-lib.cpp:12)
        C/C++: >>>               CMakeFiles/shop.dir/native-lib.cpp.o:(Java_com_example_shop_Native_total)
        C/C++: clang++: error: linker command failed with exit code 1 (use -v to see invocation)
        C/C++: ninja: build stopped: subcommand failed.
        /src/cpp/cart.cpp:12:5: error: use of undeclared identifier 'total'
            total();
            ^
    """)
    assert (report.kind, report.language) == ("native_link", "cpp")
    assert report.failed_tasks == (":app:buildCMakeDebug[arm64-v8a]",)
    assert places(report) == [
        ("error", "/src/cpp/native-lib.cpp", 12, None),
        ("error", "/src/cpp/cart.cpp", 12, 5),
    ]
    assert first_error(report).message == "undefined symbol: shop::Cart::total()"


def test_old_linker_and_cmake():
    report = report_of("""
        CMake Error at CMakeLists.txt:12 (target_link_libraries):
          Cannot specify link libraries for target "shop" which is not built by this
          project.

        -- Configuring incomplete, errors occurred!
        /src/cart.cpp:40: undefined reference to 'total()'
    """)
    assert places(report) == [("error", "CMakeLists.txt", 12, None), ("error", "/src/cart.cpp", 40, None)]
    assert "which is not built by this" in first_error(report).message


def test_apple_linker_of_a_multiplatform_project():
    report = report_of("""
        > Task :shared:linkDebugFrameworkIosArm64 FAILED
        Undefined symbols for architecture arm64:
          "_OBJC_CLASS_$_FIRApp", referenced from:
              objc-class-ref in result.o
        ld: symbol(s) not found for architecture arm64
        e: /Applications/Xcode.app/usr/bin/ld invocation reported errors

        FAILURE: Build failed with an exception.

        * What went wrong:
        Execution failed for task ':shared:linkDebugFrameworkIosArm64'.
        > Compilation finished with errors
    """)
    assert (report.kind, report.language) == ("native_link", "kotlin")
    assert len(report.diagnostics) == 1
    assert "_OBJC_CLASS_$_FIRApp" in first_error(report).message


def test_a_klib_that_is_not_found():
    report = report_of(
        'e: Could not find "org.jetbrains.kotlin.native.platform.UIKit" in [/home/ci/.konan/klib]'
    )
    assert report.kind == "native_link"
