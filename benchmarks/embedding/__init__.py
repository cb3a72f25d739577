"""Training of the packaged embedding model on paraphrases of errors."""
