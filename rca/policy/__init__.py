"""Policy for every surface: approvals, budgets, truncation, metrics."""
