"""Dialects: standard SMT-LIB 2.6 text as an old release wants it.

A dialect is data: which names are spelled differently and which commands are not understood at all.
Nothing inside string literals, quoted symbols or comments is ever touched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Dialect:
    """Standard name to old name, and commands without effect on the answer that are left out."""

    names: Mapping[str, str] = field(default_factory=dict)
    dropped: frozenset[str] = frozenset()


STANDARD = Dialect()

# z3 before 4.8.9: the names of the string theory before it was standardised.
OLD_STRING_NAMES = Dialect(
    MappingProxyType(
        {
            "str.to_re": "str.to.re",
            "str.in_re": "str.in.re",
            "str.to_int": "str.to.int",
            "str.from_int": "int.to.str",
            "re.none": "re.nostr",
            "re.all": "(re.* re.allchar)",
            "RegLan": "(RegEx String)",
        }
    )
)

_TOKEN = re.compile(r'"(?:[^"]|"")*"|\|[^|]*\||;[^\n]*|[^\s()";|]+|[()]')


def render(text: str, dialect: Dialect) -> str:
    """The text in the given dialect; free of cost when nothing has to change."""
    if any(command in text for command in dialect.dropped):
        text = _without_commands(text, dialect.dropped)
    if any(name in text for name in dialect.names):
        names = dialect.names
        text = _TOKEN.sub(lambda match: names.get(match[0], match[0]), text)
    return text


def _without_commands(text: str, dropped: frozenset[str]) -> str:
    """The text without the top-level commands of the given names."""
    kept: list[str] = []
    kept_to = depth = start = 0
    name = ""
    for token in _TOKEN.finditer(text):
        if token[0] == "(":
            depth += 1
            if depth == 1:
                start, name = token.start(), ""
        elif token[0] == ")":
            depth -= 1
            if depth == 0 and name in dropped:
                kept.append(text[kept_to:start])
                kept_to = token.end()
        elif depth == 1 and not name:
            name = token[0]
    return "".join([*kept, text[kept_to:]])
