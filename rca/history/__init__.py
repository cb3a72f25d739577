"""Who changed the culprit and when: git history and uncommitted edits."""
