"""Measurements, as ratios to a floor or a peer in the same run. Never part of the tests."""
