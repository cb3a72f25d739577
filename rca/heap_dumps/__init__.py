"""Heap dumps in HPROF form, of the JVM and of Android: leaked objects, what holds them, what is largest."""
