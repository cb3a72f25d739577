"""Recorded coverage of single tests: which functions failing tests run and passing ones do not."""
