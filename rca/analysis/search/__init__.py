"""Code search by text, name and words."""
