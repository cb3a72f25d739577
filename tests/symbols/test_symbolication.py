"""From a crash report to the project's lines: what is resolved, by which file, and why the rest stays addresses."""

import os
import shutil

import pytest

from models.settings import KnowledgeSettings, Settings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.symbols.module_id import debug_id_of_build_id
from rca.toolkit.tool import ToolContext, invoke, soft_deadline
from rca.tools import analyze_error, parse_error
from rca.workspace import Workspace
from tests.symbols.native_library import (
    SOURCE,
    address_of,
    breakpad_file,
    build,
    build_dsym,
    build_id,
    needs_dsymutil,
    needs_gcc,
    run,
    split,
    write_source,
)

TOMBSTONE = """*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
Build fingerprint: 'google/panther/panther:14/UP1A/1:user/release-keys'
ABI: 'x86_64'
pid: 8123, tid: 8170, name: RenderThread  >>> com.example.shop <<<
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0
backtrace:
{frames}
"""
FRAME = "      #0{index} pc {pc:016x}  /data/app/com.example.shop/lib/x86_64/libcart.so{function} (BuildId: {identity})"
BUILT = "app/build/intermediates/merged_native_libs/debug/out/lib/x86_64/libcart.so"


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "shop"
    write_source(root / "app/src/main/cpp")
    (root / "settings.gradle.kts").write_text('include(":app")\n')
    (root / "app/build.gradle.kts").write_text("")
    (root / ".gitignore").write_text("build/\n")
    return root


@pytest.fixture
def call(project, tmp_path):
    opened = []

    def run_tool(text, tool=analyze_error, symbol_folders=(), environment=None):
        workspace = Workspace([project], tmp_path / "data")
        workspace.index()
        store = KnowledgeStore(tmp_path / "data", KnowledgeSettings())
        opened.extend((workspace, store))
        context = ToolContext(
            snapshot=workspace.snapshot,
            knowledge=store,
            settings=Settings(symbol_folders=symbol_folders),
            data_dir=tmp_path / "data",
            environment={**os.environ, "HOME": str(tmp_path / "home"), **(environment or {})},
            deadline=soft_deadline(60),
        )
        answer = invoke(tool.TOOL, {"errorText": text}, context).model_dump(mode="json", exclude_none=True)
        assert answer["success"], answer
        return answer

    yield run_tool
    for one in opened:
        one.close()


def built(project, inside=BUILT):
    return build(project / "app/src/main/cpp/cart.cpp", project / inside)


def tombstone(library, *codes, identity=None, function=""):
    identity = build_id(library) if identity is None else identity
    frames = [
        FRAME.format(index=index, pc=address_of(library, code), identity=identity, function=function)
        for index, code in enumerate(codes)
    ]
    return TOMBSTONE.format(frames="\n".join(frames))


def line_of(code):
    return next(number for number, text in enumerate(SOURCE.split("\n"), 1) if code in text)


def gaps(answer):
    return [
        line
        for line in answer["meta"].get("provenance", ())
        if "address" in line and "resolved with" not in line
    ]


@needs_gcc
def test_the_culprit_is_the_innermost_line_of_the_project(project, call):
    library = built(project)
    answer = call(tombstone(library, "return sum + 1", "return cart.checked(n) + 2"))
    culprit = answer["data"]["culprit"]
    assert (culprit["filePath"], culprit["line"], culprit["method"]) == (
        "app/src/main/cpp/cart.cpp",
        line_of("return sum + 1"),
        "checked",
    )
    assert culprit["function"]["name"] == "checked"
    assert "return sum + 1" in culprit["code"]
    first, second = answer["data"]["error"]["nativeFrames"]
    assert (first["function"], first["line"]) == ("shop::Cart::checked(int)", line_of("return sum + 1"))
    assert second["text"].endswith(f"cart.cpp:{line_of('return cart.checked(n) + 2')})")
    assert f"addresses are resolved with {BUILT} ({build_id(library)})" in answer["meta"]["provenance"]
    assert gaps(answer) == []


@needs_gcc
def test_inlined_functions_become_frames(project, call):
    library = built(project)
    address = next(int(line.split()[0], 16) for line in _lines_of_header(library))
    text = TOMBSTONE.format(frames=FRAME.format(index=0, pc=address, identity=build_id(library), function=""))
    frames = call(text, parse_error)["data"]["nativeFrames"]
    assert [(frame["index"], frame.get("inlined"), frame["line"]) for frame in frames] == [
        (0, True, 4),
        (0, None, 6),
    ]
    assert frames[0]["text"].startswith("#00 inlined  libcart.so  ")


def _lines_of_header(library):
    told = run("objdump", "-d", library).splitlines()
    addresses = [line.strip().partition(":")[0] for line in told if line.startswith("    ") and ":" in line]
    places = run("addr2line", "-e", library, *(f"0x{one}" for one in addresses)).splitlines()
    return [one for one, place in zip(addresses, places, strict=True) if "cart.h:4" in place]


@needs_gcc
def test_a_library_of_another_build_is_never_used(project, call):
    library = built(project)
    text = tombstone(library, "return sum + 1", identity="00" * 20)
    answer = call(text)
    (frame,) = answer["data"]["error"]["nativeFrames"]
    assert "function" not in frame or frame["function"] is None
    assert "of another build" in frame["unresolved"]
    assert "culprit" not in answer["data"] or "cart.cpp" not in str(answer["data"]["culprit"])
    (gap,) = gaps(answer)
    assert gap.startswith("frame 0 of libcart.so stays an address: no symbol file has its id 0000")
    assert f"{BUILT} ({build_id(library)})" in gap


@needs_gcc
def test_why_an_address_stays_one(project, call):
    library = built(project)
    (stripped, identity) = (project / "stripped/libcart.so", build_id(library))
    split(library, project / "elsewhere/libcart.so.debug", stripped)
    outside = FRAME.format(index=0, pc=0x900000, identity=identity, function="")
    (gap,) = gaps(call(TOMBSTONE.format(frames=outside), parse_error))
    assert "the address lies outside of the code" in gap
    text = tombstone(library, "return sum + 1")
    shutil.rmtree(project / "app/build")
    shutil.rmtree(project / "elsewhere")
    (gap,) = gaps(call(text, parse_error))
    assert "stripped/libcart.so" in gap
    assert "is stripped" in gap
    (gap,) = gaps(call(text.replace(f" (BuildId: {identity})", ""), parse_error))
    assert "does not say which build" in gap


@needs_gcc
def test_folders_of_the_settings(project, call, tmp_path):
    library = built(project)
    text = tombstone(library, "return sum + 1")
    kept = tmp_path / "outside/libcart.so"
    kept.parent.mkdir()
    shutil.move(library, kept)
    assert gaps(call(text, parse_error)) != []
    assert gaps(call(text, parse_error, symbol_folders=(str(kept.parent),))) == []
    assert gaps(call(text, parse_error, symbol_folders=(str(kept),))) == []
    missing = call(text, parse_error, symbol_folders=("no/such", str(tmp_path / "none")))
    told = [line for line in missing["meta"]["provenance"] if line.startswith("symbolFolders")]
    assert len(told) == 2


@needs_gcc
def test_without_the_extra_the_answer_says_what_to_install(project, call, monkeypatch):
    monkeypatch.setattr("rca.symbols.symbolizer._is_installed", lambda: False)
    library = built(project)
    (gap,) = gaps(
        call(tombstone(library, "return sum + 1"), parse_error, environment={"PATH": "", "ANDROID_HOME": ""})
    )
    assert "pip install 'kotlin-rca[symbols]'" in gap


@needs_gcc
def test_a_stack_walk_by_a_breakpad_file(project, call):
    library = built(project, "kept/libcart.so")
    breakpad_file(library, project / "symbols/libcart.so.sym")
    module = debug_id_of_build_id(bytes.fromhex(build_id(library))).upper() + "0"
    # A caller's address is the one behind the call: the line is that of the byte before.
    at, base = address_of(library, "return sum + 1"), 0x7B00000000
    library.unlink()
    walk = (
        "Crash reason:  SIGSEGV /SEGV_MAPERR\nCrash address: 0x0\n\nThread 0 (crashed)\n"
        f" 0  libcart.so + 0x{at:x}\n    rip = 0x{base + at:016x}\n    Found by: given as instruction pointer in context\n"
        f" 1  libcart.so + 0x{at + 1:x}\n    rip = 0x{base + at + 1:016x}\n    Found by: call frame info\n\n"
        f"Loaded modules:\n0x{base:x} - 0x{base + 0xFFFF:x}  libcart.so  ???  (WARNING: No symbols, libcart.so, {module})\n"
    )
    frames = call(walk, parse_error)["data"]["nativeFrames"]
    assert [(frame["function"], frame["line"]) for frame in frames] == [
        ("shop::Cart::checked(int)", line_of("return sum + 1"))
    ] * 2


@needs_gcc
@needs_dsymutil
def test_an_apple_report_by_a_dsym(project, call):
    source = project / "app/src/main/cpp/cart.cpp"
    _library, symbols = build_dsym(source, project / "app/build/bin/iosArm64/releaseFramework")
    told = run("llvm-objdump", "--macho", "--private-headers", symbols)
    identity = next(line.split()[1] for line in told.splitlines() if line.strip().startswith("uuid"))
    start = int(
        next(
            line.split()[0] for line in run("llvm-nm", "-C", symbols).splitlines() if "Cart::checked" in line
        ),
        16,
    )
    base = 0x104A3C000
    report = (
        "Process:             Shop [4902]\n\nException Type:  EXC_BAD_ACCESS (SIGSEGV)\nTriggered by Thread:  0\n\n"
        f"Thread 0 Crashed:\n0   Shop    \t0x{base + start:016x} 0x{base:x} + {start}\n\nBinary Images:\n"
        f"       0x{base:x} -        0x{base + 0xFFFF:x} Shop arm64  <{identity.replace('-', '').lower()}> /var/Shop.app/Shop\n"
    )
    answer = call(report)
    frames = answer["data"]["error"]["nativeFrames"]
    assert frames[-1]["function"] == "shop::Cart::checked(int)"
    assert answer["data"]["culprit"]["filePath"] == "app/src/main/cpp/cart.cpp"


def test_texts_without_native_frames_look_at_no_file(project, call, tmp_path):
    call("java.lang.IllegalStateException: x\n\tat com.example.shop.Cart.total(Cart.kt:3)\n")
    assert not (tmp_path / "data/symbols").exists()
