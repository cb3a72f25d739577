"""Causes of memory leaks: which code of the project holds on, and who should have let go."""
