"""Generator of the packaged table of library signatures (`python -m scripts.library_table`)."""
