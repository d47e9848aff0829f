"""Makes a solver that is only a library answer like an SMT-LIB executable.

Run as a plain script: `library_worker.py LIBRARY FOLDER [--option=value …] [FILE]`, where FOLDER holds
the unpacked wheel. With `--list-options` it prints what options the library has, one JSON object per line.
With a FILE it answers that script; without, it answers one script after another from
its standard input, each ended by the lines `(reset)` and `(echo "MARKER")`, and repeats the marker.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

Option = tuple[str, str]
Answerer = Callable[[str], None]

# What cvc5 calls experimental is allowed where it is used only: `strings-exp` and `arrays-exp` make it treat
# every logic as one with quantifiers, which it then solves in other ways and with fewer options.
_EXPERIMENTAL = {
    "strings-exp": re.compile(r"\bString\b|\b(str|re|seq)\."),
    "arrays-exp": re.compile(r"\bas\s+const\b"),
    "fp-exp": re.compile(r"FloatingPoint|\b(to_)?fp\b"),
}
_END = re.compile(r'\(echo "([^"]*)"\)\s*')


def cvc5_answerer(cvc5: Any, options: Sequence[Option]) -> Answerer:
    """Runs the commands of a script until one fails, like the executable."""
    run_script = run_parsed if hasattr(cvc5, "InputParser") else our_reader().run_script

    def answer(script: str) -> None:
        solver = cvc5.Solver(cvc5.TermManager()) if hasattr(cvc5, "TermManager") else cvc5.Solver()
        several = "(push" in script or "(check-sat-assuming" in script or script.count("(check-sat") > 1
        solver.setOption("incremental", "true" if several else "false")
        allowed = [(name, "true") for name, used in _EXPERIMENTAL.items() if used.search(script)]
        for name, value in (*allowed, *options):
            solver.setOption(name, value)
        run_script(cvc5, solver, script)

    return answer


def run_parsed(cvc5: Any, solver: Any, script: str) -> None:
    """Let cvc5 read the script itself."""
    symbols = cvc5.SymbolManager(solver.getTermManager() if hasattr(cvc5, "TermManager") else solver)
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "query")
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(solver, symbols)
        say(said)
        if said.startswith("(error"):
            return


def our_reader() -> Any:
    """What reads scripts for a cvc5 without a parser: part of Gadfly, which a plain script cannot see yet."""
    sys.path.append(str(Path(__file__).parents[4]))
    return importlib.import_module("gadfly.targets.solvers.workers.cvc5_terms")


def bitwuzla_answerer(bitwuzla: Any, options: Sequence[Option]) -> Answerer:
    """Its parser answers by itself, through the C library's buffer."""
    flush_c = ctypes.CDLL(None).fflush

    def answer(script: str) -> None:
        chosen = bitwuzla.Options()
        for name, value in options:
            chosen.set(name, int(value) if re.fullmatch(r"-?\d+", value) else value)
        try:
            bitwuzla.Parser(bitwuzla.TermManager(), chosen).parse(script, False, False)
        finally:
            flush_c(None)

    return answer


def cvc5_options(cvc5: Any) -> Iterator[dict[str, Any]]:
    """Aliases are left out; types we do not know have no kind of ours."""
    solver = cvc5.Solver(cvc5.TermManager()) if hasattr(cvc5, "TermManager") else cvc5.Solver()
    for name in solver.getOptionNames():
        info = solver.getOptionInfo(name)
        if info["name"] == name:
            kind = info["type"]
            yield {
                "name": name,
                "kind": kind if isinstance(kind, str) else getattr(kind, "__name__", "other"),
                "default": str(info.get("default", "")).lower(),
                **{field: info[field] for field in ("modes", "minimum", "maximum") if field in info},
            }


def bitwuzla_options(bitwuzla: Any) -> Iterator[dict[str, Any]]:
    """Switches count as numbers, because that is how they are set."""
    kinds = {"BOOL": "int", "NUMERIC": "int", "MODE": "mode"}
    options = bitwuzla.Options()
    for each in bitwuzla.Option:
        info = bitwuzla.OptionInfo(options, each)
        kind = info.kind().name
        default = info.dflt()
        yield {
            "name": info.lng(),
            "kind": kinds.get(kind, "other"),
            "default": str(int(default)) if kind == "BOOL" else str(default),
            "modes": info.modes(),
            "minimum": 0 if kind == "BOOL" else info.min(),
            "maximum": 1 if kind == "BOOL" else info.max(),
            "about": info.description(),
        }


LISTERS = {"cvc5": cvc5_options, "bitwuzla": bitwuzla_options}
ANSWERERS = {"cvc5": cvc5_answerer, "bitwuzla": bitwuzla_answerer}


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def scripts(stream: TextIO) -> Iterator[tuple[str, str]]:
    """The scripts of a stream, each with its marker."""
    lines: list[str] = []
    for line in stream:
        if lines and lines[-1] == "(reset)\n" and (end := _END.fullmatch(line)):
            yield "".join(lines[:-1]), end[1]
            lines.clear()
        else:
            lines.append(line)


def answer_one(answer: Answerer, script: str) -> None:
    """Answer a script; what the library refuses is said the way executables say it."""
    try:
        answer(script)
    except Exception as error:  # noqa: BLE001 (libraries raise whatever they like, and it is all one to us)
        message = str(error).replace('"', '""')
        say(f'(error "{message}")\n')


def option_of(argument: str) -> Option:
    """`--name=value`, or `--name` to switch something on."""
    name, _, value = argument.removeprefix("--").partition("=")
    return name, value or "true"


def main(library: str, folder: str, *arguments: str) -> None:
    sys.path.insert(0, folder)
    module = importlib.import_module(library)
    if "--list-options" in arguments:
        for option in LISTERS[library](module):
            say(f"{json.dumps(option)}\n")
        return
    options = [option_of(argument) for argument in arguments if argument.startswith("--")]
    files = [argument for argument in arguments if not argument.startswith("--")]
    answer = ANSWERERS[library](module, options)
    for file in files:
        answer_one(answer, Path(file).read_text(encoding="utf-8", errors="surrogateescape"))
    if not files:
        for script, marker in scripts(sys.stdin):
            answer_one(answer, script)
            say(f"{marker}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
