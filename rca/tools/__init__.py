"""The tools, one file each: a function of a context and validated parameters."""
