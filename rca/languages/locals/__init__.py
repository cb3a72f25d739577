"""Locals, parameters and type parameters of one text, and how far each is seen."""
