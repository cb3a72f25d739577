"""LSP requests, one file each: convert the request, call the engine, convert the answer."""
