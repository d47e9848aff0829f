"""Asks an executable of cvc4 or cvc5 for its options: `--help` tells the names, each option the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gadfly.targets.solvers.options.listing import Ask, ListedOption, exclude, numbers, others

_ENTRY = re.compile(r"^  --(?P<name>[\w-]+)(?:=(?P<argument>\S+))?(?P<rest>.*(?:\n {25}.*)*)", re.MULTILINE)
_DEFAULT = re.compile(r'^"?option ([\w-]+)"?\n(\S+)$', re.MULTILINE)
_MODE = re.compile(r"^\+ (?P<value>[\w-]+)(?P<default> \(default\))?", re.MULTILINE)

_WRITES_FILES = "out|err|in|.*-output-channel|.*dump.*|write-.*|filename|filesystem-access|mmap|bv-aig-simp"
_LIMITS = (
    r".*(rlimit|tlimit)(-per)?|.*-timeout|.*-step|cpu-time|hard-limit|rweight|.*partition.*|.*portfolio.*"
    r"|append-learned-literals-to-cubes"
)
_MESSAGES = (
    r"help.*|copyright|version|show-.*|verbos.*|quiet|stats.*|trace|debug|output.*|print-.*|.*-print-.*"
    r"|flatten-ho-chains|expr-depth|dag-thresh|inst-format|model-format|collect-pivot-stats|early-exit"
    r"|segv-spin|tear-down-.*"
)
_EVIDENCE = (
    r"produce-.*|.*proof.*|.*unsat-cores.*|check-.*|debug-check-.*|lfsc-.*|.*interpolants.*|difficulty-mode"
    r"|model-(cores|u-.*|verify|witness-value)|block-models|abstract-values|.*-function-values?(-mode)?"
    r"|aggressive-core-min|allow-empty-dependencies|fewer-preprocessing-holes|track-inst-lemmas"
)
_READING = (
    r"incremental|interactive.*|lang|force-logic|.*parsing.*|parse-.*|preprocess-only|semantic-checks"
    r"|(type|wf)-checking|fresh-.*|global-declarations|term-sort-overload|safe-mode|stdin-input-per-line"
)
_CONSTRUCTS = (
    r"(arith|arrays|bags|datatypes|fp|rels|sep|sets|sets-card|strings|uf-card|uf-ho)-exp|fp|ff|bags|sep"
    r"|re-first-class|dt-nested-rec"
)
_OTHER_LANGUAGES = (
    r"sygus|sygus-(?!inst).*|cegis-.*|full-sygus-verify|(sep|sets|ff|ho|uf-ho|plugin|tptp|cdt)-.*|uf-ho"
    r"|oracles|pool-inst|user-pool"
)
_REASONS = {
    _WRITES_FILES: "writes or reads files",
    _LIMITS: "a limit on time, or about several processes",
    _MESSAGES: "about messages only",
    _EVIDENCE: "models, proofs, cores and self-checks",
    _READING: "how scripts are read",
    _CONSTRUCTS: "which constructs are allowed",
    _OTHER_LANGUAGES: "for other languages",
    "global-negate": "changes the meaning: asks for the opposite",
    "arith-no-partial-fun|bv-div-zero-const|dt-rewrite-error-sel": (
        "changes the meaning: values that the standard leaves open"
    ),
    "dt-cyclic": "changes the meaning: datatypes that contain themselves",
    "strings-alpha-card|strings-print-ascii": "changes the meaning: which characters there are",
    "strings-model-max-len|uf-ss-abort-card": "only some of the models are considered",
    "strings-inm": "'ignore negative membership constraints'",
    "quant-fun-wd|fmf-fun|fmf-fun-rlv": "'assumes functions are admissible'",
    "cegqi-sat": "'answer sat when quantifiers are asserted'",
    "fmf-mbqi=trust": "answers sat without a look at the quantifiers",
    "solve-int-as-bv|solve-real-as-int": "'attempt to solve a ... satisfiable problem': unsat means nothing",
    "bv-sat-solver": "no other one is compiled in",
    "restart-int-base=0": "never ends",
    "nl-cov-force": "'even in cases where it is possibly not safe to do so'",
}
EXCLUDED_OPTIONS = tuple(exclude(f"(no-)?({pattern})", reason) for pattern, reason in _REASONS.items())
"""Patterns of names and why options with such names are left out; `no-` switches a flag off."""


def list_cvc_options(ask: Ask) -> Iterator[ListedOption]:
    entries = list(_ENTRY.finditer(ask("--help")))
    defaults = _defaults(ask, [entry["name"] for entry in entries])
    for entry in entries:
        yield _option(ask, entry, defaults)


def _defaults(ask: Ask, names: list[str]) -> Mapping[str, str]:
    """What `get-option` says to each name."""
    script = "".join(f'(echo "option {name}")\n(get-option :{name})\n' for name in names)
    return dict(_DEFAULT.findall(ask("--lang=smt2", "-", stdin=script)))


def _option(ask: Ask, entry: re.Match[str], defaults: Mapping[str, str]) -> ListedOption:
    name, argument = entry["name"], entry["argument"] or ""
    about = " ".join(entry["rest"].split())
    default = defaults.get(name, "")
    if not argument:
        return _flag(name, about, default)
    if argument.upper() in {"MODE", "RULE"}:
        modes = list(_MODE.finditer(ask(f"--{name}=help")))
        usual = next((mode["value"] for mode in modes if mode["default"]), "")
        return ListedOption(name, others((mode["value"] for mode in modes), usual), about)
    is_number = re.fullmatch(r"-?\d+", default) is not None
    return ListedOption(name, numbers(default) if is_number else (), about)


def _flag(name: str, about: str, default: str) -> ListedOption:
    """A flag is switched on by its name and off by `no-` before it, if the help text marks it `[*]`."""
    if default == "true" and "[*]" in about:
        return ListedOption(f"no-{name}", ("",), about)
    return ListedOption(name, ("",) if default == "false" else (), about)
