"""Errors found in program output as it arrives, one event per problem."""
