"""Storage of the index: tables, records, names."""
