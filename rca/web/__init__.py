"""Web search, one file a source, behind the user's consent."""
