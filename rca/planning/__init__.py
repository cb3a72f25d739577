"""What to look at for a task inside a token budget, and whether a conclusion holds."""
