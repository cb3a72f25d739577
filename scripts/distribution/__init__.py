"""How a release is made: the lock, wheels of each platform, metadata of directories, artifacts."""
