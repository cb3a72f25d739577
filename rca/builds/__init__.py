"""The project's own build, driven: compile, test and coverage by Gradle or Maven, and what came of it."""
