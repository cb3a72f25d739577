"""Bisection: replays what fails over commits, likeliest first, until the first bad one is found."""
