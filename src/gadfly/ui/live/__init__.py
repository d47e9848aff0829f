"""The terminal: a live screen, plain lines, and what a hunt shows at its end."""
