"""Input vectors: the values that an execution reads, as the evidence of a truth lists them."""

from __future__ import annotations


def input_vectors(evidence: str) -> tuple[tuple[int, ...], ...]:
    """The inputs of each execution; a program that reads nothing has one. ValueError if it is no list."""
    return tuple(tuple(int(value) for value in line.split()) for line in evidence.splitlines()) or ((),)
