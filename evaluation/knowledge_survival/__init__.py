"""What processes, people and disks do to one knowledge store, and what is lost of it."""
