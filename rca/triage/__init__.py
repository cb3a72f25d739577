"""Many crash reports → groups of one problem each, ranked by users and novelty."""
