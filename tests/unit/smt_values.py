"""For tests of the evaluator: the value of a term given as text."""

from __future__ import annotations

from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import Model, read_model
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.values import MaybeValue


def value_of(term: str, declarations: str = "", definitions: str = "") -> MaybeValue:
    """The value of a term over declared symbols, some of which a model defines."""
    script = read_script(f"{declarations}(assert (= {term} {term}))")
    model = read_model(definitions, script) if definitions else Model({})
    [value] = evaluate(script.assertions[0].args[:1], model, script.datatypes)
    return value
