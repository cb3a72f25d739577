"""What a project does, counted: the patterns that it uses, and the conventions that its files keep."""
