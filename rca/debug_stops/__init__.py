"""Programs that stand still in an editor's debugger: their values and their error text."""
