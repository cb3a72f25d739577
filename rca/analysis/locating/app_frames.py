"""Classification of frames as app code: a class that the workspace declares is the app's."""

from __future__ import annotations

from models.error_report import ErrorReport, Frame, ReportedException
from rca.analysis.locating.frame_files import FrameFiles, is_partial
from rca.error_text.jvm import choose_culprit
from rca.error_text.language import language_of
from rca.error_text.thread_dump import choose_hang_culprit
from rca.workspace import Snapshot


def attribute_frames(report: ErrorReport, snapshot: Snapshot, *, only_partial: bool = False) -> ErrorReport:
    """Return the report with each library frame that the workspace declares marked as the app's.

    The culprit is chosen again if that changed a frame. Further errors are treated the same.

    Args:
        report: as classified from the text alone, by packages.
        snapshot: the workspace.
        only_partial: mark only frames whose package is missing, masked or shortened in the text; for
            callers with their own list of app packages.
    """
    attribution = _Attribution(FrameFiles(snapshot), only_partial=only_partial)
    return attribution.report(report)


class _Attribution:
    def __init__(self, files: FrameFiles, *, only_partial: bool) -> None:
        self._files = files
        self._only_partial = only_partial
        self._declared: dict[tuple[str | None, str | None, str | None], bool] = {}

    def report(self, report: ErrorReport) -> ErrorReport:
        exceptions = tuple(self._exception(exception) for exception in report.exceptions)
        update: dict[str, object] = {}
        if exceptions != report.exceptions:
            choose = choose_hang_culprit if report.kind == "anr" else choose_culprit
            culprit = choose(exceptions)
            frames = [frame for exception in exceptions for frame in exception.frames]
            language = language_of(frames, culprit) or report.language
            update = {"exceptions": exceptions, "culprit": culprit, "language": language}
        others = tuple(self.report(other) for other in report.others)
        if others != report.others:
            update["others"] = others
        return report.model_copy(update=update) if update else report

    def _exception(self, exception: ReportedException) -> ReportedException:
        frames = tuple(self._frame(frame) for frame in exception.frames)
        return exception if frames == exception.frames else exception.model_copy(update={"frames": frames})

    def _frame(self, frame: Frame) -> Frame:
        if frame.origin != "library" or not self._is_declared(frame):
            return frame
        return frame.model_copy(update={"origin": "app"})

    def _is_declared(self, frame: Frame) -> bool:
        name = frame.class_name
        if name is None or (self._only_partial and not is_partial(name.rpartition(".")[0])):
            return False
        key = (name, frame.method, frame.file)
        if key not in self._declared:
            self._declared[key] = bool(self._files.find(frame))
        return self._declared[key]
