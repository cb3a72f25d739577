"""Caches that every part of the engine uses."""
