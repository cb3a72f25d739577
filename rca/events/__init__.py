"""Errors found in what programs print, as it passes; one event a problem."""
