"""What failed: the condition that did not hold, by type and message, and its expression in the code."""
