"""What a tool is, the catalogue of tools, and how answers and errors are rendered."""
