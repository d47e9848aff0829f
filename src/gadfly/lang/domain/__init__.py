"""Abstract domains: programs of domain operations, the laws they are put to, how both are written and run."""
