"""The contract: pydantic data types that every surface uses; no behaviour."""
