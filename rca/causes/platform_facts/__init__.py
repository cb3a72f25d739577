"""Facts of the platform that decide a cause: one module for each kind of fact."""
