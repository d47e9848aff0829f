"""Values kept in arrays and functions."""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.lang.smt.script import Signature
from gadfly.lang.smt.sorts import BOOL, Sort
from gadfly.lang.smt.terms import Term
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.transformations.survey import Survey, in_difference_logic, survey


def keep_in_array(draft: Draft, choices: Choices) -> Draft:
    """A sub-term becomes an element of a new array, if the seed has arrays of its sort."""
    found = survey(draft.formulas)
    arrays = [
        draft.script.bank.symbol(name, signature.result)
        for name, signature in draft.script.symbols.items()
        if not signature.arguments
        and signature.result.name == "Array"
        and found.padding.get(signature.result.args[0])
        and _closed(found, signature.result.args[1])
    ]
    if not arrays:
        return draft
    known, bank, name = choices.pick(arrays), draft.script.bank, draft.fresh_name()
    index_sort, element_sort = known.sort.args
    index = choices.pick(found.padding[index_sort])
    site = choices.pick(_closed(found, element_sort))
    element = bank.operator("select", element_sort, [bank.symbol(name, known.sort), index])
    meaning = bank.operator("store", known.sort, [known, index, site])
    return _hidden(draft, name, Signature((), known.sort), meaning, site, element)


def keep_in_function(draft: Draft, choices: Choices) -> Draft:
    """A sub-term becomes a value of a new function, if the seed has functions to its sort."""
    found = survey(draft.formulas)
    signatures = [
        signature
        for signature in dict.fromkeys(draft.script.symbols.values())
        if signature.arguments
        and all(sort in found.padding for sort in signature.arguments)
        and _closed(found, signature.result)
    ]
    if not signatures or in_difference_logic(draft.script):
        return draft
    signature, bank, name = choices.pick(signatures), draft.script.bank, draft.fresh_name()
    arguments = [choices.pick(found.padding[sort]) for sort in signature.arguments]
    site = choices.pick(_closed(found, signature.result))
    call = bank.symbol(name, signature.result, arguments)
    return _hidden(draft, name, signature, site, site, call)


def _closed(found: Survey, sort: Sort) -> list[Term]:
    return [term for term in found.sites if term.sort == sort and not term.is_open]


def _hidden(
    draft: Draft, name: str, signature: Signature, meaning: Term, site: Term, replacement: Term
) -> Draft:
    constraint = draft.script.bank.operator("=", BOOL, [replacement, site])
    return draft.with_symbol(name, signature, meaning, constraint).replaced({site: replacement})
