"""The edge: every process that serves the engine to a person, an editor or a model."""
