"""Standard language server requests, one file each: convert, ask, convert."""
