"""Patterns and conventions of a project, derived by counting what its files do."""
