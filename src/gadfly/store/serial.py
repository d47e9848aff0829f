"""Findings and truths as versioned JSON, and back.

The text is pure ASCII: outputs and seeds may hold undecodable bytes (lone surrogates), which only
escapes carry through a file unharmed.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter

from gadfly.core.choices import dump_record, load_record
from gadfly.core.words import Question, Recipe, TargetIdentity
from gadfly.store.records import FORMAT, StoredFinding

_STORED = TypeAdapter(StoredFinding)
_CHOICES = ("opening", "asking")


def finding_json(stored: StoredFinding) -> str:
    """Everything about a finding; `parse_finding` gives back an equal one."""
    content = _STORED.dump_python(stored, mode="json")
    recipe = content["finding"]["recipe"]
    for name in _CHOICES:
        recipe[name] = dump_record(recipe[name])
    return _text({"format": FORMAT, **content})


def parse_finding(text: str) -> StoredFinding:
    """The finding that `finding_json` wrote; ValueError if it did not write this text."""
    content = json.loads(text)
    if not isinstance(content, dict) or content.pop("format", None) != FORMAT:
        raise ValueError(f"not a finding of format {FORMAT}")
    try:
        recipe = content["finding"]["recipe"]
        for name in _CHOICES:
            recipe[name] = load_record(recipe[name])
    except (KeyError, TypeError) as error:
        raise ValueError("not a complete finding") from error
    return _STORED.validate_python(content)


def truth_json(question: Question, recipe: Recipe) -> str:
    """The documented file beside a query: its right answers, why they are right, how it was made."""
    truth = question.truth
    return _text(
        {
            "format": FORMAT,
            "answer": list(truth.answers),
            "certificate": {"kind": truth.basis, "text": truth.evidence},
            "choices": {"opening": dump_record(recipe.opening), "asking": dump_record(recipe.asking)},
        }
    )


def target_json(target: TargetIdentity) -> str:
    """Exactly which program answered."""
    return _text(
        {
            "format": FORMAT,
            "name": str(target.name),
            "tool": target.name.tool,
            "version": target.name.version,
            "options": dict(target.name.options),
            "family": target.family,
            "digest": target.digest,
            "address": target.address,
            "command": target.command,
        }
    )


def _text(content: dict[str, Any]) -> str:
    return json.dumps(content, indent=1) + "\n"
