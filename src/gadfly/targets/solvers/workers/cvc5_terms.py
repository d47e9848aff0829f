"""Answers scripts through the term API of cvc5, for its wheels before 1.0.9, which have no parser.

Our own reader reads the script, and every term of it is built through the API the way cvc5's own parser
builds it. What cannot be built is an error, never left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gadfly.lang.smt.script import Signature
from gadfly.lang.smt.script_reader import ScriptReader
from gadfly.lang.smt.sexpr import ReadError, Sexpr, parse, to_text
from gadfly.lang.smt.sorts import INT, REAL, Sort
from gadfly.lang.smt.terms import LiteralValue, Shape, Term, post_order
from gadfly.lang.smt.theories.strings import escape
from gadfly.targets.solvers.workers.cvc5_names import FLOAT_CONSTANTS, KINDS, MODES, SORTS, TO_FLOAT_FROM

_NO_SORTS: Mapping[str, Any] = {}


def run_script(cvc5: Any, solver: Any, script: str) -> None:
    """Run the commands of a script and print what they say, until one fails or the script exits."""
    session = _Session(cvc5, solver)
    try:
        for command in parse(script):
            if command == ["exit"]:
                return
            if said := session.run(command):
                print(said, flush=True)
    except ValueError as error:  # what our reader refuses
        raise ReadError(f"unsupported: {error}") from error


class _Session:
    """Runs the commands of one script."""

    def __init__(self, cvc5: Any, solver: Any) -> None:
        self._solver = solver
        self._reader = ScriptReader()
        self._declared = _Declared(solver, self._reader)
        self._terms = _Terms(cvc5, solver, self._declared)

    def run(self, command: Sexpr) -> str:
        """Run a command; what it says, or ""."""
        match command:
            case ["assert", formula]:
                self._solver.assertFormula(self._term(formula))
            case ["check-sat"]:
                return _answer(self._solver.checkSat())
            case ["check-sat-assuming", list(literals)]:
                return _answer(self._solver.checkSatAssuming(*map(self._term, literals)))
            case ["get-model"]:
                return self._declared.model()
            case ["echo", str(text)]:
                return text
            case ["push" | "pop" as change]:
                getattr(self._solver, change)()
            case ["push" | "pop" as change, str(levels)]:
                getattr(self._solver, change)(int(levels))
            case ["reset-assertions"]:
                self._solver.resetAssertions()
            case ["set-logic", str(logic)]:
                self._solver.setLogic(logic)
            case ["set-option", str(name), str(value)]:
                self._solver.setOption(name.removeprefix(":"), value)
            case ["set-info", *_]:
                pass
            case [str(name), *_] if name.startswith(("declare-", "define-")):
                self._reader.command(command)
                self._declared.follow(command)
            case _:
                raise ReadError(to_text(command))
        return ""

    def _term(self, sexpr: Sexpr) -> Any:
        return self._terms.build(self._reader.terms.term(sexpr))


class _Declared:
    """The sorts and symbols that a script declares; our reader has read the declarations."""

    def __init__(self, solver: Any, reader: ScriptReader) -> None:
        self._solver = solver
        self._reader = reader
        self._sorts: dict[str, Any] = {}
        self.symbols: dict[str, Any] = {}

    def follow(self, command: Sexpr) -> None:
        """Declare what a command declares; a definition is expanded by the reader."""
        match command:
            case ["declare-fun" | "declare-const", str(name), *_] if name not in self.symbols:
                self.symbols[name] = self._symbol(name, self._reader.terms.symbols[name])
            case ["declare-sort", str(name), *_] if name not in self._sorts:
                self._sorts[name] = self._solver.declareSort(_bare(name), self._reader.sorts.arities[name])
            case ["declare-datatype" | "declare-datatypes", *_]:
                self._declare_datatypes()

    def model(self) -> str:
        uninterpreted = [sort for sort in self._sorts.values() if sort.isUninterpretedSort()]
        text: bytes = self._solver.getModel(uninterpreted, list(self.symbols.values()))
        return text.decode().rstrip()

    def sort(self, sort: Sort, local: Mapping[str, Any] = _NO_SORTS) -> Any:
        """A sort; `local` are names that mean something only inside a declaration of datatypes."""
        arguments = [self.sort(argument, local) for argument in sort.args]
        named = local.get(sort.name, self._sorts.get(sort.name))
        if named is not None:
            return named.instantiate(arguments) if arguments else named
        return getattr(self._solver, SORTS[sort.name])(*sort.indices, *arguments)

    def is_constructor(self, term: Term) -> bool:
        return term.name in self._reader.terms.constructors

    def is_selector(self, term: Term) -> bool:
        return term.name in self._reader.terms.selectors

    def constructor(self, sort: Sort, name: str) -> Any:
        return self.sort(sort).getDatatype().getConstructor(_bare(name))

    def _symbol(self, name: str, signature: Signature) -> Any:
        arguments = [self.sort(sort) for sort in signature.arguments]
        return self._solver.declareFun(_bare(name), arguments, self.sort(signature.result))

    def _declare_datatypes(self) -> None:
        """Declare the new ones together, because they may contain each other."""
        new = [each for name, each in self._reader.sorts.datatypes.items() if name not in self._sorts]
        unresolved = {
            datatype.name: self._solver.mkUnresolvedDatatypeSort(
                _bare(datatype.name), len(datatype.parameters)
            )
            for datatype in new
        }
        declarations = []
        for datatype in new:
            parameters = {name: self._solver.mkParamSort(_bare(name)) for name in datatype.parameters}
            declaration = self._solver.mkDatatypeDecl(_bare(datatype.name), list(parameters.values()))
            for constructor in datatype.constructors:
                built = self._solver.mkDatatypeConstructorDecl(_bare(constructor.name))
                for selector in constructor.selectors:
                    built.addSelector(_bare(selector.name), self.sort(selector.sort, unresolved | parameters))
                declaration.addConstructor(built)
            declarations.append(declaration)
        self._sorts.update(zip(unresolved, self._solver.mkDatatypeSorts(declarations), strict=True))


class _Terms:
    """Our terms as those of cvc5; each is built once."""

    def __init__(self, cvc5: Any, solver: Any, declared: _Declared) -> None:
        self._cvc5 = cvc5
        self._solver = solver
        self._declared = declared
        self._built: dict[Term, Any] = {}

    def build(self, root: Term) -> Any:
        for term in post_order([root], stop=self._built):
            if term not in self._built:
                self._built[term] = self._node(term, [self._built[arg] for arg in term.args])
        return self._built[root]

    def _node(self, term: Term, args: list[Any]) -> Any:
        match term.shape:
            case Shape.LITERAL:
                return self._literal(term.value, term.sort)
            case Shape.VARIABLE:
                return self._solver.mkVar(self._declared.sort(term.sort), _bare(term.name))
            case Shape.SYMBOL:
                symbol = self._declared.symbols[term.name]
                return self._make("APPLY_UF", symbol, *args) if args else symbol
            case Shape.QUANTIFIER:
                variables = self._make("VARIABLE_LIST", *map(self.build, term.variables))
                return self._make(KINDS[term.name], variables, *args)
            case Shape.OPERATOR if self._declared.is_constructor(term):
                return self._construct(term, args)
            case Shape.OPERATOR if self._declared.is_selector(term):
                selector = args[0].getSort().getDatatype().getSelector(_bare(term.name))
                return self._make("APPLY_SELECTOR", selector.getTerm(), *args)
            case Shape.OPERATOR:
                return self._operator(term, args)

    def _literal(self, value: LiteralValue, sort: Sort) -> Any:
        if isinstance(value, bool):
            return self._solver.mkBoolean(value)
        if isinstance(value, str):
            return self._solver.mkString(escape(value)[1:-1].replace('""', '"'), True)
        if sort == INT:
            return self._solver.mkInteger(str(value))
        if sort == REAL:
            return self._solver.mkReal(value.numerator, value.denominator)
        return self._solver.mkBitVector(sort.width, f"{int(value):x}", 16)

    def _construct(self, term: Term, args: list[Any]) -> Any:
        constructor = self._declared.constructor(term.sort, term.name)
        if term.sort.args:
            function = constructor.getInstantiatedTerm(self._declared.sort(term.sort))
        else:
            function = constructor.getTerm()
        return self._make("APPLY_CONSTRUCTOR", function, *args)

    def _operator(self, term: Term, args: list[Any]) -> Any:
        literals = all(arg.shape is Shape.LITERAL for arg in term.args)
        match term.name:
            case "is":
                constructor = self._declared.constructor(term.args[0].sort, str(term.indices[0]))
                return self._make("APPLY_TESTER", constructor.getTesterTerm(), *args)
            case "const-array":
                return self._solver.mkConstArray(self._declared.sort(term.sort), *args)
            case name if name in MODES:
                return self._solver.mkRoundingMode(self._cvc5.RoundingMode[MODES[name]])
            case name if name in FLOAT_CONSTANTS:
                return getattr(self._solver, FLOAT_CONSTANTS[name])(*term.sort.indices)
            case "fp" if literals:
                return self._solver.mkFloatingPoint(*args)
            case "-" if literals and len(args) == 1 and term.sort == INT and term.args[0].value:
                return self._solver.mkInteger(f"-{term.args[0].value}")
            case "and" | "or" if len(args) == 1:
                return args[0]
        return self._make(_kind(term), *args, indices=term.indices)

    def _make(self, kind: str, *args: Any, indices: tuple[int | str, ...] = ()) -> Any:
        head = self._cvc5.Kind[kind]
        return self._solver.mkTerm(self._solver.mkOp(head, *indices) if indices else head, *args)


def _kind(term: Term) -> str:
    """The kind of an operator's applications, which for two operators depends on the arguments."""
    if term.name == "-" and len(term.args) == 1:
        return "NEG"
    if term.name == "to_fp":
        source = "IEEE_BV" if len(term.args) == 1 else TO_FLOAT_FROM[term.args[1].sort.name]
        return f"FLOATINGPOINT_TO_FP_FROM_{source}"
    if term.name not in KINDS:
        raise ReadError(term.name)
    return KINDS[term.name]


def _answer(result: Any) -> str:
    """`unknown` comes with its reason, which executables do not print."""
    return str(result).partition(" ")[0]


def _bare(name: str) -> str:
    """A symbol without the bars that only quote it."""
    return name.strip("|")
