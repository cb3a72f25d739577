"""The pages as a searchable site."""
