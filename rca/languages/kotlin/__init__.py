"""Kotlin: syntax, declarations, expressions."""
