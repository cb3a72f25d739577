"""What failed: the condition that did not hold, read from type and message, and its expression in the code."""
