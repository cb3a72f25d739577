"""Programs in which one stack trace has two possible causes, told apart by the values at the throw."""
