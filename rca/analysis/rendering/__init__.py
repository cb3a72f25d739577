"""Markdown of briefs and tool results, inside a token budget."""
