"""Many programs in one translation unit: a compiler's start costs more than compiling a small program.

All names of a program get its number, so no program sees another's. What could reach beyond its own text, or
is not for us to rename, has to be compiled alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_TOKEN = re.compile(
    r"""//[^\n]* | /\*.*?\*/
    | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
    | \.?\d(?:[eEpP][+-]|[\w.])*
    | (?P<name>[A-Za-z_]\w*)
    | (?P<opening>[({\[]) | (?P<closing>[)}\]])
    | (?P<stray>/\*|["'#\\]|%:|<%|%>)""",
    re.DOTALL | re.VERBOSE,
)
_KEYWORDS = (
    "auto break case char const continue default do double else enum extern float for goto if inline int "
    "long register restrict return short signed sizeof static struct switch typedef typeof union unsigned "
    "void volatile while _Alignof _Bool _Generic _Noreturn _Static_assert __extension__ __int128"
)
_KEPT = frozenset(_KEYWORDS.split())
_OURS = ("__VERIFIER_", "__gadfly_", "__builtin_")
_RESERVED = re.compile(r"_[A-Z_]")
_MAIN = re.compile(r"\bmain\b")
_MAIN_WITH_PARAMETERS = re.compile(r"\bmain\s*\(\s*(?!void\b)[^\s)]")
_BLAMED = re.compile(
    r"^program-(\d+)\.c:.*(?:\berror: |\[-Wsequence-point\]$)|undefined reference to `\w+_p(\d+)'",
    re.MULTILINE,
)


class MustBeAloneError(Exception):
    """A program that cannot share a translation unit; the message says why."""


def renamed(program: str, number: int) -> str:
    """The program with names of its own. Raises MustBeAloneError."""
    if not program.isascii():
        raise MustBeAloneError("its names are not plain")
    if _MAIN_WITH_PARAMETERS.search(program):
        raise MustBeAloneError("main has parameters")
    if len(_MAIN.findall(program)) > 1:
        raise MustBeAloneError("main may be called, and it alone returns 0 without saying so")
    depth = 0

    def replacement(token: re.Match[str]) -> str:
        nonlocal depth
        match token.lastgroup:
            case "name":
                return _renamed(token[0], number)
            case "stray":
                raise MustBeAloneError(f"it has a {token[0]}")
            case "opening":
                depth += 1
            case "closing":
                depth -= 1
        if depth < 0:
            raise MustBeAloneError("its brackets do not match")
        return token[0]

    text = _TOKEN.sub(replacement, program)
    if depth:
        raise MustBeAloneError("its brackets do not match")
    return text


def joined(header: str, programs: Mapping[int, str]) -> str:
    """The unit of renamed programs by number; its main runs them as runtime.c tells."""
    # What begins with `extern` cannot go on with what a program left unfinished.
    parts = [
        f'#line 1 "program-{number}.c"\n{text}\nextern int gadfly_end;\n' for number, text in programs.items()
    ]
    calls = [
        f'#line 1 "program-{number}.c"\ncase {number}: main_p{number}(); break;\n' for number in programs
    ]
    return (
        f"{header}{''.join(parts)}"
        f"static void run(unsigned long program)\n{{\nswitch (program) {{\n{''.join(calls)}}}\n}}\n"
        "int main(void) { return gadfly_run_all(run); }\n"
    )


def blamed(messages: str) -> frozenset[int]:
    """The numbers of the programs that a compiler or linker complains about."""
    return frozenset(int(one or other) for one, other in _BLAMED.findall(messages))


def _renamed(name: str, number: int) -> str:
    if name in _KEPT or name.startswith(_OURS):
        return name
    if _RESERVED.match(name):
        raise MustBeAloneError(f"{name} may have a meaning that we do not know")
    return f"{name}_p{number}"
