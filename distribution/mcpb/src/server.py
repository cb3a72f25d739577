"""Starts the MCP server of the package that this bundle depends on."""

from lsp_server.__main__ import main

main()
