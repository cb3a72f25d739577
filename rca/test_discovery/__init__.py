"""Tests of a workspace, found in its code before any build runs."""
