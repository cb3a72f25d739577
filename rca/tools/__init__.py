"""One file a tool: a function of its context and its validated parameters."""
