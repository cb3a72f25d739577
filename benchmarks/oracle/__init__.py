"""Keys for `callers_accuracy`: who calls whom in a repository, as its compilers resolve it."""
