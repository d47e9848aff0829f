"""Read C with libclang, which preprocesses by itself."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from typing import Any

from clang import cindex

from gadfly.lang.c.clang_tree import read_declarations
from gadfly.lang.c.dialect import INPUT_TYPES
from gadfly.lang.c.edits import encode
from gadfly.lang.c.program import Program


class CReadError(Exception):
    """The text is not C as libclang knows it; one line, with the line number."""


_TEXT_NAME = "/gadfly/query.c"
_PRELUDE_NAME = "/gadfly/prelude.h"
_OUR_WORDS = """\
void __gadfly_check(int label, _Bool condition);
void __gadfly_see(int label, long long value);
void __gadfly_see_float(int label, double value);
"""
_INPUT_WORDS = "".join(f"{type_} __VERIFIER_nondet_{name}();\n" for name, type_ in INPUT_TYPES.items())


@dataclass(frozen=True, slots=True)
class _Attempt:
    standard: str
    words: str


# Programs may declare the input words themselves, and differently; old ones are no C17.
_ATTEMPTS = (
    _Attempt("gnu17", _OUR_WORDS + _INPUT_WORDS + "void __VERIFIER_assume();\n"),
    _Attempt("gnu17", _OUR_WORDS),
    _Attempt("gnu89", _OUR_WORDS),
)


@cache
def compiler_include_folders() -> tuple[str, ...]:
    """Where gcc keeps `stddef.h` and its like, which the libclang wheel lacks; none without gcc."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return ()
    printed = subprocess.run([gcc, "-print-file-name=include"], capture_output=True, text=True, check=True)
    return (printed.stdout.strip(),)


_SPLICE = re.compile(r"\\[ \t]*\r?\n")
_INCLUDE = re.compile(r"^[ \t]*(?:#|%:)[ \t]*(?:include|include_next|import|embed)\b(.*)$", re.MULTILINE)
_HEADER = re.compile(r"""[ \t]*(?:<(?!/)[\w./+-]+>|"[\w.+-]+")[ \t]*(?:(?:/\*|//).*)?""")


def parse(text: str, *, dialect_prelude: str = "", include_folders: tuple[str, ...] | None = None) -> Program:
    """Read a program in our standard dialect or in the one that `dialect_prelude` declares.

    Old C with implicit types and declarations is welcome. Offsets are those of `text` alone.
    """
    _check_includes(text)
    folders = compiler_include_folders() if include_folders is None else include_folders
    data = encode(text)
    complaint = ""
    for attempt in _ATTEMPTS:
        unit = _read_unit(data, attempt, dialect_prelude, folders)
        errors = [note for note in unit.diagnostics if note.severity >= cindex.Diagnostic.Error]
        if not errors:
            return Program.of(text, read_declarations(unit, data, _TEXT_NAME))
        complaint = complaint or f"line {errors[0].location.line}: {errors[0].spelling}"
    raise CReadError(complaint)


def _check_includes(text: str) -> None:
    """Refuse to include anything but headers: libclang would read a device for ever, in this process."""
    for named in _INCLUDE.findall(_SPLICE.sub("", text)):
        if not _HEADER.fullmatch(named) or ".." in named:
            raise CReadError(f"it includes what is no header: {named.strip()[:60]}")


def _read_unit(data: bytes, attempt: _Attempt, dialect_prelude: str, folders: tuple[str, ...]) -> Any:
    arguments = [
        f"-std={attempt.standard}",
        "-Wno-everything",
        "-fno-spell-checking",
        "-include",
        _PRELUDE_NAME,
    ]
    for folder in folders:
        arguments += ["-isystem", folder]
    prelude = encode(attempt.words + dialect_prelude)
    try:
        return _index().parse(
            _TEXT_NAME,
            args=arguments,
            unsaved_files=[(_TEXT_NAME, data), (_PRELUDE_NAME, prelude)],
            options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD,
        )
    except cindex.TranslationUnitLoadError as error:
        raise CReadError("line 1: libclang cannot read the text at all") from error


@cache
def _index() -> Any:
    return cindex.Index.create()
