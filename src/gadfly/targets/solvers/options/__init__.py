"""What options a solver has, read from the solver itself."""
