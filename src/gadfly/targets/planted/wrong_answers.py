"""Defects that decide rightly and then say something else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations

from gadfly.core.words import Answer
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Shape
from gadfly.targets.planted.defect import Defect, Situation

_MANY = 3


class WrongUnsat(Defect):
    """Says unsat to a satisfiable question that has an `xor` or `=>` right below a `not`."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        met = any(term.args[0].name in ("xor", "=>") for term in situation.operators("not"))
        return Answer.UNSAT if met else right


class WrongSat(Defect):
    """Says sat to an unsatisfiable question of three or more assertions."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        return Answer.SAT if len(situation.assertions) >= _MANY else right


class WrongLargeCore(Defect):
    """Says sat to an unsatisfiable question no two assertions of which contradict each other."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        if right is not Answer.UNSAT or len(situation.assertions) < _MANY:
            return right
        met = not any(map(situation.contradict, combinations(situation.assertions, 2)))
        return Answer.SAT if met else right


class WrongAssumed(Defect):
    """Says sat if it is only by the assumptions of a check-sat-assuming that there is a contradiction."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        if right is not Answer.UNSAT or not situation.assumed:
            return right
        return right if situation.contradict(situation.assertions[: -situation.assumed]) else Answer.SAT


class StickyUnsat(Defect):
    """Goes on saying unsat when the contradiction has been popped."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        history = situation.history
        return Answer.UNSAT if history.answer is Answer.UNSAT and history.has_popped_since else right


class WrongModel(Defect):
    """Flips the lowest bit of one constant in the model if a formula is used in two or more places."""

    def model(self, situation: Situation, values: Mapping[str, int]) -> Mapping[str, int]:
        used = [arg for term in situation.terms() for arg in term.args if arg.sort == BOOL and arg.args]
        if not values or len(used) == len(set(used)):
            return values
        name, value = next(iter(values.items()))
        return {**values, name: value ^ 1}


class WrongIncremental(Defect):
    """Says unsat to two or more satisfiable assertions once there has been a pop."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        met = situation.history.has_popped and len(situation.assertions) > 1
        return Answer.UNSAT if met else right


class WrongSecondCheck(Defect):
    """Says unsat when the same satisfiable assertions are checked twice in a row."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        met = situation.assertions and situation.assertions == situation.history.asserted
        return Answer.UNSAT if met else right


class WrongDefinition(Defect):
    """Says unsat to a satisfiable question that uses a `define-fun` or `define-const` in two assertions."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        names = "|".join(map(re.escape, situation.definitions))
        users = re.compile(rf"[( ](?:{names})[) ]")
        met = names and sum(users.search(text) is not None for text in situation.texts) > 1
        return Answer.UNSAT if met else right


class WrongLet(Defect):
    """Says unsat to a satisfiable question that has three or more `let`s in one assertion."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        met = any(text.count("(let ") >= _MANY for text in situation.texts)
        return Answer.UNSAT if met else right


class WrongBackwards(Defect):
    """Says unsat to a satisfiable question of three or more assertions under `conjoin=backwards` only."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        met = situation.settings.conjoin == "backwards" and len(situation.assertions) >= _MANY
        return Answer.UNSAT if met else right


class OptionsDisagree(Defect):
    """To any question with an `ite` says unsat under `order=reverse` and sat under `early-stop`."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        if not situation.operators("ite"):
            return right
        if situation.settings.early_stop:
            return Answer.SAT
        return Answer.UNSAT if situation.settings.order == "reverse" else right


class GivesUp(Defect):
    """Says unknown when two terms are multiplied neither of which is a literal."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        met = any(
            all(arg.shape is not Shape.LITERAL for arg in term.args) for term in situation.operators("bvmul")
        )
        return Answer.UNKNOWN if met else right
