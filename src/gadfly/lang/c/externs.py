"""Variables that a program declares and never defines: whatever they hold is an input."""

from __future__ import annotations

from gadfly.lang.c.edits import Edit, apply
from gadfly.lang.c.functions import functions
from gadfly.lang.c.objects import Scalar, ScalarKind
from gadfly.lang.c.parse import CReadError, parse
from gadfly.lang.c.places import place_in_body
from gadfly.lang.c.program import Program, Storage

_SIZES = {8: "char", 16: "short", 32: "int", 64: "long"}
_FLOATS = {32: "float", 64: "double"}


def with_extern_inputs(text: str) -> str:
    """The program in which such variables are defined, and read as inputs when `main` begins."""
    if "extern" not in text:
        return text
    try:
        program = parse(text)
    except CReadError:
        return text
    inputs = _inputs(program)
    main = next((function for function in functions(program) if function.name == "main"), None)
    place = place_in_body(program, main.body) if main else None
    if not inputs or place is None:
        return text
    definitions = "".join(f"\n__typeof__({name}) {name};" for name in inputs)
    reading = " ".join(f"{name} = __VERIFIER_nondet_{source}();" for name, source in inputs.items())
    end = len(program.data)
    return apply(text, [place.insert(reading), Edit(end, end, f"{definitions}\n")])


def _inputs(program: Program) -> dict[str, str]:
    """The names of the variables, and which inputs fill them."""
    declared: dict[str, str] = {}
    defined = set()
    for node in program.declarations:
        if node.kind == "VAR_DECL":
            source = _source(node.type) if isinstance(node.type, Scalar) else ""
            if node.storage is not Storage.EXTERN or node.has_initialiser:
                defined.add(node.spelling)
            elif source:
                declared[node.spelling] = source
    return {name: source for name, source in declared.items() if name not in defined}


def _source(type_: Scalar) -> str:
    """What fills a variable of a type; "" if nothing does."""
    if type_.const or type_.volatile:
        return ""
    match type_.kind:
        case ScalarKind.BOOL:
            return "bool"
        case ScalarKind.INTEGER if type_.bits in _SIZES:
            return _SIZES[type_.bits] if type_.signed else f"u{_SIZES[type_.bits]}"
        case ScalarKind.FLOATING:
            return _FLOATS.get(type_.bits, "")
        case _:
            return ""
