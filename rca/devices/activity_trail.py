"""The last steps of each app before an error, from the events buffer: activities and input."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from rca.devices.event_values import EventValue
from rca.devices.logcat_entry import LogEntry

_STEPS = {
    "create_activity": "created",
    "restart_activity": "restarted",
    "resume_activity": "resumed",
    "on_resume_called": "shown",
    "pause_activity": "paused",
    "on_paused_called": "left",
    "finish_activity": "finished",
    "destroy_activity": "destroyed",
}
_PREFIXES = ("wm_", "am_")
_INPUT = "input_interaction"
_MOST_STEPS = 400
_SHOWN = 10
_LONGEST_STEP = 300


class ActivityTrail:
    """Remembers what activities of all apps did last."""

    def __init__(self) -> None:
        self._steps: deque[tuple[str, str]] = deque(maxlen=_MOST_STEPS)

    def take_event(self, entry: LogEntry, name: str, values: Sequence[EventValue]) -> None:
        """Take over an event, if it is of an activity or an input."""
        at = entry.time_text()[11:23]
        texts = [one for one in values if isinstance(one, str)]
        if name == _INPUT and texts:
            self._steps.append((texts[0], f"{at} input: {texts[0]}"[:_LONGEST_STEP]))
        elif name.startswith(_PREFIXES) and (step := _STEPS.get(name[3:])) is not None and texts:
            component = next((one for one in texts if "/" in one), texts[0])
            self._steps.append((component, f"{at} {step} {component}"[:_LONGEST_STEP]))

    def of_package(self, package: str | None) -> tuple[str, ...]:
        """Return the last steps of a package; of all, if none is named."""
        if package is None:
            steps = [step for _, step in self._steps]
        else:
            steps = [
                step for subject, step in self._steps if f"{package}/" in subject or f"{package}." in subject
            ]
        return tuple(steps[-_SHOWN:])
