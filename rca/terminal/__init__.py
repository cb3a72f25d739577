"""Commands of a shell: run and bounded, or only looked at."""
