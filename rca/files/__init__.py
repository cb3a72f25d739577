"""Workspace files: listed, searched and written, never outside the workspace."""
