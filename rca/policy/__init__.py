"""What may be done, how much of it, and what is written down: one place for every surface."""
