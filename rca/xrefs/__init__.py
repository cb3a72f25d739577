"""Links: what every call site of the project means, worked out in the background and kept on disk."""
