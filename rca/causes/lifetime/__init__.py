"""Order and lifetime: what is registered to run later, against what a teardown clears or releases."""
