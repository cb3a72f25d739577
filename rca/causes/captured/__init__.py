"""What the values of a captured throw say of its cause."""
