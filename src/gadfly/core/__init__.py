"""The shared vocabulary: frozen records, choices and interfaces. No I/O, no foreign imports."""
