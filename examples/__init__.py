"""A small Android app with planted failures, its git history, and the demo that analyzes one."""
