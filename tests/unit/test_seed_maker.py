"""The seed maker: every script reads back, solvers accept it, and both answers occur."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gadfly.core.choices import Choices
from gadfly.lang.smt.grammar import LOGICS, TermMaker, logic_named, make_seed
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script, Signature
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sorts import BOOL, INT, REAL, Sort
from gadfly.lang.smt.terms import Bank, Shape, Term, post_order
from gadfly.seeds import load_bundled

Z3 = Path(sys.executable).parent / "z3"
PER_LOGIC = 30


@cache
def seeds_of(logic: str) -> tuple[str, ...]:
    return tuple(make_seed(logic, Choices.of(1, "seeds", logic, index)) for index in range(PER_LOGIC))


def z3_answers(scripts: Iterable[str]) -> list[str]:
    """What z3 prints for each script; the resource limit makes a hard one `unknown` on any machine."""
    text = "".join(
        f'(reset)\n(set-option :rlimit 400000)\n{script}(echo "end of script")\n' for script in scripts
    )
    run = subprocess.run([Z3, "-in"], input=text, capture_output=True, text=True, check=False)
    return [answer.strip() for answer in run.stdout.split("end of script\n")[:-1]]


def printed(script: Script) -> str:
    lines = [*script.declarations, *(f"(assert {print_term(term)})" for term in script.assertions)]
    return "\n".join([f"(set-logic {script.logic})", *lines, "(check-sat)"])


@pytest.mark.parametrize("logic", LOGICS)
def test_z3_accepts_every_seed_and_gives_both_answers(logic: str) -> None:
    answers = Counter(z3_answers(seeds_of(logic)))
    assert set(answers) <= {"sat", "unsat", "unknown"}
    assert answers.total() == PER_LOGIC
    assert answers["sat"] >= 0.2 * PER_LOGIC
    assert answers["unsat"] >= 0.05 * PER_LOGIC


@pytest.mark.parametrize("logic", LOGICS)
def test_every_seed_is_well_sorted_and_survives_a_round_trip(logic: str) -> None:
    for text in seeds_of(logic):
        script = read_script(text)
        assert script.logic == logic
        # Not compared with the text itself: reading takes a negative number for an application of `-`.
        assert printed(read_script(printed(script))) == printed(script)
        assert 2 <= len(script.assertions) <= 8
        constants = [name for name, signature in script.symbols.items() if not signature.arguments]
        assert 3 <= len(constants) <= 6


@pytest.mark.parametrize("logic", LOGICS)
def test_seeds_are_of_a_handy_size(logic: str) -> None:
    sizes = sorted(map(len, seeds_of(logic)))
    assert 300 <= sizes[PER_LOGIC // 2] <= 2000


@given(st.sampled_from(LOGICS), st.lists(st.integers(0, 1 << 20), max_size=60))
@settings(derandomize=True, max_examples=200, deadline=None)
def test_any_record_makes_a_valid_seed(logic: str, record: list[int]) -> None:
    replayed = Choices.replay(record)
    text = make_seed(logic, replayed)
    assert read_script(text).logic == logic
    assert make_seed(logic, Choices.replay(replayed.record)) == text


def test_an_unknown_logic_names_the_nearest() -> None:
    with pytest.raises(ValueError, match="'qf_bv'; the nearest is QF_BV"):
        make_seed("qf_bv", Choices(0))


def sums_and_products(logic: str) -> list[Term]:
    scripts = [read_script(text) for text in seeds_of(logic)]
    return [term for script in scripts for term in post_order(script.assertions) if term.name in {"+", "*"}]


def is_number(term: Term) -> bool:
    """A literal, a negated one, or a fraction of two."""
    return term.shape is Shape.LITERAL or (term.name in {"-", "/"} and all(map(is_number, term.args)))


@pytest.mark.parametrize("logic", ["QF_LIA", "QF_LRA", "QF_LIRA", "QF_UFLIA", "QF_ALIA"])
def test_linear_logics_multiply_by_numbers_only(logic: str) -> None:
    products = [term for term in sums_and_products(logic) if term.name == "*"]
    assert products
    assert all(any(map(is_number, product.args)) for product in products)


@pytest.mark.parametrize("logic", ["QF_NIA", "QF_NRA"])
def test_nonlinear_logics_multiply_terms(logic: str) -> None:
    products = [term for term in sums_and_products(logic) if term.name == "*"]
    assert any(not any(map(is_number, product.args)) for product in products)


@pytest.mark.parametrize("logic", ["QF_IDL", "QF_RDL", "QF_UFIDL"])
def test_difference_logics_compute_nothing_but_differences(logic: str) -> None:
    assert sums_and_products(logic) == []


def test_terms_mix_given_leaves_and_keep_to_their_depth() -> None:
    bank = Bank()
    x = bank.symbol("x", INT)
    leaf = bank.operator("mod", INT, [x, bank.literal(7, INT)])
    maker = TermMaker(bank, {"x": Signature((), INT)}, logic_named("QF_LIA"), leaves=[leaf])
    terms = [maker.term(INT, 2, Choices.of("terms", index)) for index in range(100)]
    assert all(term.sort == INT for term in terms)
    assert any(leaf in post_order([term]) and term is not leaf for term in terms)
    assert max(term.depth for term in terms) <= 2 + leaf.depth
    assert min(term.depth for term in terms) == 1


def test_the_simplest_term_is_the_first_symbol() -> None:
    symbols = {"x": Signature((), REAL), "y": Signature((), REAL)}
    maker = TermMaker(Bank(), symbols, logic_named("QF_LRA"))
    assert print_term(maker.term(REAL, 5, Choices.replay([]))) == "x"


def test_what_cannot_be_made_is_refused() -> None:
    maker = TermMaker(Bank(), {}, logic_named("QF_AX"))
    assert not maker.can_make(Sort("Index"))
    assert not maker.can_make(BOOL)
    with pytest.raises(ValueError, match="no term of sort Index"):
        maker.term(Sort("Index"), 3, Choices(0))


def test_bundled_seeds_cover_every_logic() -> None:
    seeds = load_bundled()
    logics = Counter(read_script(seed.text).logic for seed in seeds)
    assert set(logics) == set(LOGICS)
    assert 40 <= len(seeds) <= 60
    assert len({seed.digest for seed in seeds}) == len(seeds)
    assert all(len(seed.text) <= 1024 for seed in seeds)
    assert all(read_script(seed.text).logic.lower() == seed.name.rpartition("_")[0] for seed in seeds)


def test_z3_accepts_every_bundled_seed() -> None:
    answers = z3_answers([seed.text for seed in load_bundled()])
    assert len(answers) == len(load_bundled())
    assert set(answers) == {"sat", "unsat"}
