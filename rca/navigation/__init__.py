"""Questions about code: definitions, references, callers, hierarchies, symbols by name."""
