"""Reports of a made-up app on Apple's systems: App Store Connect, and the system's own file."""

from __future__ import annotations

import json


def _apple_frame(symbol, line, *below):
    return {
        "binaryName": "Larch",
        "binaryUUID": "70B8",
        "address": "0x1045f0",
        "symbolName": symbol,
        "fileName": "Notes.kt",
        "lineNumber": line,
        "isBlameFrame": line == 41,
        "subFrames": list(below),
    }


APP_STORE_CONNECT = {
    "version": "1.0",
    "productData": [
        {
            "signatureId": "s1",
            "diagnosticLogs": [
                {
                    "diagnosticMetaData": {
                        "bundleId": "dev.larch.notes",
                        "appVersion": "2.1.0",
                        "buildVersion": "40",
                        "osVersion": "iPhone OS 18.1 (22B83)",
                        "deviceType": "iPhone16,1",
                        "event": "crash",
                    },
                    "callStackTree": [
                        {
                            "callStackPerThread": True,
                            "callStacks": [
                                {"threadAttributed": False, "callStackRootFrames": []},
                                {
                                    "threadAttributed": True,
                                    "callStackRootFrames": [
                                        _apple_frame(
                                            "kfun:dev.larch.notes.NoteStore#current(){}",
                                            41,
                                            _apple_frame("kfun:dev.larch.notes.Notes#open(){}", 31),
                                        )
                                    ],
                                },
                            ],
                        }
                    ],
                }
            ],
        }
    ],
}

IPS = "\n".join(
    (
        json.dumps({"app_name": "Larch", "bug_type": "309", "os_version": "iPhone OS 18.1 (22B83)"}),
        json.dumps(
            {
                "procName": "Larch",
                "pid": 511,
                "captureTime": "2026-10-01 09:30:00.0000 +0000",
                "modelCode": "iPhone16,1",
                "bundleInfo": {
                    "CFBundleIdentifier": "dev.larch.notes",
                    "CFBundleShortVersionString": "2.1.0",
                    "CFBundleVersion": "40",
                },
                "exception": {"type": "EXC_CRASH", "signal": "SIGABRT"},
                "asi": {"libsystem_c.dylib": ["abort() called"]},
                "faultingThread": 0,
                "threads": [
                    {
                        "triggered": True,
                        "queue": "com.apple.main-thread",
                        "frames": [
                            {"imageIndex": 1, "imageOffset": 512, "symbol": "abort", "symbolLocation": 180},
                            {
                                "imageIndex": 0,
                                "imageOffset": 16,
                                "symbol": "kfun:dev.larch.notes.Notes#open(){}",
                            },
                        ],
                    }
                ],
                "usedImages": [
                    {"name": "Larch", "base": 4096, "uuid": "70b8"},
                    {"name": "libsystem_c.dylib", "base": 65536, "uuid": "11aa"},
                ],
            },
            indent=1,
        ),
    )
)
