"""Reports of crash services about a made-up app, in the shape of each service."""

from __future__ import annotations

import json

TRACE = """java.lang.IllegalStateException: no note is open
\tat dev.larch.notes.NoteStore.current(NoteStore.kt:41)
\tat dev.larch.notes.NotesActivity.onCreate(NotesActivity.kt:31)
\tat android.app.Activity.performCreate(Activity.java:8290)
Caused by: java.io.IOException: disk full
\tat dev.larch.notes.Disk.write(Disk.kt:12)
"""


def _sentry_frame(module, function, file, line, in_app):
    return {"module": module, "function": function, "filename": file, "lineno": line, "in_app": in_app}


SENTRY = {
    "event_id": "9f0c",
    "platform": "java",
    "timestamp": "2026-10-01T09:30:00Z",
    "release": "dev.larch.notes@2.1.0+40",
    "environment": "production",
    "level": "fatal",
    "user": {"id": "u-7", "email": "someone@larch.dev"},
    "tags": {"flavor": "free"},
    "contexts": {
        "device": {"manufacturer": "Google", "model": "Pixel 8"},
        "os": {"name": "Android", "version": "15"},
        "flags": {"values": [{"flag": "new_editor", "result": True}]},
    },
    "breadcrumbs": {
        "values": [
            {
                "timestamp": 1790846990.0,
                "category": "navigation",
                "message": "opened",
                "data": {"to": "Notes"},
            },
            {"timestamp": "2026-10-01T09:29:59Z", "category": "ui.click", "message": "save", "level": "info"},
        ]
    },
    "threads": {
        "values": [
            {"id": 2, "name": "main", "crashed": True, "current": True},
            {"id": 9, "name": "worker", "crashed": False},
        ]
    },
    "exception": {
        "values": [
            {
                "type": "IOException",
                "value": "disk full",
                "module": "java.io",
                "thread_id": 2,
                "stacktrace": {
                    "frames": [_sentry_frame("dev.larch.notes.Disk", "write", "Disk.kt", 12, True)]
                },
            },
            {
                "type": "IllegalStateException",
                "value": "no note is open",
                "module": "java.lang",
                "thread_id": 2,
                "mechanism": {"type": "UncaughtExceptionHandler", "handled": False},
                "stacktrace": {
                    "frames": [
                        _sentry_frame("android.app.Activity", "performCreate", "Activity.java", 8290, False),
                        _sentry_frame(
                            "dev.larch.notes.NotesActivity", "onCreate", "NotesActivity.kt", 31, True
                        ),
                        _sentry_frame("dev.larch.notes.NoteStore", "current", "NoteStore.kt", 41, True),
                    ]
                },
            },
        ]
    },
}

SENTRY_API = {
    "id": "9f0c",
    "eventID": "9f0c",
    "groupID": "77",
    "platform": "java",
    "dateCreated": "2026-10-01T09:30:00Z",
    "tags": [{"key": "environment", "value": "production"}, {"key": "user", "value": "id:u-7"}],
    "release": {"version": "dev.larch.notes@2.1.0+40"},
    "contexts": SENTRY["contexts"],
    "user": {"id": "u-7"},
    "entries": [
        {
            "type": "exception",
            "data": {
                "values": [
                    {
                        "type": one["type"],
                        "value": one["value"],
                        "module": one["module"],
                        "threadId": 2,
                        "mechanism": one.get("mechanism"),
                        "stacktrace": {
                            "frames": [
                                {
                                    "module": frame["module"],
                                    "function": frame["function"],
                                    "filename": frame["filename"],
                                    "lineNo": frame["lineno"],
                                    "inApp": frame["in_app"],
                                }
                                for frame in one["stacktrace"]["frames"]
                            ]
                        },
                    }
                    for one in SENTRY["exception"]["values"]
                ]
            },
        },
        {"type": "breadcrumbs", "data": SENTRY["breadcrumbs"]},
        {"type": "threads", "data": SENTRY["threads"]},
    ],
}

SENTRY_MCP = """# Issue LARCH-12 in **larch**

**Description**: IllegalStateException: no note is open
**Culprit**: dev.larch.notes.NoteStore in current
**First Seen**: 2026-09-28T08:00:00.000Z
**Last Seen**: 2026-10-01T09:30:00.000Z
**Occurrences**: 31
**Users Impacted**: 7
**Status**: unresolved
**Platform**: java
**URL**: https://larch.sentry.io/issues/LARCH-12

## Event Details

**Event ID**: 9f0c
**Type**: error
**Occurred At**: 2026-10-01T09:30:00.000Z

### Error

```
IllegalStateException: no note is open
```

**Stacktrace:**
```
at android.app.Activity.performCreate(Activity.java:8290)
at dev.larch.notes.NotesActivity.onCreate(NotesActivity.kt:31)
    store.current()
at dev.larch.notes.NoteStore.current(NoteStore.kt:41)
```

**Caused by:**

### IOException: disk full

**Stacktrace:**
```
at dev.larch.notes.Disk.write(Disk.kt:12)
```

### Tags

**environment**: production
**handled**: no
**release**: dev.larch.notes@2.1.0+40

### Additional Context

**device**
manufacturer: "Google"
model: "Pixel 8"

**os**
name: "Android"
version: "15"

## Response Notes

- The stacktrace includes first-party application code.
"""


def _crashlytics_frame(symbol, file, line, owner):
    return {"symbol": symbol, "file": file, "line": line, "owner": owner, "blamed": line == 41}


CRASHLYTICS = {
    "platform": "ANDROID",
    "bundle_identifier": "dev.larch.notes",
    "event_id": "e1",
    "is_fatal": True,
    "error_type": "FATAL",
    "issue_id": "i1",
    "issue_title": "NoteStore.kt - dev.larch.notes.NoteStore.current",
    "event_timestamp": "2026-10-01 09:30:00 UTC",
    "device": {"manufacturer": "Google", "model": "Pixel 8"},
    "operating_system": {"display_version": "15", "name": "Android"},
    "application": {"build_version": "40", "display_version": "2.1.0"},
    "custom_keys": [{"key": "flavor", "value": "free"}],
    "installation_uuid": "inst-7",
    "logs": [{"timestamp": "2026-10-01 09:29:59 UTC", "message": "save"}],
    "breadcrumbs": [
        {
            "timestamp": "2026-10-01 09:29:58 UTC",
            "name": "screen_view",
            "params": [{"key": "screen", "value": "Notes"}],
        }
    ],
    "blame_frame": _crashlytics_frame("dev.larch.notes.NoteStore.current", "NoteStore.kt", 41, "DEVELOPER"),
    "threads": [
        {"crashed": False, "thread_name": "worker", "frames": []},
        {
            "crashed": True,
            "thread_name": "main",
            "frames": [_crashlytics_frame("dev.larch.notes.Disk.write", "Disk.kt", 12, "DEVELOPER")],
        },
    ],
    "exceptions": [
        {
            "type": "java.lang.IllegalStateException",
            "exception_message": "no note is open",
            "nested": False,
            "frames": [
                _crashlytics_frame("dev.larch.notes.NoteStore.current", "NoteStore.kt", 41, "DEVELOPER"),
                _crashlytics_frame(
                    "dev.larch.notes.NotesActivity.onCreate", "NotesActivity.kt", 31, "DEVELOPER"
                ),
                _crashlytics_frame("android.app.Activity.performCreate", "Activity.java", 8290, "PLATFORM"),
            ],
        },
        {
            "type": "java.io.IOException",
            "exception_message": "disk full",
            "nested": True,
            "frames": [_crashlytics_frame("dev.larch.notes.Disk.write", "Disk.kt", 12, "DEVELOPER")],
        },
    ],
}

CRASHLYTICS_CONSOLE = f"""# Crashlytics - Stack trace
# Application: dev.larch.notes
# Platform: android
# Version: 2.1.0 (40)
# Issue: i1
# Session: e1
# Date: Thu Oct 01 2026 09:30:00 GMT+0000

Fatal Exception: {TRACE.replace("Caused by: ", "Caused by ")}
Worker-1:
       at java.lang.Object.wait(Object.java)
       at dev.larch.notes.Worker.run(Worker.kt:10)
"""

CRASHLYTICS_MCP = """- platform: |
    ANDROID
  bundleOrPackage: |
    dev.larch.notes
  eventId: |
    e1
  eventTime: |
    '2026-10-01T09:30:00Z'
  issue: |
    id: i1
    errorType: FATAL
  device: |
    manufacturer: Google
    model: Pixel 8
  operatingSystem: |
    os: Android
    displayVersion: '15'
  version: |
    displayVersion: 2.1.0
    buildVersion: '40'
  logs: '[2026-10-01T09:29:59Z] save'
  breadcrumbs: '[2026-10-01T09:29:58Z] screen_view { screen: Notes }'
  exceptions: |-
    java.lang.IllegalStateException: no note is open
    at dev.larch.notes.NoteStore.current (NoteStore.kt:41)
    at dev.larch.notes.NotesActivity.onCreate (NotesActivity.kt:31)
    at android.app.Activity.performCreate (Activity.java:8290)

    Caused by: java.io.IOException: disk full
    at dev.larch.notes.Disk.write (Disk.kt:12)
  threads: |-
    Thread: main (crashed)
    at dev.larch.notes.Disk.write (Disk.kt:12)
"""

PLAY = {
    "errorReports": [
        {
            "name": "apps/dev.larch.notes/r1",
            "type": "CRASH",
            "reportText": TRACE,
            "issue": "apps/dev.larch.notes/i1",
            "eventTime": "2026-10-01T09:00:00Z",
            "deviceModel": {
                "deviceId": {"buildBrand": "google", "buildDevice": "shiba"},
                "marketingName": "Pixel 8",
            },
            "osVersion": {"apiLevel": "35"},
            "appVersion": {"versionCode": "40"},
        }
    ]
}

ACRA = {
    "REPORT_ID": "e1",
    "PACKAGE_NAME": "dev.larch.notes",
    "APP_VERSION_CODE": 40,
    "APP_VERSION_NAME": "2.1.0",
    "ANDROID_VERSION": "15",
    "BRAND": "Google",
    "PHONE_MODEL": "Pixel 8",
    "STACK_TRACE": TRACE,
    "THREAD_DETAILS": {"id": 2, "name": "main"},
    "USER_CRASH_DATE": "2026-10-01T09:30:00.000+00:00",
    "INSTALLATION_ID": "inst-7",
    "CUSTOM_DATA": {"flavor": "free"},
    "LOGCAT": "10-01 09:29:59.000 I Larch: save",
}

BUGSNAG = {
    "id": "e1",
    "error_id": "i1",
    "received_at": "2026-10-01T09:30:00Z",
    "unhandled": True,
    "severity": "error",
    "app": {"id": "dev.larch.notes", "version": "2.1.0", "version_code": 40, "release_stage": "production"},
    "device": {"manufacturer": "Google", "model": "Pixel 8", "os_name": "android", "os_version": "15"},
    "user": {"id": "u-7"},
    "feature_flags": [{"feature_flag": "new_editor", "variant": "b"}],
    "breadcrumbs": [
        {"timestamp": "2026-10-01T09:29:59Z", "type": "user", "name": "save", "metaData": {"n": 1}}
    ],
    "threads": [{"id": 2, "name": "main", "error_reporting_thread": True}],
    "exceptions": [
        {
            "error_class": "java.lang.IllegalStateException",
            "message": "no note is open",
            "type": "android",
            "stacktrace": [
                {
                    "method": "dev.larch.notes.NoteStore.current",
                    "file": "NoteStore.kt",
                    "line_number": 41,
                    "in_project": True,
                },
                {
                    "method": "dev.larch.notes.NotesActivity.onCreate",
                    "file": "NotesActivity.kt",
                    "line_number": 31,
                    "in_project": True,
                },
                {
                    "method": "android.app.Activity.performCreate",
                    "file": "Activity.java",
                    "line_number": 8290,
                },
            ],
        },
        {
            "error_class": "java.io.IOException",
            "message": "disk full",
            "stacktrace": [
                {
                    "method": "dev.larch.notes.Disk.write",
                    "file": "Disk.kt",
                    "line_number": 12,
                    "in_project": True,
                }
            ],
        },
    ],
}

DATADOG = {
    "type": "error",
    "service": "dev.larch.notes",
    "version": "2.1.0",
    "build_version": "40",
    "date": 1790846990.00,
    "usr": {"id": "u-7"},
    "device": {"brand": "Google", "model": "Pixel 8"},
    "os": {"name": "Android", "version": "15"},
    "feature_flags": {"new_editor": True},
    "view": {"name": "NotesActivity"},
    "error": {
        "id": "e1",
        "message": "no note is open",
        "type": "java.lang.IllegalStateException",
        "is_crash": True,
        "stack": TRACE,
        "threads": [{"name": "main", "crashed": True, "stack": "at x"}],
    },
}

EXIT_INFO = """ACTIVITY MANAGER PROCESS EXIT INFO (dumpsys activity exit-info)
Last Timestamp of Persistence Into Persistent Storage: 2026-10-01 09:00:00.000
  package: dev.larch.notes
    Historical Process Exit for uid=10211
        ApplicationExitInfo #0:
          timestamp=2026-10-01 09:40:00.000 pid=4100 realUid=10211 packageUid=10211 definingUid=10211 user=0
          process=dev.larch.notes reason=10 (USER REQUESTED) subreason=21 (FORCE STOP) status=0
          importance=125 pss=0.00 rss=210MB description=stop dev.larch.notes state=empty trace=null
        ApplicationExitInfo #1:
          timestamp=2026-10-01 09:30:00.000 pid=4093 realUid=10211 packageUid=10211 definingUid=10211 user=0
          process=dev.larch.notes reason=6 (ANR) subreason=0 (UNKNOWN) status=0
          importance=100 pss=80MB rss=190MB description=Input dispatching timed out (window) state=empty trace=/data/system/procexitstore/anr_1.gz
"""


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

JVM = {
    "sentry event": json.dumps(SENTRY),
    "sentry API": json.dumps(SENTRY_API, indent=2),
    "sentry MCP": SENTRY_MCP,
    "crashlytics export": json.dumps(CRASHLYTICS),
    "crashlytics console": CRASHLYTICS_CONSOLE,
    "crashlytics MCP": CRASHLYTICS_MCP,
    "play": json.dumps(PLAY),
    "acra": json.dumps(ACRA),
    "bugsnag": json.dumps({"events": [BUGSNAG]}),
    "datadog": json.dumps({"data": [{"id": "d", "attributes": {"attributes": DATADOG}}]}),
}
"""Reports of one crash, whose exceptions and frames are the same."""

CRASHLYTICS_APPLE = {
    "eventId": "e9",
    "eventTime": "2026-10-01T09:30:00Z",
    "platform": "IOS",
    "operatingSystem": {"displayVersion": "18.1"},
    "blameFrame": {"symbol": "Larch.open(_:)", "file": "Larch.swift", "line": "12", "library": "Larch"},
    "threads": [
        {
            "crashed": True,
            "title": "Crashed: com.apple.main-thread",
            "signal": "SIGTRAP",
            "frames": [
                {"symbol": "Larch.open(_:)", "file": "Larch.swift", "line": "12", "library": "Larch"},
                {"symbol": "<redacted>", "library": "UIKitCore"},
            ],
        }
    ],
}

FORMER_SENTRY = {
    "event_id": "a1",
    "platform": "java",
    "sentry.interfaces.Exception": {"type": "E", "value": "no", "module": "dev.larch"},
    "sentry.interfaces.Stacktrace": {
        "frames": [{"module": "dev.larch.Main", "function": "run", "filename": "Main.kt", "lineno": 7}]
    },
}

SIGNATURES = {
    "data": [
        {
            "type": "diagnosticSignatures",
            "id": "s1",
            "attributes": {"diagnosticType": "HANGS", "signature": "Larch: -[Store save:] + 23"},
            "links": {"self": "u1"},
        }
    ]
}

METRIC_KIT = {
    "timeStampEnd": "2026-10-01 09:30:00 +0000",
    "hangDiagnostics": [
        {
            "diagnosticMetaData": {"appVersion": "2.1.0", "hangDuration": "2 sec"},
            "callStackTree": {
                "callStacks": [
                    {
                        "threadAttributed": True,
                        "callStackRootFrames": [
                            {
                                "binaryName": "Larch",
                                "address": 4331400000,
                                "offsetIntoBinaryTextSegment": 92992,
                            }
                        ],
                    }
                ]
            },
        }
    ],
}

EVERY = {
    **JVM,
    "exit-info": EXIT_INFO,
    "app store connect": json.dumps(APP_STORE_CONNECT),
    "ips": IPS,
    "crashlytics of Apple": json.dumps(CRASHLYTICS_APPLE),
    "former sentry": json.dumps(FORMER_SENTRY, indent=1),
    "signatures": json.dumps(SIGNATURES),
    "metric kit": json.dumps(METRIC_KIT, indent=2),
}
