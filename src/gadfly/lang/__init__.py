"""The languages queries are written in."""
