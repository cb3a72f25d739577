"""Fixed bugs given to assistants: once with the tools of this product, once with plain file tools."""
