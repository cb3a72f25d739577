"""Snippets of Kotlin and Java, with questions about where marked values come from."""
