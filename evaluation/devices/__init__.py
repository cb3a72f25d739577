"""A scripted adb server with devices of its own, and logs for them."""
