"""The resolver: names → declarations, types, members, calls; lazy, one query at a time."""
