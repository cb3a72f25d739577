"""Version conflicts: which declarations of a build require each version, and which one it selects."""
