"""What code depends on, what depends on it, and what a change affects."""
