"""`rca debug`: a local model searches for the root cause with the tools; every step is shown."""
