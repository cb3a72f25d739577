"""The durable ledger of solutions: tables, events, backups, merging."""
