"""The engine: error text in, root cause out. It knows no protocol and no editor."""

__version__ = "0.1.0"

from rca import native_modules

native_modules.install()
