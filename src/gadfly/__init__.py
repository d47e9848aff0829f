"""Gadfly asks trusted tools questions whose answers it knows, and reports the wrong ones."""

__version__ = "0.1.0"
