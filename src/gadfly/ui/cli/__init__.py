"""The command line: one module per verb, no logic."""

from gadfly.ui.cli.main import main

__all__ = ["main"]
