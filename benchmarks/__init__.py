"""Benchmarks: figures as ratios to a floor or a peer measured in the same run. Not part of the tests."""
