"""Abstract-domain libraries: a native driver that knows the laws, and one table of functions per library."""
