"""Symbols and call sites of a workspace, kept by content hash."""
