"""Android devices over the adb server's own protocol: shell, files, logcat, and the crashes in it."""
