"""What a domain printed about the parts of a law: elements as regions, and its answers to its own tests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gadfly.truth.regions import Linear, Region, nowhere

_LINE = re.compile(r"(element|truth) (\d+): ?(.*)")
_CONSTRAINT = re.compile(r"\{(ge|eq) ([^{}]*)\}")


class ValuesError(ValueError):
    """Printed values that mean no exact region; one line."""


@dataclass(frozen=True, slots=True)
class Values:
    """By place in the postfix form of a law's formula."""

    regions: Mapping[int, Region]
    truths: Mapping[int, bool]

    def region(self, place: int) -> Region:
        if place not in self.regions:
            raise ValuesError(f"the value of part {place} of the law was not printed")
        return self.regions[place]

    def truth(self, place: int) -> bool:
        if place not in self.truths:
            raise ValuesError(f"the truth of part {place} of the law was not printed")
        return self.truths[place]


def read_values(output: str, variables: int) -> Values:
    """The values of all parts of a formula; ValuesError if there are not exact numbers throughout."""
    regions: dict[int, Region] = {}
    truths: dict[int, bool] = {}
    for line in output.splitlines():
        match = _LINE.fullmatch(line.rstrip())
        if match is None:
            continue
        place = int(match[2])
        if match[1] == "truth":
            truths[place] = match[3] == "1"
        else:
            regions[place] = _region(match[3], variables)
    return Values(regions, truths)


def _region(text: str, variables: int) -> Region:
    if text == "bottom":
        return nowhere(variables)
    if _CONSTRAINT.sub("", text).strip():
        raise ValuesError(f"{text[:80]!r} is not a list of constraints")
    return Region(tuple(_linear(match[1], match[2], variables) for match in _CONSTRAINT.finditer(text)))


def _linear(relation: str, numbers: str, variables: int) -> Linear:
    try:
        constant, *coefficients = map(Fraction, numbers.split())
    except (ValueError, ZeroDivisionError) as error:
        raise ValuesError(f"{numbers[:80]!r} are not exact numbers") from error
    if len(coefficients) != variables:
        raise ValuesError(f"{len(coefficients)} coefficients for {variables} variables")
    return Linear(tuple(coefficients), constant, is_equality=relation == "eq")
