"""Starting foreign programs: with limits, without a shell, and with nothing left behind."""
