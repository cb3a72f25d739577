"""Root causes: what failed, where its value comes from, and what would have prevented it."""
