"""Failing tests: expected and actual values, and the code under test that computes them."""
