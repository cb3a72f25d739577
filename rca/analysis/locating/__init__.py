"""Stack frames, messages and diagnostics → places in the workspace."""
