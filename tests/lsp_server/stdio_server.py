"""What the official client of the Model Context Protocol starts."""

from mcp.client.stdio import StdioServerParameters

from tests.rca_process import rca_command


def stdio_server(environment, *arguments, module="lsp_server"):
    """Return `rca mcp` with arguments, to be connected to by standard input and output."""
    program, *given = rca_command("mcp", *arguments, module=module)
    return StdioServerParameters(command=program, args=given, env=environment)
