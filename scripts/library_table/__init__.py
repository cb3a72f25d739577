"""Makes the table of library signatures that ships with the program (`python -m scripts.library_table`)."""
