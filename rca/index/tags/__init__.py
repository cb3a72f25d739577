"""Tags: what kind of thing a file holds."""
