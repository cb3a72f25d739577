"""Symbol files of native code: found by identity, never by name alone; addresses → functions and lines."""
