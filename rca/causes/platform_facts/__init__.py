"""Facts of the platform that decide: each module states one kind, where the code shows it."""
