"""Causes that lie in configuration: manifests, resources, builds, keep rules, declarations."""

from rca.causes.configuration.configuration_cause import ConfigurationCause
from rca.causes.configuration.configuration_search import find_configuration_causes

__all__ = ["ConfigurationCause", "find_configuration_causes"]
