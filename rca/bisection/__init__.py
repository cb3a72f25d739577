"""Bisection: replays what fails over commits, likeliest first, until the one that brought it is found."""
