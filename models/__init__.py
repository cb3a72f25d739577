"""The contract: plain pydantic data that every surface speaks, and nothing that does anything."""
