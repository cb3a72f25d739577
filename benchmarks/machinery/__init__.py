"""Each piece of scheduling machinery on the scales: the same work with and without it, in one process."""
