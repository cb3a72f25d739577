"""What exceptions of frameworks are about: the calls of the app whose order, pairing or argument matters."""
