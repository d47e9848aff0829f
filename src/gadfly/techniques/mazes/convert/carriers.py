"""Carriers: the declarations of what is read, the statements that read it, and how it is then referred to."""

from __future__ import annotations

from gadfly.lang.smt.sorts import INT, Sort
from gadfly.techniques.mazes.convert.arrays import ArrayWriter
from gadfly.techniques.mazes.convert.c_types import Corners
from gadfly.techniques.mazes.convert.expressions import Expr, Notation, binary
from gadfly.techniques.mazes.convert.ground import Ground, Slot
from gadfly.techniques.mazes.convert.manner import Carrying
from gadfly.techniques.mazes.convert.names import Names
from gadfly.techniques.mazes.convert.widths import Width
from gadfly.techniques.mazes.scene import Carrier

_STRUCT, _OBJECT, _POINTER = "v_values", "v_all", "v_at"
_READ = "__VERIFIER_nondet_"


class Values:
    """What is read, in one way of carrying it."""

    def __init__(self, ground: Ground, notation: Notation, arrays: ArrayWriter) -> None:
        self._ground = ground
        self._notation = notation
        self._arrays = arrays
        self._carrying = notation.manner.carrying if ground.slots else Carrying.GLOBALS
        names = Names((_STRUCT, _OBJECT, _POINTER))
        self._functions = {
            name: names.make("f", name) for name, each in ground.symbols.items() if each.arguments
        }
        self._names = {
            slot: names.make("f" if slot.part else "v", slot.symbol, slot.part) for slot in ground.slots
        }
        self._places = {(slot.symbol, slot.part): self._place(slot) for slot in ground.slots}
        self.carrier = Carrier(self._declarations(), self._parameters(), self._arguments(), self._reading())

    def value(self, symbol: str, part: str = "") -> Expr:
        """A slot's value, wherever the carrier's parameters are."""
        return self._places[symbol, part]

    def function(self, symbol: str) -> str:
        """The name of the function that looks a symbol up in its table."""
        return self._functions[symbol]

    def _place(self, slot: Slot) -> Expr:
        name = self._names[slot]
        match self._carrying:
            case Carrying.STRUCT:
                return Expr(f"{_OBJECT}.{name}")
            case Carrying.POINTER:
                return Expr(f"{_POINTER}->{name}")
        return Expr(name)

    def _declarators(self) -> list[str]:
        return [self._arrays.declarator(slot.sort, name) for slot, name in self._names.items()]

    def _declarations(self) -> str:
        if self._carrying is Carrying.PARAMETERS:
            return ""
        if self._carrying is Carrying.GLOBALS:
            return "".join(f"static {each};\n" for each in self._declarators())
        members = "".join(f"    {each};\n" for each in self._declarators())
        struct = f"struct {_STRUCT} {{\n{members}}};\n"
        if self._carrying is Carrying.POINTER:
            return struct
        return f"{struct}static struct {_STRUCT} {_OBJECT};\n"

    def _parameters(self) -> str:
        match self._carrying:
            case Carrying.PARAMETERS:
                return ", ".join(self._declarators())
            case Carrying.POINTER:
                return f"struct {_STRUCT} *{_POINTER}"
        return "void"

    def _arguments(self) -> str:
        match self._carrying:
            case Carrying.PARAMETERS:
                return ", ".join(self._names.values())
            case Carrying.POINTER:
                return _POINTER
        return ""

    def _reading(self) -> str:
        lines: list[str] = []
        if self._carrying is Carrying.POINTER:
            lines += [f"struct {_STRUCT} {_OBJECT};", f"struct {_STRUCT} *{_POINTER} = &{_OBJECT};"]
        if self._carrying is Carrying.PARAMETERS:
            lines += [f"{each};" for each in self._declarators()]
        for slot in self._ground.slots:
            lines += self._read(self._place(slot).text, slot.sort, slot.is_bounded)
        return "".join(f"    {line}\n" for line in lines)

    def _read(self, place: str, sort: Sort, is_bounded: bool, depth: int = 0) -> list[str]:
        """Statements that read a value of a sort, cell by cell."""
        if sort.name != "Array":
            return self._read_scalar(place, sort, is_bounded)
        counter = "kjih"[depth] if depth < 4 else f"k{depth}"
        size = self._ground.layout(sort).size
        inner = self._read(f"{place}[{counter}]", sort.args[1], is_bounded, depth + 1)
        loop = f"for (int {counter} = 0; {counter} < {size}; {counter}++) {{"
        return [loop, *(f"    {line}" for line in inner), "}"]

    def _read_scalar(self, place: str, sort: Sort, is_bounded: bool) -> list[str]:
        ctype = self._notation.types.of(sort)
        if sort.name == "BitVec":
            return self._read_bits(place, Width(sort.width, self._notation))
        lines = [f"{place} = {_READ}{ctype.reader}();"]
        if sort == INT and is_bounded and self._ground.corners is not Corners.UNCHECKED:
            low, high = (self._notation.literal(sign * self._ground.bound, INT) for sign in (-1, 1))
            lines += [f"if ({place} < {low.text} || {place} > {high.text})", "    return 0;"]
        return lines

    def _read_bits(self, place: str, width: Width) -> list[str]:
        lines: list[str] = []
        word = self._notation.types.unsigned_word
        if width.bits > 64:
            # Two statements, because the order of two calls in one expression is not defined.
            lines.append(f"{place} = {_READ}{word.reader}();")
            low = Expr(f"{_READ}{word.reader}()")
            read = binary("|", binary("<<", Expr(place), Expr("64")), low)
        else:
            read = Expr(f"{_READ}{width.ctype.reader}()")
        if not width.fills_type:
            read = binary("&", read, width.ones)
        return [*lines, f"{place} = {read.text};"]
