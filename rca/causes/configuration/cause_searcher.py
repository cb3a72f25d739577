"""Base class of the searches for causes in configuration, with the context that they share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from rca.causes.configuration.build_blocks import BuildBlocks
from rca.causes.configuration.configuration_cause import ConfigurationCause
from rca.causes.configuration.error_symptoms import ErrorSymptoms
from rca.causes.configuration.project_files import ProjectFiles
from rca.causes.configuration.requirements import Requirements
from rca.causes.configuration.version_history import VersionHistory
from rca.causes.configuration.versions.declared_versions import DeclaredVersions


@dataclass(frozen=True, slots=True)
class SearchContext:
    """One error and one project, each part read when it is first asked for."""

    symptoms: ErrorSymptoms
    files: ProjectFiles
    requirements: Requirements
    blocks: BuildBlocks
    history: VersionHistory
    versions: DeclaredVersions


class CauseSearcher(ABC):
    """Finds the causes of one kind."""

    def __init__(self, context: SearchContext) -> None:
        self._symptoms = context.symptoms
        self._files = context.files
        self._requirements = context.requirements
        self._blocks = context.blocks
        self._history = context.history
        self._declared = context.versions

    @abstractmethod
    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes, the surest mechanism first."""
