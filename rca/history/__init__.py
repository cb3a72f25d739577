"""Who changed the culprit and when: git's history and the edits that are not committed yet."""
