"""From names to declarations: types, members, calls. Works on demand, one question at a time."""
