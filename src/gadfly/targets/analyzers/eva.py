"""Frama-C EVA: an abstract interpreter for C, with a choice of domains.

EVA is sound by design: code it calls dead is claimed to be unreachable. What it cannot rule out it leaves
open, so it never claims that a check fails. It also calls dead whatever follows an operation that it takes
for undefined; in a program that is known to be well-defined that is a wrong claim, and `detail` shows it.

A check fails by calling a function of its own with `check \\false` in it: the condition stays C, and a
`check` does not change what is known after it. Assumptions that are stricter than what compilers and
sanitizers demand (finite floats, no copies of indeterminate bytes, …) are switched off.
"""

from __future__ import annotations

import re

from gadfly.core.words import Answer, Feature, Option, Outcome
from gadfly.lang.c.dialect import failures
from gadfly.run.command import Completed
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease, Reading, by_path
from gadfly.targets.tool import Debian, ExpectedError

_ROW = re.compile(r"\tgadfly_fail_(\d+)\tuser check\t([^\t\n]+)\t")
_TAKEN_FOR_UNDEFINED = re.compile(
    r"^\[eva[^]]*\] [^\n]*(?:\n  [^\n]*)?(?<!check )'(?!gadfly_)[^'\n]*' got (?:final )?status invalid",
    re.MULTILINE,
)
_ERROR = re.compile(
    r"^\[[^]\n]+\] [^\n]*(?:\n  )?(?:User Error|Failure|syntax error|not started)[^\n]*(?:\n  [^\n]*)?",
    re.MULTILINE,
)
_FAULT = re.compile(r"^[^\n]*(?:Unexpected error|internal fault)[^\n]*(?:\n  [^\n]*)?", re.MULTILINE)
_PLUGINS_22 = (
    *("Server", "Callgraph", "LoopAnalysis", "RteGen", "Eva"),
    *("Postdominators", "From", "Inout", "Scope", "Report", "Variadic"),
)
_PLUGINS_25 = ("Server", "Eva", "Postdominators", "Callgraph", "From", "Inout", "Scope", "Report", "Variadic")
_ARGUMENTS = (
    *("-machdep", "gcc_x86_64", "-eva", "-eva-no-print", "-report-csv", "/dev/stdout"),
    *("-warn-special-float", "none", "-no-warn-left-shift-negative", "-no-warn-pointer-downcast"),
    *("-eva-warn-undefined-pointer-comparison", "none", "-eva-no-warn-pointer-subtraction"),
    *("-eva-warn-copy-indeterminate=-@all", "-unsafe-arrays"),
)
_OPTIONS = (
    Option("eva-domains", ("equality", "gauges", "octagon", "symbolic-locations", "bitwise", "sign")),
    Option("eva-precision", ("0", "1", "2", "3", "5", "7", "9", "11")),
    Option("eva-slevel", ("10", "100", "1000")),
    Option("eva-auto-loop-unroll", ("16", "128")),
    Option("eva-partition-history", ("1",)),
    Option("eva-split-return", ("auto", "full")),
    Option("eva-ilevel", ("4", "32")),
    Option("eva-plevel", ("20", "2000")),
)
_ENDS = "/*@ assigns \\nothing; ensures \\false; */ "
_MODELLED = ("memset", "memcpy", "memmove", "strlen", "malloc", "calloc", "free")
_DECLARATIONS = {
    "abort": f"{_ENDS}extern void abort(void);",
    "exit": f"{_ENDS}extern void exit(int status);",
    "memset": "extern void *memset(void *, int, unsigned long);",
    "memcpy": "extern void *memcpy(void *, const void *, unsigned long);",
    "memmove": "extern void *memmove(void *, const void *, unsigned long);",
    "strlen": "extern unsigned long strlen(const char *);",
    "malloc": "extern void *malloc(unsigned long);",
    "calloc": "extern void *calloc(unsigned long, unsigned long);",
    "free": "extern void free(void *);",
}


def dialect(program: str) -> str:
    """Failing checks as dead code or not; also the functions that compilers know without their header."""
    used = [name for name in _DECLARATIONS if re.search(rf"\b(?:__builtin_)?{name}\b", program)]
    declared = "".join(f"{_DECLARATIONS[name]}\n#define __builtin_{name} {name}\n" for name in used)
    return declared + failures("/*@ check gadfly_{label}: \\false; */ ;")(program)


def read(done: Completed, checks: int) -> Reading:
    """The rows of the report about our checks, and the first operation that EVA is sure to be undefined."""
    if fault := _FAULT.search(done.stdout):
        return Reading(outcome=Outcome.CRASH, detail=_one_line(fault[0]))
    status = {int(label): status for label, status in _ROW.findall(done.stdout)}
    if done.exit_code != 0 or len(status) < checks:
        error = _ERROR.search(done.stdout)
        return Reading(outcome=Outcome.UNSUPPORTED, detail=_one_line(error[0]) if error else done.detail)
    answers = tuple(Answer.SAFE if status[label] == "Dead" else Answer.UNKNOWN for label in range(checks))
    undefined = _TAKEN_FOR_UNDEFINED.search(done.stdout)
    return Reading(answers, detail=_one_line(undefined[0]) if undefined else "")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _release(
    version: str, suite: str, numbered: str, plugins: tuple[str, ...], arguments: tuple[str, ...]
) -> AnalyzerRelease:
    """Plug-ins are loaded by their paths: that is faster, and needs no OCaml packages to find them."""
    files = tuple(f"usr/lib/frama-c/plugins/top/{plugin}.cmxs" for plugin in plugins)
    return AnalyzerRelease(
        version=version,
        source=Debian(
            suite, ("frama-c-base", "libgmp10"), keeps=("usr/share/frama-c/**/*", *files), numbered=numbered
        ),
        program="bin/frama-c",
        command=(
            *("{home}/lib/ld.so", "--library-path", "{home}/lib", "{program}"),
            *("-no-autoload-plugins", "-load-module", ",".join(f"{{home}}/{file}" for file in files)),
        ),
        environment=(
            ("FRAMAC_SHARE", "{home}/usr/share/frama-c"),
            ("FRAMAC_PLUGIN", "{home}/usr/lib/frama-c/plugins"),
            ("OCAMLFIND_CONF", "/dev/null"),
        ),
        read=read,
        arguments=(*_ARGUMENTS, *arguments),
        dialect=dialect,
        claims=frozenset({Answer.SAFE}),
        features=frozenset({Feature.ALL_CHECKS, Feature.INPUTS, Feature.ALARMS}),
        options=_OPTIONS,
    )


_OLD = _release("22.0", "bullseye", "20201209+titanium", _PLUGINS_22, ())
_NEW = _release("25.0", "bookworm", "20220511-manganese", _PLUGINS_25, ("-eva-unroll-recursive-calls", "100"))

TOOL = Analyzer(
    name="eva",
    family="frama-c",
    summary="Frama-C's EVA of CEA List: abstract interpretation with a choice of domains",
    url="https://frama-c.com",
    executables=("frama-c",),
    aliases=("frama-c-eva",),
    option=("-{name}", "{value}"),
    flag=("-{name}",),
    expected_errors=(
        ExpectedError(re.compile("[Ss]tack overflow|Out of memory"), "too large", Outcome.OUT_OF_MEMORY),
    ),
    disclaimers=(
        ExpectedError(
            re.compile(
                "Neither code nor specification for function "
                rf"(?!__VERIFIER_nondet_|(?:{'|'.join(_MODELLED)})\b)\w+"
            ),
            "a function it knows nothing about",
        ),
        ExpectedError(re.compile(r"will not be used for function[^\n]*"), "a function of another type"),
        ExpectedError(re.compile("Clobber list contains|[Uu]nknown assembly"), "assembly"),
        ExpectedError(re.compile("'missing_return' got"), "a function that ends without a value"),
        ExpectedError(re.compile(r"detected recursive call \(|Recursive call to"), "recursion"),
        ExpectedError(
            re.compile(r"[Ii]gnoring unsupported[^\n]*|[^\n]* (?:is|are) not supported"), "unsupported"
        ),
    ),
    releases=(_OLD, _NEW),
    by_path=by_path(_NEW),
)
