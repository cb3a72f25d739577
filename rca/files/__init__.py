"""Files of the workspace: listed, searched and written, never outside it."""
