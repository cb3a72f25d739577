"""Callers that the project's sources do not show: libraries, reflection, generated code."""
