"""C: reading programs, changing them by edits, writing them for a tool."""
