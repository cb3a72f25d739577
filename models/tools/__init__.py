"""One file a tool: its parameters and its result. Field descriptions are user documentation."""
