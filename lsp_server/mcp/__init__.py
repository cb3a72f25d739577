"""The MCP server: the catalogue for assistants."""
