"""Runs of the project's own build: compile, test and coverage by Gradle or Maven."""
