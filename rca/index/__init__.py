"""The index: declarations and call sites of all files, cached by content hash."""
