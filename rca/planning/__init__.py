"""Context planning inside a token budget, and validation of an agent's conclusion."""
