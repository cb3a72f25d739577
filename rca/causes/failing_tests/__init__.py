"""Failing tests: what was expected and what came, and which code under test gives it."""
