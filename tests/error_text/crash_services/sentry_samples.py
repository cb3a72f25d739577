"""Reports of Sentry about a made-up app: its event, its API and its MCP server."""

from __future__ import annotations


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
