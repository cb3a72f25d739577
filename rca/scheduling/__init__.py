"""Deadlines, locks, priorities and throttles: how concurrent work shares one interpreter and one machine."""
