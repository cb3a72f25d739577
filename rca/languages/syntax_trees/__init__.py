"""Syntax trees of single functions and properties, for analyses that need more than a file's facts."""
