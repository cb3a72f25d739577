"""The surfaces: language server, MCP server and command line."""
