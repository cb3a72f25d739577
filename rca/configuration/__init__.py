"""Configuration files as keys with places, and the code that uses each key."""
