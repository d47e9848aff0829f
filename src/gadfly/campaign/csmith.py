"""C programs by Csmith, made self-contained: its header is replaced by the few functions a program uses."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from gadfly.core.choices import derive_seed
from gadfly.core.words import Language, Limits, Seed
from gadfly.run.command import Completed, Ended, run
from gadfly.run.scratch import scratch_folder
from gadfly.targets.install import cache_root, ensure_folder, fetch_debian
from gadfly.targets.tool import Debian, InstallError

_VERSION = "2.3.0"
_SOURCE = Debian("bookworm", ("csmith", "libcsmith-dev"), keeps=("usr/include/csmith/safe_math.h",))

# Small programs of what all analyzers read: bit-fields and unions, but no packing, floats or volatiles.
_OPTIONS = (
    *("--concise", "--no-argc", "--no-checksum", "--no-inline-function", "--no-float"),
    *("--no-volatiles", "--no-volatile-pointers", "--no-packed-struct"),
    *("--max-funcs", "3", "--max-block-depth", "2", "--max-block-size", "3", "--max-expr-complexity", "6"),
    *("--max-array-dim", "2", "--max-array-len-per-dim", "4", "--max-struct-fields", "5"),
)
_MOST_LINES = 300
_MOST_ATTEMPTS = 100
_GENERATING = Limits(wall_seconds=30.0, cpu_seconds=10.0)
_EXECUTING = Limits(wall_seconds=10.0, cpu_seconds=1.0)

_TYPES = """\
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
"""
_SAFE_MATH = """\
#include <limits.h>
#include <stdint.h>
MARK
#define STATIC static
#define UNDEFINED(value) (value)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(name) safe_##name
#include "{header}"
"""
_FUNCTION = re.compile(r"^static \w+\s+(safe_\w+)\(.*?^}$", re.MULTILINE | re.DOTALL)
_BIT_FIELD = re.compile(r"_CSMITH_BITFIELD\((\d+)\)")
_RUNTIME = re.compile(r"^(?://|#include|static long __undefined;|\s*platform_main_\w+\().*\n", re.MULTILINE)


def csmith_seeds(number: int, random_seed: int) -> tuple[Seed, ...]:
    """So many short programs that compile and end within a second; the same ones for the same random seed."""
    home = cache_root() / "seeds" / f"csmith-{_VERSION}"
    ensure_folder(home, str(_SOURCE), lambda built, scratch: fetch_debian(_SOURCE, _VERSION, built, scratch))
    csmith = _Csmith(home, _safe_math(home))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return tuple(pool.map(lambda place: csmith.seed(random_seed, place), range(number)))


@dataclass(frozen=True, slots=True)
class _Csmith:
    """An installed Csmith, and the text of every function of its header by name."""

    home: Path
    functions: Mapping[str, str]

    def seed(self, random_seed: int, place: int) -> Seed:
        """The first usable program of the sequence that belongs to this place."""
        for attempt in range(_MOST_ATTEMPTS):
            number = derive_seed("csmith", random_seed, place, attempt) % 2**32
            text = self._program(number)
            if _is_usable(text):
                return Seed(f"csmith/{number}.c", text, Language.C)
        raise InstallError(f"none of {_MOST_ATTEMPTS} programs by Csmith can be used: does gcc work here?")

    def _program(self, number: int) -> str:
        """The program of that number, or "" if Csmith fails over it, as it does now and then."""
        library = self.home / "lib"
        loader = (str(library / "ld.so"), "--library-path", str(library))
        done = run(
            [*loader, str(self.home / "bin" / "csmith"), "--seed", str(number), *_OPTIONS], _GENERATING
        )
        return self._self_contained(done.stdout) if _succeeded(done) else ""

    def _self_contained(self, text: str) -> str:
        """The same program without the header, and without what only serves Csmith's own runs."""
        body = _BIT_FIELD.sub(lambda match: str(_width(int(match[1]))), _RUNTIME.sub("", text))
        body = body.replace("volatile uint64_t csmith_sink_", "uint64_t csmith_sink_")
        used = sorted(set(re.findall(r"\bsafe_\w+", body)))
        parts = (_TYPES, *(self.functions[name] for name in used), "", _tidy(body))
        return "\n".join(parts) + "\n"


def _tidy(text: str) -> str:
    """Without spaces at the ends of lines and without rows of empty lines."""
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)).strip()


def _width(bits: int) -> int:
    """What the macro of Csmith's header makes of a width that is too large for an int."""
    return bits % 32 if bits > 32 else bits


def _safe_math(home: Path) -> dict[str, str]:
    """The functions of Csmith's header that avoid undefined behaviour, preprocessed."""
    header = home / "usr" / "include" / "csmith" / "safe_math.h"
    source = _SAFE_MATH.format(header=header)
    done = run(["gcc", "-E", "-P", "-x", "c", "-"], _GENERATING, stdin=source)
    if not _succeeded(done):
        raise InstallError(f"Csmith's programs need a working gcc: {done.detail}")
    functions = done.stdout.partition("MARK")[2]
    return {match[1]: " ".join(match[0].split()) for match in _FUNCTION.finditer(functions)}


def _is_usable(text: str) -> bool:
    if not 0 < text.count("\n") <= _MOST_LINES:
        return False
    with scratch_folder() as folder:
        program = str(folder / "program")
        built = run(["gcc", "-w", "-x", "c", "-", "-o", program], _GENERATING, stdin=text)
        return _succeeded(built) and _succeeded(run([program], _EXECUTING))


def _succeeded(done: Completed) -> bool:
    return done.ended is Ended.EXITED and done.exit_code == 0
