"""Leak traces of LeakCanary, 1.x and 2.x: which references keep an object that should be gone."""

from rca.error_text.leak_traces.find_leaks import find_leaks

__all__ = ["find_leaks"]
