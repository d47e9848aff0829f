"""Input vectors: the values that an execution reads, as the evidence of a truth lists them."""

from __future__ import annotations

from collections.abc import Sequence


def input_vectors(evidence: str) -> tuple[tuple[int, ...], ...]:
    """The inputs of each execution; a program that reads nothing has one. ValueError if it is no list."""
    return tuple(tuple(int(value) for value in line.split()) for line in evidence.splitlines()) or ((),)


def vector_lines(vectors: Sequence[tuple[int, ...]]) -> str:
    """The evidence that lists these inputs; nothing if one execution that reads nothing is all there is."""
    if not any(vectors):
        return ""
    return "".join(f"{' '.join(map(str, vector))}\n" for vector in vectors)
