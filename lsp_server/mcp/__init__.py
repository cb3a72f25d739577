"""The catalogue for assistants, over the Model Context Protocol."""
