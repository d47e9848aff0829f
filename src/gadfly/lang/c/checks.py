"""The checks of a program: what is asked about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gadfly.lang.c.edits import Edit, apply, encode
from gadfly.lang.c.tokens import Token, closing, tokens

CHECK = "__gadfly_check"
BETWEEN_STATEMENTS = frozenset({";", "{", "}"})


def checks(words: Sequence[Token]) -> list[Edit]:
    """For every check the edit that leaves an empty statement in its place."""
    return [
        Edit(token.start, words[closing(words, place + 1)].end, "")
        for place, token in enumerate(words)
        if token.text == CHECK
    ]


def check_labels(words: Sequence[Token]) -> Iterator[Token]:
    """The labels of all checks, in the order of the text."""
    for place, token in enumerate(words[:-2]):
        if token.text == CHECK:
            yield words[place + 2]


def with_checks(program: str, labels: Sequence[int]) -> str:
    """The program with only some of its checks, which get their places in `labels` as new labels.

    The others leave nothing behind where they were put between statements, blanks included, so that it is the
    same program whatever else was asked.
    """
    words = list(tokens(program))
    data = encode(program)
    edits = []
    for place, token in enumerate(words):
        if token.text != CHECK:
            continue
        end = closing(words, place + 1) + 1
        label = words[place + 2]
        if int(label.text) in labels:
            edits.append(Edit(label.start, label.end, str(labels.index(int(label.text)))))
        elif words[place - 1].text in BETWEEN_STATEMENTS and words[end].text == ";":
            start, stop = token.start, words[end].end
            if data[start - 1 : start] == data[stop : stop + 1] == b" ":
                start, stop = start - 1, stop + 1
            edits.append(Edit(start, stop, ""))
        else:
            edits.append(Edit(token.start, words[end - 1].end, ""))
    return apply(program, edits)


def with_condition(program: str, label: int, condition: str) -> str:
    """The program with another condition in one of its checks."""
    words = list(tokens(program))
    edits = []
    for place, token in enumerate(words):
        if token.text == CHECK and words[place + 2].text == str(label):
            comma, end = words[place + 3], words[closing(words, place + 1)]
            edits.append(Edit(comma.end, end.start, f" {condition}"))
    return apply(program, edits)
