"""Where execution enters a project from outside."""
