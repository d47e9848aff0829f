"""The assignment of a session: where it comes from and what it decides."""

from __future__ import annotations

from collections.abc import Sequence

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference
from gadfly.lang.smt.assign import random_model
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.ground import ground_script
from gadfly.lang.smt.model import Definition, Model, print_model, read_model, value_term
from gadfly.lang.smt.open_values import OpenValues
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.terms import Bank, Shape, Term, post_order
from gadfly.lang.smt.values import Undecided
from gadfly.techniques.formulas.draft import Draft

MAX_REFERRED = 8  # sub-formulas a session lets the reference decide; each costs up to four solver runs


class Assignment:
    """Values for everything a script declares, and the truth of its sub-formulas under them."""

    def __init__(self, script: Script, model: Model, reference: Reference) -> None:
        self.evidence = print_model(model)
        self._script = script
        self.model = model
        self._reference = reference

    def extended(self, draft: Draft) -> Assignment:
        """The assignment with values for what transformations added to the script.

        Evidence defines symbols in no order, so what their definitions mention is evaluated.
        """
        if not draft.definitions:
            return self
        added = read_model(draft.definitions, draft.script).definitions
        model = Model({**self.model.definitions, **added})
        values = evaluate([one.body for one in added.values()], model, draft.script.datatypes)
        bank = Bank()
        settled = {
            name: Definition(one.parameters, value_term(value, one.body.sort, bank, draft.script.datatypes))
            for (name, one), value in zip(added.items(), values, strict=True)
            if not isinstance(value, Undecided)
        }
        return Assignment(draft.script, Model({**self.model.definitions, **settled}), self._reference)

    def decide(self, terms: Sequence[Term]) -> list[bool | None]:
        """The truth value of each term; None where nobody can tell."""
        values: list[bool | None] = [
            value if isinstance(value, bool) else None
            for value in evaluate(terms, self.model, self._script.datatypes)
        ]
        open_values = OpenValues(self._script)
        # Only where a quantifier, and nothing else, keeps our evaluator from deciding.
        referred = [
            place
            for place, value in enumerate(values)
            if value is None and _has_quantifier(terms[place]) and not open_values.occur_in(terms[place])
        ]
        for place in referred[:MAX_REFERRED]:
            values[place] = self._refer(terms[place])
        return values

    def _refer(self, term: Term) -> bool | None:
        """True or False only if it is so in every interpretation that extends the assignment."""
        text = print_term(term)
        for value, claim in ((True, f"(not {text})"), (False, text)):
            if self._reference.refutes(ground_script(self._script, self.evidence, [claim])):
                return value
        return None


def _has_quantifier(term: Term) -> bool:
    return any(part.shape is Shape.QUANTIFIER for part in post_order([term]))


def draw_assignment(script: Script, choices: Choices, reference: Reference) -> Assignment:
    """A random assignment, or a model of some of the seed's assertions and the negations of others."""
    model = random_model(script, choices)
    if script.assertions and choices.coin():
        found = reference.model(_model_request(script, choices))
        if found:
            # What the solver leaves out is don't-care: the random values stay.
            model = Model({**model.definitions, **read_model(found, script).definitions})
    return Assignment(script, model, reference)


def _model_request(script: Script, choices: Choices) -> str:
    """Mostly the seed as it is; else some of its assertions, a few of them negated."""
    keep_all = choices.coin(0.6)
    assertions = []
    for term in script.assertions:
        text = print_term(term)
        if keep_all or choices.coin(0.75):
            negate = not keep_all and choices.coin(0.25)
            assertions.append(f"(assert (not {text}))" if negate else f"(assert {text})")
    seed = choices.below(1000)
    return "\n".join([
        f"(set-option :smt.random_seed {seed})",
        f"(set-option :sat.random_seed {seed})",
        *script.declarations,
        *assertions,
        "(check-sat)",
        "(get-model)",
    ])  # fmt: skip
