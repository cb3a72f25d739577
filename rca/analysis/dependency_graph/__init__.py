"""What depends on what, and what a change would reach."""
