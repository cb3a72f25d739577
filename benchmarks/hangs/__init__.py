"""Hangs: dumps of programs that hang in known ways, and how well their wait-for graphs are found."""
