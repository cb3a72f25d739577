"""Cases, corpora and their scores, which tests and benchmarks share; neither imports the other."""
