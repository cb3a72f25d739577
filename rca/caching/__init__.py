"""Caches shared by the whole engine."""
