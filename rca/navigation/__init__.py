"""Code navigation: definitions, references, callers, hierarchies, symbol search."""
