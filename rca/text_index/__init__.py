"""The words of all texts, each with the files that hold it, kept on the disk for searches."""
