"""A sheet on which a question is written: probes put into a program, and what is asked about them."""

from __future__ import annotations

from gadfly.core.words import Answer, Basis, Language, Query, Question, Truth
from gadfly.lang.c.edits import Change, apply
from gadfly.lang.c.places import Place, Shape
from gadfly.techniques.branches.material import FINAL_DECLARATIONS, Anatomy


class Sheet:
    """Collects probes and checks; the program's own text is only added to."""

    def __init__(self, anatomy: Anatomy) -> None:
        self._anatomy = anatomy
        self._changes: list[Change] = []
        self._declared: list[str] = []
        self._final: list[str] = []
        self._answers: list[Answer] = []
        self._counters = 0

    def counter(self, place: Place) -> str:
        """The name of a variable that counts how often the program comes to a place."""
        name = f"gadfly_c{self._counters}"
        self._counters += 1
        self._declared.append(f"int {name} = 0;\n")
        end = "" if place.shape is Shape.EXPRESSION else ";"
        self._changes.append(place.insert(f"{name}++{end}"))
        return name

    def check_here(self, place: Place, condition: str, right: Answer) -> None:
        """Ask about a condition where the program comes to a place."""
        label = self._label(right)
        if place.shape is Shape.EXPRESSION:
            self._declared.append(
                f"static void gadfly_check_{label}(void) {{ __gadfly_check({label}, {condition}); }}\n"
            )
            self._changes.append(place.insert(f"gadfly_check_{label}()"))
        else:
            self._changes.append(place.insert(f"__gadfly_check({label}, {condition});"))

    def check_finally(self, condition: str, right: Answer) -> None:
        """Ask about a condition when the program ends."""
        self._final.append(f"__gadfly_check({self._label(right)}, {condition});")

    def question(self) -> Question:
        changes = list(self._changes)
        head = "".join(self._declared)
        if self._final:
            changes += self._anatomy.finals
            final = " ".join(self._final)
            head += f"{FINAL_DECLARATIONS}static void gadfly_final(void) {{ {final} }}\n"
        text = f"{head}{apply(self._anatomy.text, changes)}"
        return Question(Query(Language.C, text, "C"), Truth(tuple(self._answers), Basis.INPUTS))

    def _label(self, right: Answer) -> int:
        self._answers.append(right)
        return len(self._answers) - 1
