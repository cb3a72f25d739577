"""Java: a hand-written lexer and parser."""
