"""Features, weights and probabilities of search results."""
