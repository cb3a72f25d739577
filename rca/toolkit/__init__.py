"""What a tool is, the catalogue of tools, and the rendering of answers and errors."""
