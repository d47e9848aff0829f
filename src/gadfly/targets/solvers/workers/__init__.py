"""Scripts that run in a process of their own, outside of the package."""
