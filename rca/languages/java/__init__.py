"""Java: declarations and expressions."""
