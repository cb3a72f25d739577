"""Android's XML: manifests and resources."""
