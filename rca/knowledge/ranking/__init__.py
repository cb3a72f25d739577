"""Ranking: features, weights and probabilities of search results."""
