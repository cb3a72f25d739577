"""Entry points: where execution enters a project from outside."""
