"""Summaries of files, modules and projects, made from the index."""
