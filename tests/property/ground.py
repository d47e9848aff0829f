"""Random ground terms of the floating-point and string theories, each with the value we give it.

A term is text for solvers and a value from our operators, built together. Terms we leave undecided are not
built. All randomness comes from the generator passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from gadfly.lang.smt.regex import Regex
from gadfly.lang.smt.sorts import INT, REAL, ROUNDING_MODE, STRING, Sort, bitvec, floating
from gadfly.lang.smt.terms import Bank, Term
from gadfly.lang.smt.theories import floats, strings
from gadfly.lang.smt.values import ROUNDING_MODES, FloatValue, Undecided, Value

FORMATS = tuple(floating(*indices) for indices in ((3, 3), (2, 4), (3, 5), (5, 11), (8, 24), (11, 53)))
_OPERATORS = {operator.name: operator for operator in (*floats.OPERATORS, *strings.OPERATORS)}


@dataclass(frozen=True, slots=True)
class Ground:
    """A term without symbols, and its value."""

    text: str
    sort: Sort
    value: Value

    @property
    def claim(self) -> str:
        """The equation that says so."""
        return f"(= {self.text} {value_text(self.value, self.sort)})"


def applied(name: str, args: Sequence[Ground], indices: tuple[int, ...] = ()) -> Ground | None:
    """An operator applied to terms, or None if its value is undecided."""
    operator = _OPERATORS[name]
    sort = operator.result(indices, tuple(arg.sort for arg in args))
    bank = Bank()
    term: Term = bank.operator(name, sort, [bank.symbol("x", arg.sort) for arg in args], indices)
    value = operator.apply(term, [arg.value for arg in args])
    if isinstance(value, Undecided):
        return None
    head = f"(_ {name} {' '.join(map(str, indices))})" if indices else name
    text = f"({head} {' '.join(arg.text for arg in args)})" if args else head
    return Ground(text, sort, value)


def literal(value: Value, sort: Sort) -> Ground:
    return Ground(value_text(value, sort), sort, value)


def value_text(value: Value, sort: Sort) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return strings.escape(value) if sort == STRING else value
        case FloatValue():
            return _float_text(value)
        case Fraction() | int() if sort in (INT, REAL):
            return _number_text(value, ".0" if sort == REAL else "")
        case int():
            return f"#b{value:0{sort.width}b}"
    raise AssertionError(f"no text for {value!r}")


def _number_text(value: Fraction | int, point: str) -> str:
    if value < 0:
        return f"(- {_number_text(-value, point)})"
    if value.denominator == 1:
        return f"{value.numerator}{point}"
    return f"(/ {value.numerator}{point} {value.denominator}{point})"


def _float_text(value: FloatValue) -> str:
    exponent, significand = value.sort.indices
    if value.is_nan:
        return f"(_ NaN {exponent} {significand})"
    bits = f"{value.bits:0{exponent + significand}b}"
    return f"(fp #b{bits[0]} #b{bits[1 : exponent + 1]} #b{bits[exponent + 1 :]})"


Builder = Callable[[Random], Ground | None]


def claims(random: Random, builder: Builder, count: int) -> list[str]:
    """Equations that must all hold."""
    found: list[str] = []
    while len(found) < count:
        term = builder(random)
        if term is not None:
            found.append(term.claim)
    return found


# Floating point.

_UNROUNDED = (("fp.abs", 1), ("fp.neg", 1), ("fp.rem", 2), ("fp.min", 2), ("fp.max", 2))
_ROUNDED = (("fp.add", 2), ("fp.sub", 2), ("fp.mul", 2), ("fp.div", 2), ("fp.fma", 3), ("fp.sqrt", 1),
            ("fp.roundToIntegral", 1))  # fmt: skip
_COMPARISONS = ("fp.leq", "fp.lt", "fp.geq", "fp.gt", "fp.eq")
_CLASSES = ("fp.isNormal", "fp.isSubnormal", "fp.isZero", "fp.isInfinite", "fp.isNaN", "fp.isNegative",
            "fp.isPositive")  # fmt: skip


def float_claim(random: Random) -> Ground | None:
    """A floating-point term of any sort, up to two operators deep."""
    shape = random.randrange(10)
    sort = random.choice(FORMATS)
    if shape < 6:
        return _float_operation(random, sort, _float(random, sort))
    if shape == 6:
        arity = random.choice((2, 2, 3))
        return applied(random.choice(_COMPARISONS), [_float(random, sort) for _ in range(arity)])
    if shape == 7:
        return applied(random.choice(_CLASSES), [_float(random, sort)])
    if shape == 8:
        return _to_bits(random, sort)
    return _from_other(random, sort)


def real_claim(random: Random) -> Ground | None:
    """A conversion between floating-point and real numbers."""
    sort = random.choice(FORMATS)
    if random.random() < 0.3:
        return applied("fp.to_real", [_float(random, sort)])
    return applied("to_fp", [_mode(random), literal(_real(random, sort), REAL)], sort.indices)


def _float_operation(random: Random, sort: Sort, first: Ground) -> Ground | None:
    name, arity = random.choice(_UNROUNDED + _ROUNDED + _ROUNDED)
    args = [first, *(_float(random, sort) for _ in range(arity - 1))]
    random.shuffle(args)
    return applied(name, [_mode(random), *args] if (name, arity) in _ROUNDED else args)


def _float(random: Random, sort: Sort) -> Ground:
    """A literal, or sometimes an operation."""
    plain = literal(_float_value(random, sort), sort)
    if random.random() < 0.15:
        return _float_operation(random, sort, plain) or plain
    return plain


def _float_value(random: Random, sort: Sort) -> FloatValue:
    exponent, significand = sort.indices
    fraction_bits = significand - 1
    infinity = ((1 << exponent) - 1) << fraction_bits
    one = ((1 << (exponent - 1)) - 1) << fraction_bits
    shape = random.randrange(8)
    if shape == 0:
        edges = (0, 1, (1 << fraction_bits) - 1, 1 << fraction_bits, one, infinity - 1, infinity)
        bits = random.choice(edges)
    elif shape <= 3:  # near one another, so that sums cancel and quotients are near integers
        bits = min(max(one + random.randint(-4 << fraction_bits, 4 << fraction_bits), 0), infinity)
    elif shape == 4:  # few significant bits: ties
        field = random.randrange((1 << exponent) - 1)
        bits = field << fraction_bits | random.randrange(4) << max(fraction_bits - 2, 0)
        bits = min(bits, infinity)
    elif shape == 5:
        bits = random.randrange(1 << fraction_bits)
    elif random.random() < 0.1:
        return FloatValue(sort, 0, is_nan=True)
    else:
        bits = random.randrange(infinity + 1)
    return FloatValue(sort, bits | random.randrange(2) << (exponent + fraction_bits))


def _mode(random: Random) -> Ground:
    return literal(random.choice(ROUNDING_MODES), ROUNDING_MODE)


def _to_bits(random: Random, sort: Sort) -> Ground | None:
    width = random.choice((1, 2, 3, 5, 8, 16, 33, 64))
    name = random.choice(("fp.to_ubv", "fp.to_sbv"))
    return applied(name, [_mode(random), _float(random, sort)], (width,))


def _from_other(random: Random, sort: Sort) -> Ground | None:
    shape = random.randrange(4)
    if shape == 0:
        other = random.choice(FORMATS)
        return applied("to_fp", [_mode(random), _float(random, other)], sort.indices)
    if shape == 1:
        width = sum(sort.indices)
        return applied("to_fp", [literal(random.getrandbits(width), bitvec(width))], sort.indices)
    width = random.choice((1, 2, 3, 5, 8, 16, 33, 64, 70))
    name = "to_fp" if shape == 2 else "to_fp_unsigned"
    return applied(name, [_mode(random), literal(random.getrandbits(width), bitvec(width))], sort.indices)


def _real(random: Random, sort: Sort) -> Fraction:
    if random.random() < 0.5:
        return Fraction(random.randint(-300, 300), random.choice((1, 2, 3, 4, 7, 10, 64, 1000)))
    exponent, _ = sort.indices
    span = 3 << (exponent - 2)
    scale = Fraction(2) ** random.randint(-span, span)
    return Fraction(random.randint(-64, 64), random.choice((1, 1, 3))) * scale


# Strings.

_ALPHABET = "aab" + "b0919Z" + '"\\~ ' + "\x00\x7f\xe9\ud800\U0002ffff"
_WORDS = ("", "a", "b", "ab", "aa", "ba", "aba", "0", "07", "12", "u{61}")


def string_claim(random: Random) -> Ground | None:
    """A string term of any sort except RegLan, up to three operators deep."""
    name, build = random.choice(_STRING_SHAPES)
    return applied(name, build(random))


def replacement_claim(random: Random) -> Ground | None:
    """A replacement of matches; apart, because z3 does not evaluate these."""
    name = random.choice(("str.replace_re", "str.replace_re_all"))
    return applied(name, [*_with_regex(random), _string(random, 0)])


def text(random: Random) -> str:
    value = _string(random, 0).value
    assert isinstance(value, str)
    return value


def regular_expression(random: Random) -> Regex:
    value = _regex(random, 3).value
    assert isinstance(value, Regex)
    return value


def _string(random: Random, depth: int = 1) -> Ground:
    if depth and random.random() < 0.2:
        name, build = random.choice(_STRING_SHAPES)
        made = applied(name, build(random))
        if made and made.sort == STRING:
            return made
    if random.random() < 0.4:
        return literal(random.choice(_WORDS), STRING)
    length = random.choice((0, 1, 1, 1, 2, 3, 5, 8))
    alphabet = random.choice(("ab", "ab", _ALPHABET, "0123456789"))
    return literal("".join(random.choices(alphabet, k=length)), STRING)


def _int(random: Random) -> Ground:
    return literal(random.choice((-2, -1, 0, 0, 1, 1, 2, 3, 5, 8, 48, 57, 97, 196607, 196608, 10**21)), INT)


def _strings(count: int) -> Callable[[Random], list[Ground]]:
    return lambda random: [_string(random, 0) for _ in range(count)]


def _string_ints(count: int) -> Callable[[Random], list[Ground]]:
    return lambda random: [_string(random, 0), *(_int(random) for _ in range(count))]


def _haystack(count: int) -> Callable[[Random], list[Ground]]:
    """A string, a part of it more often than chance would have it, and more strings."""

    def build(random: Random) -> list[Ground]:
        whole = _string(random)
        assert isinstance(whole.value, str)
        start = random.randint(0, len(whole.value))
        part = whole.value[start : start + random.choice((0, 1, 1, 2, 3))]
        needle = literal(part, STRING) if random.random() < 0.6 else _string(random)
        return [whole, needle, *(_string(random, 0) for _ in range(count))]

    return build


def _with_regex(random: Random) -> list[Ground]:
    return [_string(random), _regex(random, 3)]


_STRING_SHAPES: tuple[tuple[str, Callable[[Random], list[Ground]]], ...] = (
    ("str.++", _strings(2)),
    ("str.++", _strings(3)),
    ("str.len", _strings(1)),
    ("str.<", _haystack(0)),
    ("str.<=", _haystack(0)),
    ("str.at", _string_ints(1)),
    ("str.substr", _string_ints(2)),
    ("str.prefixof", lambda random: _haystack(0)(random)[::-1]),
    ("str.suffixof", lambda random: _haystack(0)(random)[::-1]),
    ("str.contains", _haystack(0)),
    ("str.indexof", lambda random: [*_haystack(0)(random), _int(random)]),
    ("str.replace", _haystack(1)),
    ("str.replace_all", _haystack(1)),
    ("str.is_digit", _strings(1)),
    ("str.to_code", _strings(1)),
    ("str.from_code", lambda random: [_int(random)]),
    ("str.to_int", _strings(1)),
    ("str.from_int", lambda random: [_int(random)]),
    *(("str.in_re", _with_regex),) * 6,
)


def _regex(random: Random, depth: int) -> Ground:
    """A regular expression; never undecided, for it is shallow."""
    if depth == 0 or random.random() < 0.15:
        made = _regex_leaf(random)
    else:
        name = random.choice(("re.++", "re.++", "re.union", "re.union", "re.inter", "re.diff", "re.*", "re.*",
                              "re.+", "re.opt", "re.comp", "re.^", "re.loop"))  # fmt: skip
        chain = name in {"re.++", "re.union", "re.inter", "re.diff"}
        args = [_regex(random, depth - 1) for _ in range(random.choice((2, 2, 3)) if chain else 1)]
        indices = {"re.^": 1, "re.loop": 2}.get(name, 0)
        made = applied(name, args, tuple(random.choice((0, 1, 1, 2, 3)) for _ in range(indices)))
    assert made is not None
    return made


def _regex_leaf(random: Random) -> Ground | None:
    shape = random.randrange(8)
    if shape <= 4:
        return applied(
            "str.to_re", [_string(random, 0) if shape == 0 else literal(random.choice("ab"), STRING)]
        )
    if shape == 5:
        return applied(
            "re.range", [literal(random.choice(("a", "b", "0", "9", "", "ab")), STRING) for _ in "12"]
        )
    return applied(random.choice(("re.none", "re.all", "re.allchar", "re.allchar")), [])
