"""Reads what our worker prints about the options of a library: one JSON object for each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from gadfly.targets.solvers.options.listing import Ask, ListedOption, fractions, numbers, others


def list_library_options(ask: Ask) -> Iterator[ListedOption]:
    for line in ask("--list-options").splitlines():
        yield _option(json.loads(line))


def _option(told: dict[str, Any]) -> ListedOption:
    default, low, high = told["default"], told.get("minimum"), told.get("maximum")
    match told["kind"]:
        case "bool":
            values = others(("true", "false"), default)
        case "mode":
            values = others(told["modes"], default)
        case "int":
            values = numbers(default, low, high)
        case "float":
            values = fractions(default, low, high)
        case _:
            values = ()
    return ListedOption(told["name"], values, told.get("about", ""))
