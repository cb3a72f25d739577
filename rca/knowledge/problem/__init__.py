"""Problem normalisation: fingerprint, frames, message template, topics."""
