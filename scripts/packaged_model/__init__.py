"""Makes the embedding model that ships, from its base model and its LoRA weights."""
