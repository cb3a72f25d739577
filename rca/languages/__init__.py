"""All knowledge of programming languages, and the only user of tree-sitter."""
