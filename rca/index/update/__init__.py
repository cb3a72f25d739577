"""Updates of the index: file listing, and parsing in worker processes."""
