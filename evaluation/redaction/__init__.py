"""How much of what must not leave the machine is masked, and how much else is."""
