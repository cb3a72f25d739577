"""Forms of messages, one file a group of families."""
