"""Past solutions: a durable ledger, a vector index over it, and their ranking."""
