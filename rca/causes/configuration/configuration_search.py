"""All causes that the project's configuration may hold for one error, ranked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from models.code import ProjectFrame
from models.error_report import ErrorReport
from rca.causes.configuration.build_blocks import BuildBlocks
from rca.causes.configuration.build_script_causes import BuildScriptCauses
from rca.causes.configuration.catalog_accessor_causes import CatalogAccessorCauses
from rca.causes.configuration.cause_searcher import CauseSearcher, SearchContext
from rca.causes.configuration.configuration_cause import ConfigurationCause
from rca.causes.configuration.database_causes import DatabaseCauses
from rca.causes.configuration.declaration_causes import DeclarationCauses
from rca.causes.configuration.error_symptoms import ErrorSymptoms
from rca.causes.configuration.injection_causes import InjectionCauses
from rca.causes.configuration.keep_rule_causes import KeepRuleCauses
from rca.causes.configuration.layout_causes import LayoutCauses
from rca.causes.configuration.layout_variant_causes import LayoutVariantCauses
from rca.causes.configuration.library_causes import LibraryCauses
from rca.causes.configuration.manifest_access_causes import ManifestAccessCauses
from rca.causes.configuration.manifest_causes import ManifestCauses
from rca.causes.configuration.message_demands import check_demands
from rca.causes.configuration.message_rules import MessageRules
from rca.causes.configuration.missing_name_causes import MissingNameCauses
from rca.causes.configuration.named_class_causes import NamedClassCauses
from rca.causes.configuration.plugin_class_causes import PluginClassCauses
from rca.causes.configuration.plugin_descriptor_causes import PluginDescriptorCauses
from rca.causes.configuration.project_files import ProjectFiles
from rca.causes.configuration.provider_causes import ProviderCauses
from rca.causes.configuration.recent_version_causes import RecentVersionCauses
from rca.causes.configuration.requirements import Requirements
from rca.causes.configuration.resource_causes import ResourceCauses
from rca.causes.configuration.resource_type_causes import ResourceTypeCauses
from rca.causes.configuration.theme_causes import ThemeCauses
from rca.causes.configuration.theme_contract_causes import ThemeContractCauses
from rca.causes.configuration.version_history import VersionHistory
from rca.causes.configuration.versions.declared_versions import DeclaredVersions
from rca.causes.configuration.versions.library_conflicts import LibraryConflictCauses
from rca.causes.configuration.versions.linkage_conflicts import LinkageConflictCauses
from rca.causes.configuration.versions.toolchain_conflicts import ToolConflictCauses
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot

MOST_CAUSES = 8


_SEARCHERS: tuple[type[CauseSearcher], ...] = (
    ManifestCauses,
    ManifestAccessCauses,
    ProviderCauses,
    ThemeContractCauses,
    ThemeCauses,
    ResourceTypeCauses,
    ResourceCauses,
    LayoutCauses,
    LayoutVariantCauses,
    NamedClassCauses,
    PluginDescriptorCauses,
    KeepRuleCauses,
    DeclarationCauses,
    InjectionCauses,
    DatabaseCauses,
    MissingNameCauses,
    ToolConflictCauses,
    LibraryConflictCauses,
    LinkageConflictCauses,
    MessageRules,
    CatalogAccessorCauses,
    PluginClassCauses,
    BuildScriptCauses,
    LibraryCauses,
    RecentVersionCauses,
)
"""In the order in which time is spent: what reads least comes first."""


def find_configuration_causes(
    report: ErrorReport, text: str, frames: Sequence[ProjectFrame], snapshot: Snapshot, deadline: Deadline
) -> list[ConfigurationCause]:
    """Return explanations of an error by entries of the project's configuration, the likeliest first.

    Each rests on something that the text says and on an entry or a lack that the project has; where
    nothing does, the list is empty. When the time runs out, what was found until then is returned.

    Args:
        report: the parsed error.
        text: what it was parsed from.
        frames: its frames and messages as found in the workspace.
        snapshot: the workspace.
        deadline: ends the search.
    """
    files = ProjectFiles(snapshot, deadline)
    requirements, blocks = Requirements(files), BuildBlocks(files)
    context = SearchContext(
        ErrorSymptoms(report, text, frames),
        files,
        requirements,
        blocks,
        VersionHistory(files),
        DeclaredVersions(files, requirements, blocks),
    )
    found: list[ConfigurationCause] = []
    for searcher in _SEARCHERS:
        if deadline.expired:
            break
        found.extend(takewhile(lambda _: not deadline.expired, searcher(context).find()))
    ranked = _ranked(found)[:MOST_CAUSES]
    demands = tuple(one.statement for one in check_demands(context.symptoms, files)) if ranked else ()
    if demands:
        # What the message says of classes comes before what the likeliest cause rests on.
        ranked[0] = replace(ranked[0], evidence=(*demands, *ranked[0].evidence))
    return ranked


def _ranked(causes: Sequence[ConfigurationCause]) -> list[ConfigurationCause]:
    """Return the causes by confidence; of two with the same first place the surer one."""
    replaced = {cause.replaces for cause in causes if cause.replaces is not None}
    best = sorted(
        (cause for cause in causes if cause.mechanism not in replaced), key=lambda cause: -cause.confidence
    )
    distinct: dict[object, ConfigurationCause] = {}
    for cause in best:
        distinct.setdefault(cause.spans[0], cause)
    return list(distinct.values())
