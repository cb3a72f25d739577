"""Search of code by text, names and words."""
