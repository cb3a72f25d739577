"""Dumps of programs that hang, or do not, with what is known of them; and the score of wait-for graphs."""
