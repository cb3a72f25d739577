"""Problems and queries that the search for past solutions is measured on."""
