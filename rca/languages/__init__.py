"""Language readers: source text → facts. The only package that imports tree-sitter."""
