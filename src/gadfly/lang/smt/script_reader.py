"""Reading scripts: commands, declarations, the assertion stack, and what each check-sat asks."""

from __future__ import annotations

from gadfly.lang.smt.script import Check, Constructor, Datatype, Script, Selector, Signature
from gadfly.lang.smt.sexpr import ReadError, Sexpr, parse, to_text
from gadfly.lang.smt.sorts import BOOL, Sort, SortError
from gadfly.lang.smt.term_reader import Macro, SortReader, TermReader
from gadfly.lang.smt.terms import Bank, Term

MAX_BYTES = 4 << 20

_IGNORED = frozenset({
    "set-info", "set-option", "get-info", "get-option", "get-value", "get-unsat-core", "get-proof",
    "get-assignment", "get-assertions", "get-unsat-assumptions", "echo", "exit", "simplify", "display",
    "minimize", "maximize", "labels", "block-model",
})  # fmt: skip
_UNREAD = frozenset({
    "define-fun-rec", "define-funs-rec", "declare-codatatypes", "assert-soft", "declare-rel", "rule",
    "query", "declare-var", "synth-fun", "declare-heap", "reset",
})  # fmt: skip


def read_script(text: str) -> Script:
    """Read a whole script, or raise ReadError."""
    if len(text) > MAX_BYTES:
        raise ReadError(f"larger than {MAX_BYTES >> 20} MiB")
    reader = ScriptReader()
    for command in parse(text):
        reader.command(command)
    return reader.script()


class LineReader:
    """Reads many scripts made of the same lines: a line that was read before costs a look-up.

    Only scripts with one command a line gain by it; others are read as usual. What it returns is good for
    evaluation, not for printing: declarations of earlier scripts are not repeated.
    """

    MAX_LINES = 4096

    def __init__(self) -> None:
        self._header: list[str] = []
        self._terms = TermReader(Bank(), SortReader())
        self._known: dict[str, Term] = {}
        self._declared: set[str] = set()

    def read(self, text: str) -> Script:
        lines = text.splitlines()
        first = next((place for place, line in enumerate(lines) if line.startswith("(assert ")), len(lines))
        header = [line for line in lines[:first] if line.startswith("(de")]
        fits = bool(self._header) and header[: len(self._header)] == self._header
        if not fits or len(self._known) > self.MAX_LINES:
            self._header = header
            self._terms = TermReader(Bank(), SortReader())
            self._known = {}
            self._declared = set()
        try:
            return self._read(lines)
        except (ReadError, ValueError):
            self._header = []
            return read_script(text)

    def _read(self, lines: list[str]) -> Script:
        reader = ScriptReader(self._terms)
        for line in lines:
            if line.startswith("(assert "):
                term = self._known.get(line)
                if term is None:
                    [command] = parse(line)
                    reader.command(command)
                    self._known[line] = reader.last_asserted
                else:
                    reader.assert_term(term)
            elif line not in self._declared:
                for command in parse(line):
                    reader.command(command)
                if line.startswith("(de"):
                    self._declared.add(line)
        return reader.script()


class ScriptReader:
    """Reads one command after the other and keeps what they declare and assert."""

    def __init__(self, terms: TermReader | None = None) -> None:
        self.terms = terms or TermReader(Bank(), SortReader())
        self.bank = self.terms.bank
        self.sorts = self.terms.sorts
        self._logic = "ALL"
        self._declarations: list[str] = []
        self._levels: list[list[Term]] = [[]]
        self._asserted: list[Term] = []
        self._checks: list[Check] = []

    def script(self) -> Script:
        arities = {name: n for name, n in self.sorts.arities.items() if name not in self.sorts.datatypes}
        return Script(
            self._logic,
            self.bank,
            dict(self.terms.symbols),
            dict(self.sorts.datatypes),
            arities,
            tuple(self._declarations),
            tuple(self._asserted),
            tuple(self._checks),
        )

    def command(self, command: Sexpr) -> None:
        """Read one command; ReadError if we do not understand it."""
        try:
            self._command(command)
        except ReadError:
            raise
        except (SortError, ValueError) as error:  # numbers too long to convert, lists that do not match
            raise ReadError(str(error)) from error

    def _command(self, command: Sexpr) -> None:
        match command:
            case ["assert", term]:
                self.assert_term(self._formula(term))
            case ["check-sat"] | ["check-sat-using", _]:
                self._check([])
            case ["check-sat-assuming", list(literals)]:
                self._check([self._formula(literal) for literal in literals])
            case ["get-model"]:
                if self._checks:
                    self._checks[-1] = Check(self._checks[-1].assertions, wants_model=True)
            case ["push", *count]:
                self._levels += [[] for _ in range(_levels(count))]
            case ["pop", *count]:
                levels = _levels(count)
                if levels >= len(self._levels):
                    raise ReadError("pop without push")
                del self._levels[len(self._levels) - levels :]
            case ["reset-assertions"]:
                self._levels = [[]]
            case ["set-logic", str(logic)]:
                self._logic = logic
            case ["declare-const", str(name), sort]:
                self._declare(name, [], sort)
            case ["declare-fun", str(name), list(arguments), sort]:
                self._declare(name, arguments, sort)
            case ["define-fun", str(name), list(parameters), sort, body]:
                self._define(name, parameters, sort, body)
            case ["define-const", str(name), sort, body]:
                self._define(name, [], sort, body)
            case ["declare-sort", str(name)]:
                self._declare_sort(name, 0)
            case ["declare-sort", str(name), str(arity)] if arity.isdigit():
                self._declare_sort(name, int(arity))
            case ["define-sort", str(name), list(parameters), body]:
                self._define_sort(name, parameters, body)
            case ["declare-datatype", str(name), body]:
                self._declare_datatypes([[name, _arity(body)]], [body])
            case ["declare-datatypes", list(names), list(bodies)]:
                self._declare_datatypes(names, bodies)
            case [str(name), *_] if name in _IGNORED:
                pass
            case [str(name), *_] if name in _UNREAD:
                raise ReadError(f"{name} is not read")
            case _:
                raise ReadError(f"unknown command {to_text(command)[:60]}")

    def _formula(self, sexpr: Sexpr) -> Term:
        term = self.terms.term(sexpr)
        if term.sort != BOOL:
            raise ReadError(f"asserts a {term.sort}")
        return term

    @property
    def last_asserted(self) -> Term:
        return self._asserted[-1]

    def assert_term(self, term: Term) -> None:
        self._levels[-1].append(term)
        self._asserted.append(term)

    def _check(self, assumptions: list[Term]) -> None:
        active = [term for level in self._levels for term in level]
        self._checks.append(Check(tuple(active + assumptions)))

    def _declare(self, name: str, arguments: list[Sexpr], sort: Sexpr) -> None:
        signature = Signature(tuple(self.sorts.sort(arg) for arg in arguments), self.sorts.sort(sort))
        if self.terms.symbols.get(name, signature) != signature or name in self.terms.macros:
            raise ReadError(f"{name} is declared twice")
        if name not in self.terms.symbols:
            self.terms.symbols[name] = signature
            self.bank.reserve(name)
            self._declarations.append(declaration(name, signature))

    def _define(self, name: str, parameters: list[Sexpr], sort: Sexpr, body: Sexpr) -> None:
        variables: dict[str, Term] = {}
        for parameter in parameters:
            match parameter:
                case [str(variable), variable_sort]:
                    variables[variable] = self.bank.variable(variable, self.sorts.sort(variable_sort))
                case _:
                    raise ReadError(f"not a parameter: {to_text(parameter)[:60]}")
        [term] = self.terms.coerced([self.terms.term(body, variables)], [self.sorts.sort(sort)], name)
        self.terms.macros[name] = Macro(tuple(variables.values()), term)

    def _declare_sort(self, name: str, arity: int) -> None:
        if self.sorts.arities.setdefault(name, arity) != arity:
            raise ReadError(f"sort {name} is declared twice")
        line = f"(declare-sort {name} {arity})"
        if line not in self._declarations:
            self._declarations.append(line)

    def _define_sort(self, name: str, parameters: list[Sexpr], body: Sexpr) -> None:
        """Note an abbreviation; its body must be known before it is, so none can be its own part."""
        names = tuple(parameter for parameter in parameters if isinstance(parameter, str))
        if self.sorts.abbreviations.get(name, (names, body)) != (names, body):
            raise ReadError(f"sort {name} is defined twice")
        self.sorts.sort(body, {parameter: Sort(parameter) for parameter in names})
        self.sorts.abbreviations[name] = (names, body)

    def _declare_datatypes(self, names: list[Sexpr], bodies: list[Sexpr]) -> None:
        declared: list[str] = []
        for entry in names:
            match entry:
                case [str(name), str(arity)] if arity.isdigit():
                    if name in self.sorts.arities:
                        raise ReadError(f"sort {name} is declared twice")
                    self.sorts.arities[name] = int(arity)
                    declared.append(name)
                case _:
                    raise ReadError("datatypes in the old syntax are not read")
        for name, body in zip(declared, bodies, strict=True):
            parameters: tuple[str, ...] = ()
            match body:
                case ["par", list(parameter_names), list(constructors)]:
                    parameters = tuple(p for p in parameter_names if isinstance(p, str))
                case list(constructors):
                    pass
                case _:
                    raise ReadError(f"not a datatype: {to_text(body)[:60]}")
            scope = {parameter: Sort(parameter) for parameter in parameters}
            read = tuple(self._constructor(item, scope) for item in constructors)
            self.terms.add_datatype(Datatype(name, parameters, read))
        self._declarations.append(to_text(["declare-datatypes", names, bodies]))

    def _constructor(self, item: Sexpr, scope: dict[str, Sort]) -> Constructor:
        match item:
            case str(name):
                return Constructor(name, ())
            case [str(name), *fields]:
                selectors = []
                for field in fields:
                    match field:
                        case [str(selector), sort]:
                            selectors.append(Selector(selector, self.sorts.sort(sort, scope)))
                        case _:
                            raise ReadError(f"not a field: {to_text(field)[:60]}")
                return Constructor(name, tuple(selectors))
        raise ReadError(f"not a constructor: {to_text(item)[:60]}")


def declaration(name: str, signature: Signature) -> str:
    """The command that declares a symbol."""
    arguments = " ".join(map(str, signature.arguments))
    return f"(declare-fun {name} ({arguments}) {signature.result})"


def _levels(count: list[Sexpr]) -> int:
    match count:
        case []:
            return 1
        case [str(number)] if number.isdigit() and len(number) < 6:
            return int(number)
    raise ReadError("push and pop take a number")


def _arity(body: Sexpr) -> str:
    match body:
        case ["par", list(parameters), _]:
            return str(len(parameters))
    return "0"
