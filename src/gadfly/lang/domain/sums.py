"""Sums and constraints as people write them: `-x0 + 2*x3 - 1 >= 0`."""

from __future__ import annotations

import math
import re

from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.program import Constraint, Relation, Sum

_TERM = re.compile(r"\s*([+-])?\s*(?:(?:(\d{1,30})\s*\*\s*)?x(\d{1,9})|(\d{1,30}|inf|nan))\s*")
_CONSTRAINT = re.compile(r"([^=>]+?)\s*(>=|=)\s*0")


def read_number(text: str) -> int | float:
    """An integer, inf, -inf or nan; there is one nan only, so that records with it are equal."""
    match text:
        case "inf":
            return math.inf
        case "-inf":
            return -math.inf
        case "nan":
            return math.nan
    try:
        return int(text)
    except ValueError as error:
        raise DomainReadError(f"{text[:40]!r} is no integer and not inf, -inf or nan") from error


def print_sum(sum_: Sum) -> str:
    terms = [_print_term(factor, place) for place, factor in enumerate(sum_.coefficients) if factor]
    if sum_.constant != 0 or not terms:
        terms.append(str(sum_.constant))
    text = terms[0]
    for term in terms[1:]:
        text += f" - {term[1:]}" if term.startswith("-") else f" + {term}"
    return text


def read_sum(text: str, variables: int) -> Sum:
    coefficients = [0] * variables
    constant: int | float = 0
    place = 0
    while place < len(text) or place == 0:
        match = _TERM.match(text, place)
        if match is None or (place > 0 and not match[1]):
            raise DomainReadError(f"{text[:80]!r} is no sum")
        sign = match[1] if match[1] == "-" else ""
        if match[3] is None:
            if constant != 0:
                raise DomainReadError(f"{text[:80]!r} has two constants")
            constant = read_number(sign + match[4]) if match[4] != "nan" else math.nan
        elif int(match[3]) < variables:
            coefficients[int(match[3])] += int(sign + (match[2] or "1"))
        else:
            raise DomainReadError(f"there is no variable x{match[3]}")
        place = match.end()
    return Sum(tuple(coefficients), constant)


def print_constraint(constraint: Constraint) -> str:
    return f"{print_sum(constraint.sum)} {constraint.relation} 0"


def read_constraint(text: str, variables: int) -> Constraint:
    match = _CONSTRAINT.fullmatch(text.strip())
    if match is None:
        raise DomainReadError(f"{text[:80]!r} is not SUM >= 0 or SUM = 0")
    return Constraint(read_sum(match[1], variables), Relation(match[2]))


def _print_term(factor: int, place: int) -> str:
    match factor:
        case 1:
            return f"x{place}"
        case -1:
            return f"-x{place}"
    return f"{factor}*x{place}"
