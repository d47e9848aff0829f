"""Doubts: what keeps an execution from telling what the C standard says about a program.

They are found in the text, because no compiler and no sanitizer reports them.
"""

from __future__ import annotations

import re

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)

# What a program may learn from outside; an analyzer is right to expect any value from it.
_READS = re.compile(
    r"\b(?:(__VERIFIER_nondet_\w+|s?rand(?:om)?|rand_r|time|clock|clock_gettime|gettimeofday|getenv|getpid"
    r"|f?getc|getchar|gets|fgets|fread|read|f?scanf|fopen|open)\s*\(|main\s*\(\s*(?!void\b)[^\s)])"
)
_BEYOND = re.compile(
    r"\b(?P<word>(?:__)?asm(?:__)?|__builtin_(?:setjmp|longjmp|return|apply\w*|frame_address|return_address"
    r"|va_arg_pack\w*|constant_p|(?:dynamic_)?object_size)|_?setjmp|longjmp|alloca|__builtin_alloca\w*|fork|signal|sigaction|mmap)"
    r"\b\s*(?=[({]|volatile|__volatile__)"
    r"|__attribute__\s*\(\s*\(\s*(?P<attribute>[^)]*\b(?:__)?(?:alias|constructor|destructor|weak|ifunc"
    r"|no_instrument_function|section|naked|vector_size|mode)(?:__)?\b)"
)
_LIBRARY = (
    "abs labs llabs imaxabs memcpy memmove memset memcmp memchr strlen strcpy strncpy strcat strncat strcmp "
    "strncmp strchr strrchr strstr strspn strcspn strpbrk printf fprintf sprintf snprintf vprintf vfprintf "
    "vsprintf puts putchar fputs fputc malloc calloc realloc free abort exit isalpha isdigit isspace toupper "
    "tolower floor ceil fabs sqrt sin cos exp log pow fmin fmax index rindex bcopy bzero bcmp ffs "
    "stpcpy mempcpy"
)
_REDEFINED = re.compile(
    rf"\b(?P<name>{'|'.join(_LIBRARY.split())})\s*\([^;(){{}}]*\)\s*(?:[\w\s,*;]*;\s*)?{{"
)


def doubt(program: str) -> str:
    """What no execution can settle about a program, in a few words; "" if there is nothing of that kind."""
    text = _COMMENT.sub(" ", program)
    if found := _BEYOND.search(text):
        return f"beyond the standard: {found['word'] or ' '.join(found['attribute'].split())}"
    if found := _REDEFINED.search(text):
        return f"a function of its own with a reserved name: {found['name']}"
    return ""


def reads(program: str) -> str:
    """What a program learns from outside, which makes an execution one of many; "" if it reads nothing."""
    found = _READS.search(_COMMENT.sub(" ", program))
    return (found[1] or "arguments") if found else ""
