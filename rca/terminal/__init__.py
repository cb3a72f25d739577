"""Shell commands and their output."""
