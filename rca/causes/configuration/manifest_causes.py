"""Errors caused by an entry of an Android manifest, or its absence: permissions, components, services."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.manifest_searcher import COMPONENT_TAGS, ManifestSearcher
from rca.causes.configuration.required_attributes import attribute_span

_PERMISSION = re.compile(
    r"(?:[Rr]equires?|[Nn]eed(?:s|ed)?|has|have|holds?|granted|missing|without|allOf=true|anyOf=\w+|lacks?)[^.]{0,80}?"
    r"\b((?:android|com\.[\w.]+)\.permission\.[A-Z_0-9]+)"
)
_SHORT_PERMISSION = re.compile(
    r"\b(?:[Rr]equires?|[Nn]eeds?|[Mm]issing) (?:the )?([A-Z]{3,}(?:_[A-Z]+)*) permission"
)
_INTERNET = re.compile(r"missing INTERNET permission|socket failed: E(?:PERM|ACCES)\b")
_COMPONENT = re.compile(
    r"(?:ComponentInfo\{ ?[\w.]+/ ?|explicit (?:activity|service|receiver) class \{[\w.]+/|"
    r"Unable to (?:start|create|stop|unbind|bind) (?:service|receiver) |Unable to get provider |"
    r"Unable to instantiate (?:receiver|service|application|activity|appComponentFactory) |"
    r"ServiceRecord\{\w+ \w+ [\w.]+/)([\w.$]+)"
)
_UNDECLARED = re.compile(r"have you declared this activity in your AndroidManifest|Unable to find explicit")
_FOREGROUND = re.compile(
    r"MissingForegroundServiceTypeException|Starting FGS without a type|InvalidForegroundServiceTypeException"
    r"|foregroundServiceType 0x\w+ is not a subset|Starting FGS with type"
)
_INITIALIZER = re.compile(
    r"WorkManager is not initialized properly|explicitly disabled WorkManagerInitializer|"
    r"androidx\.startup\.InitializationProvider"
)
_EXPORTED = re.compile(
    r"android:exported needs to be explicitly specified for (?:element )?<?([\w-]+)?(?:#([\w.$]+))?"
)
_REMOVE_ONE = (
    'Write `tools:node="merge"` here, and inside of the provider `<meta-data android:name="…Initializer" '
    'tools:node="remove" />` for the initializer alone that the app calls itself.'
)
_CANNOT_GET = 0.4
"""Part of the confidence that is left where the app cannot get the permission: the call is at fault then."""
_COMPARE = "Compare the entry in the merged manifest with the library's own."
_MOST_MANIFESTS = 4

_OF_SYSTEM_APPS = frozenset(
    (
        *(
            "READ_PRIVILEGED_PHONE_STATE",
            "MODIFY_PHONE_STATE",
            "WRITE_SECURE_SETTINGS",
            "INTERACT_ACROSS_USERS",
        ),
        *("INTERACT_ACROSS_USERS_FULL", "MANAGE_USERS", "STATUS_BAR", "STATUS_BAR_SERVICE", "DEVICE_POWER"),
        *("REBOOT", "INSTALL_PACKAGES", "DELETE_PACKAGES", "UPDATE_APP_OPS_STATS", "MANAGE_APP_OPS_MODES"),
        *(
            "CAPTURE_AUDIO_OUTPUT",
            "SHUTDOWN",
            "SET_TIME",
            "SET_TIME_ZONE",
            "MASTER_CLEAR",
            "LOCATION_HARDWARE",
        ),
        *(
            "NETWORK_SETTINGS",
            "MANAGE_USB",
            "MANAGE_ACTIVITY_STACKS",
            "MANAGE_ACTIVITY_TASKS",
            "INJECT_EVENTS",
        ),
        *("FORCE_STOP_PACKAGES", "GRANT_RUNTIME_PERMISSIONS", "CONNECTIVITY_INTERNAL", "READ_FRAME_BUFFER"),
        *("ACCESS_SURFACE_FLINGER", "INTERNAL_SYSTEM_WINDOW", "MEDIA_CONTENT_CONTROL", "LOCAL_MAC_ADDRESS"),
        *(
            "START_ACTIVITIES_FROM_BACKGROUND",
            "SUSPEND_APPS",
            "CHANGE_COMPONENT_ENABLED_STATE",
            "MANAGE_ROLLBACKS",
        ),
    )
)
"""Permissions that Android's own manifest protects by `signature` or `privileged`."""


class ManifestCauses(ManifestSearcher):
    """Searches the manifests of one project for the entries that an error is about."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes, the surest mechanism first."""
        if not self._files.manifests:
            return
        flat = self._symptoms.flat
        yield from self._foreground(flat)
        yield from self._permissions(flat)
        yield from self._initializers(flat)
        yield from self._exported(flat)
        yield from self._components(flat)

    def _permissions(self, flat: str) -> Iterator[ConfigurationCause]:
        names = [match[1] for match in _PERMISSION.finditer(flat)]
        names += [f"android.permission.{match[1]}" for match in _SHORT_PERMISSION.finditer(flat)]
        if _INTERNET.search(flat):
            names.append("android.permission.INTERNET")
        for name in dict.fromkeys(names):
            declared = list(self.elements(("uses-permission", "uses-permission-sdk-23"), name))
            if declared:
                yield ConfigurationCause(
                    "permission_declared",
                    f"The manifest asks for `{name}` here; limits of this entry, or a grant that never came, "
                    "still deny it.",
                    tuple(span for span, _ in declared)[:_MOST_MANIFESTS],
                    (f"the error names `{name}`", "the manifest asks for it"),
                    "Check `maxSdkVersion` and whether the user granted it at run time.",
                )
                continue
            spans = self.permission_blocks()
            if spans:
                of_system = name.rpartition(".")[2] in _OF_SYSTEM_APPS
                is_system = of_system and self._is_system_app()
                yield ConfigurationCause(
                    "permission_missing",
                    f"No manifest of the project asks for `{name}`"
                    + (", which is granted to apps of the system alone." if of_system else "."),
                    tuple(spans),
                    (
                        f"the error names `{name}`",
                        "none of the manifests has it"
                        if is_system or not of_system
                        else "by its manifests the app is none of the system, so it cannot get it",
                    ),
                    "An app of the system asks for it here and is signed or listed for it; any other does "
                    "without the call, or catches the exception."
                    if of_system
                    else "Add the `<uses-permission>` and, where it is a dangerous one, ask the user.",
                    strength=_CANNOT_GET if of_system and not is_system else 1.0,
                )

    def _is_system_app(self) -> bool:
        """Return whether a manifest shares a user id of the system, or asks for what only its apps get."""
        for path in self.main_manifests():
            for element in self._files.xml(path).elements:
                if (element.get("sharedUserId") or "").startswith("android.uid."):
                    return True
                is_asked = element.tag.startswith("uses-permission")
                if is_asked and (element.get("name") or "").rpartition(".")[2] in _OF_SYSTEM_APPS:
                    return True
        return False

    def _foreground(self, flat: str) -> Iterator[ConfigurationCause]:
        if not _FOREGROUND.search(flat):
            return
        names = [match[1] for match in _COMPONENT.finditer(flat)] + self._service_frames()
        spans = [span for name in dict.fromkeys(names) for span, _ in self.components_named(name)]
        if not spans:
            spans = [
                self._files.element_span(path, element)
                for path in self.main_manifests()
                for element in self._files.xml(path).elements
                if element.tag == "service"
            ]
        if spans:
            yield ConfigurationCause(
                "foreground_service",
                "The service goes to the foreground, and its entry names no `foregroundServiceType`, or "
                "not the one that is started, as apps that target API level 34 must.",
                (*spans[:3], *self.permission_blocks()[:1]),
                ("the error says that the type of the foreground service is missing or does not fit",),
                "Name the type here and ask for the permission `FOREGROUND_SERVICE_…` that belongs to it.",
            )

    def _service_frames(self) -> list[str]:
        return [
            frame.class_name.partition("$")[0]
            for one in self._symptoms.exceptions
            for frame in one.frames
            if frame.class_name and frame.origin == "app"
        ]

    def _initializers(self, flat: str) -> Iterator[ConfigurationCause]:
        if not _INITIALIZER.search(flat):
            return
        found = [
            (span, element)
            for span, element in self.elements(("provider",), "androidx.startup.InitializationProvider")
        ]
        found += list(self.elements(("provider", "meta-data"), "androidx.work.WorkManagerInitializer"))
        removing = [
            attribute_span(self._files, span.path, element, "node")
            for span, element in found
            if element.get("node") == "remove"
        ]
        spans = removing or [span for span, _ in found]
        if spans:
            what = "takes the start-up provider out" if removing else "sets up the start-up provider"
            yield ConfigurationCause(
                "startup_provider",
                f"This entry {what}, so that the library is not initialized as it expects.",
                tuple(spans)[:_MOST_MANIFESTS],
                ("the error says that the initializer did not run", "the manifest changes its provider"),
                _REMOVE_ONE
                if removing
                else "Compare the entry in the merged manifest with the library's own.",
            )

    def _exported(self, flat: str) -> Iterator[ConfigurationCause]:
        match = _EXPORTED.search(flat)
        if match is None:
            return
        spans = []
        for path in dict.fromkeys((*self.manifests_at_fault(), *self._files.manifests)):
            elements = self._files.xml(path).elements
            for index, element in enumerate(elements):
                filtered = any(one.parent == index and one.tag == "intent-filter" for one in elements)
                if element.tag in COMPONENT_TAGS and filtered and element.get("exported") is None:
                    named = match[2] is None or (element.get("name") or "").endswith(
                        match[2].rpartition(".")[2]
                    )
                    spans.append((not named, self._files.element_span(path, element)))
        if spans:
            yield ConfigurationCause(
                "exported",
                "The component has an intent filter and does not say whether others may start it.",
                tuple(span for _, span in sorted(spans, key=lambda pair: pair[0]))[:_MOST_MANIFESTS],
                ("the error asks for `android:exported`", "this component has a filter and lacks it"),
                "Set `android:exported`.",
            )

    def _components(self, flat: str) -> Iterator[ConfigurationCause]:
        undeclared = _UNDECLARED.search(flat) is not None
        not_started = "ForegroundServiceDidNotStartInTime" in flat
        crashed_inside = any(frame.origin == "app" for frame in self._symptoms.stack)
        for name in dict.fromkeys(match[1] for match in _COMPONENT.finditer(flat)):
            entries = [span for span, _ in self.components_named(name)]
            own = bool(self._files.classes(name))
            if entries and not undeclared and self._symptoms.has_type("ClassNotFoundException"):
                yield ConfigurationCause(
                    "component_class",
                    f"The manifest names `{name}` here, and the app has no such class.",
                    tuple(entries)[:2],
                    (f"the error cannot load `{name}`",),
                    "Correct the name, or keep the class from the shrinker.",
                )
            elif entries and (undeclared or (not_started and not own)):
                yield self._entry_elsewhere(name, entries, undeclared=undeclared)
            elif not entries and undeclared and own:
                yield from self._entry_missing(name)
            elif (
                not entries
                and not own
                and not crashed_inside
                and not self._is_of_project(name)
                and "Activity" in name
            ):
                yield from self._foreign_component(name)

    def _entry_elsewhere(self, name: str, entries: list[Span], *, undeclared: bool) -> ConfigurationCause:
        return ConfigurationCause(
            "component_entry",
            f"The manifest declares `{name}` here, and the platform does not find it under this name."
            if undeclared
            else f"The project's manifest has an entry of its own for `{name}`, a class of a library.",
            tuple(entries)[:_MOST_MANIFESTS],
            (f"the error names `{name}`", "this entry declares it"),
            "Compare the entry in the merged manifest with the class that is asked for.",
        )

    def _entry_missing(self, name: str) -> Iterator[ConfigurationCause]:
        owner = self._files.module_folder(self._files.classes(name)[0].path)
        manifests = sorted(
            self.manifests_at_fault(), key=lambda path: self._files.module_folder(path) != owner
        )
        spans = [*self._stale_entries(name)]
        spans += [span for path in manifests for span in self.named_elements(path, "application")]
        if spans:
            yield ConfigurationCause(
                "component_undeclared",
                f"`{name}` is a class of the project that no manifest declares.",
                tuple(spans)[:2],
                (f"the error cannot find `{name}`", "no manifest has an entry of this name"),
                "Declare the component below `<application>`.",
            )

    def _stale_entries(self, name: str) -> Iterator[Span]:
        """Yield the components of the same simple name whose class the project does not have (any more)."""
        simple = name.rpartition(".")[2]
        for path in self.manifests_at_fault():
            for element in self._files.xml(path).elements:
                written = element.get("name") or ""
                if (
                    element.tag in COMPONENT_TAGS
                    and "." in written.lstrip(".")
                    and written.rpartition(".")[2] == simple
                    and not (written[:1] != "." and self._files.classes(written))
                ):
                    yield self._files.element_span(path, element)

    def _foreign_component(self, name: str) -> Iterator[ConfigurationCause]:
        spans = [
            span for path in self.main_manifests()[:2] for span in self.named_elements(path, "application")
        ]
        if spans and "." in name:
            yield ConfigurationCause(
                "foreign_component",
                f"`{name}` comes into the app with a library's manifest; nothing in the project's own "
                "manifest changes or removes it.",
                tuple(spans)[:2],
                (f"the error names `{name}`", "the project neither declares nor overrides it"),
                "Look for the component in the merged manifest, and override or remove its entry here.",
            )

    def _is_of_project(self, name: str) -> bool:
        return any(name.startswith(f"{package}.") for package in self._files.snapshot.app_packages)
