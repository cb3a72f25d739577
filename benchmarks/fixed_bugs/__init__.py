"""Measure `analyze_error` on fixed bugs of public repositories: pointers into histories, nothing copied."""
