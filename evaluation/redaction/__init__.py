"""Recall and precision of redaction."""
