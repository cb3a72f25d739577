"""Kotlin: a hand-written lexer and parser."""
