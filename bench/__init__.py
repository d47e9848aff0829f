"""Benchmarks: `make bench-NAME` prints a table. Figures are ratios of one run where they can be."""
