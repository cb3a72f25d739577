"""Programs that are stopped in an editor's debugger: their values and their error text."""
