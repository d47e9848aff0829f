"""`mazes`: C programs whose error can be reached if and only if a constraint is satisfiable (Minotaur)."""
