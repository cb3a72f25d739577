"""Versions in conflict: which declarations of a build ask for each, and which one it takes."""
