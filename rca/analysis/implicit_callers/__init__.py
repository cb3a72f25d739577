"""Callers that no source of the project shows: libraries, reflection, generated code; each with evidence."""
