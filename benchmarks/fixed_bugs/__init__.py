"""Benchmark of `analyze_error` on fixed bugs of public repositories: references only, nothing copied."""
