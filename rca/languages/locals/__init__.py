"""Local scopes of one text: locals, parameters and type parameters."""
