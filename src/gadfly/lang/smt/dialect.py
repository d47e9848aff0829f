"""Dialects: standard SMT-LIB 2.6 text as an old release wants it.

A dialect is data: standard name to old name. Names are replaced token by token, never inside string
literals, quoted symbols or comments.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

Dialect = Mapping[str, str]

STANDARD: Dialect = MappingProxyType({})

# z3 before 4.8.9, and cvc4: the names of the string theory before it was standardised.
OLD_STRING_NAMES: Dialect = MappingProxyType(
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

_TOKEN = re.compile(r'"(?:[^"]|"")*"|\|[^|]*\||;[^\n]*|[^\s()";|]+')


def render(text: str, dialect: Dialect) -> str:
    """The text in the given dialect; free of cost when none of its names occurs."""
    for name in dialect:
        if name in text:
            return _TOKEN.sub(lambda match: dialect.get(match[0], match[0]), text)
    return text
