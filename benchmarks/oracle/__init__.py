"""Answer keys for `callers_accuracy`: the call graph of a repository as its compilers resolve it."""
