"""The text index: which words occur in which files, for fast searches."""
