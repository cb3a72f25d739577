"""Text positions: offsets, lines and columns. Pure."""
