"""`rca debug`: a local model looks for the root cause with the tools, every step shown, the end checked."""
