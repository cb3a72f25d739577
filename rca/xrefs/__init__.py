"""Cross-references (xrefs): what every call site means, computed in the background and kept on disk."""
