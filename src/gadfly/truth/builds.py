"""The ways to build and run one C program that must all show the same behaviour.

Undefined and unspecified behaviour is what compilers disagree about, what sanitizers report, or what changes
with the contents of memory that nobody has written; each build provokes another part of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

_ZERO = "-ftrivial-auto-var-init=zero"
_PATTERN = "-ftrivial-auto-var-init=pattern"
_NO_RECOVERY = "-fno-sanitize-recover=all"
_SANITIZERS = {
    "gcc": "address,undefined,float-cast-overflow,bounds-strict,pointer-compare,pointer-subtract",
    "clang": "address,undefined,float-cast-overflow",  # its pointer-compare takes offence at optimised loops
}
_ABORT = "abort_on_error=1:symbolize=0"  # an exit code could be the program's own
_SANITIZER_OPTIONS = {
    "ASAN_OPTIONS": f"{_ABORT}:detect_leaks=0:detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2"
    ":max_malloc_fill_size=1000000000",
    "UBSAN_OPTIONS": _ABORT,
    "MSAN_OPTIONS": _ABORT,
}


@dataclass(frozen=True, slots=True)
class Compiler:
    """A C compiler by its command; compilers of one family share bugs."""

    name: str
    family: str
    command: tuple[str, ...]


class Watch(Enum):
    """Who watches a program while it runs."""

    NOBODY = ""
    SANITIZERS = "sanitized"
    MEMORY_SANITIZER = "memory-sanitized"
    VALGRIND = "in valgrind"


@dataclass(frozen=True, slots=True)
class Build:
    """One way to compile a program and to run it; `heap` fills what a plain program allocates and frees."""

    compiler: Compiler
    flags: tuple[str, ...]
    watch: Watch = Watch.NOBODY
    heap: int = 0

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.compiler.name, *self.flags, self.watch.value)))

    @property
    def runtime(self) -> Build:
        """How the runtime that it is linked with is built, which shows whether that can be done at all."""
        return Build(self.compiler, ("-O1", _PATTERN), self.watch)

    @property
    def options(self) -> tuple[str, ...]:
        """All options for the compiler."""
        match self.watch:
            case Watch.SANITIZERS:
                return (*self.flags, f"-fsanitize={_SANITIZERS[self.compiler.family]}", _NO_RECOVERY)
            case Watch.MEMORY_SANITIZER:
                return (*self.flags, "-fsanitize=memory", _NO_RECOVERY)
            case Watch.NOBODY | Watch.VALGRIND:
                return self.flags

    @property
    def environment(self) -> dict[str, str]:
        """The variables for a run."""
        if self.watch in (Watch.SANITIZERS, Watch.MEMORY_SANITIZER):
            return dict(_SANITIZER_OPTIONS)
        return {"GLIBC_TUNABLES": f"glibc.malloc.perturb={self.heap}"}


def quick_builds(compiler: Compiler) -> tuple[Build, ...]:
    """Two builds that together see most of what can be seen; cheap to compile."""
    # clang has no option for zeros that all its releases know.
    plain = ("-O2",) if compiler.family == "clang" else ("-O2", _ZERO)
    return (Build(compiler, ("-O0", _PATTERN), Watch.SANITIZERS), Build(compiler, plain))


def further_builds(compiler: Compiler) -> tuple[Build, ...]:
    """The others that must agree with those before a program counts as well defined."""
    builds = (
        Build(compiler, ("-O0",), heap=0x55),
        Build(compiler, ("-O1", _PATTERN)),
        Build(compiler, ("-O2", _PATTERN), Watch.SANITIZERS),
        Build(compiler, ("-O2", "-fno-strict-aliasing", "-fwrapv")),
        Build(compiler, ("-O3",), heap=0xAA),
    )
    if compiler.family == "clang":
        return (*builds, Build(compiler, ("-O1",), Watch.MEMORY_SANITIZER))
    return builds


def valgrind_build(compiler: Compiler) -> Build:
    return Build(compiler, ("-O0", "-g"), Watch.VALGRIND)
