"""The rows of the index on disk: tables, records, names."""
