"""Hangs: the wait-for graph of threads, locks, pools and coroutines, from dumps and live programs."""
