"""Fault injection for one knowledge store: processes, people and disks, and what is lost."""
