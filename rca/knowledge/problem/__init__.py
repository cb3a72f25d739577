"""A problem in its essentials: fingerprint, frames, message template, topics."""
