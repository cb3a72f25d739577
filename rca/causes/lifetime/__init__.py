"""Order and lifetime: callbacks that are registered, against what a teardown clears or releases."""
