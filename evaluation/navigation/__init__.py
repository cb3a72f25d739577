"""Snippets of Kotlin and Java, with questions about marked names."""
