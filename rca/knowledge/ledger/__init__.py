"""The ledger of solutions in SQLite: tables, events, backups, merging."""
