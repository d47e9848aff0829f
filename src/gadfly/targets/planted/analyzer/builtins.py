"""The functions that a program need not define: those of the standard dialect and a few of the C library."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gadfly.targets.planted.analyzer.errors import PathEndError, UndefinedError, UnsupportedError
from gadfly.targets.planted.analyzer.memory import Arguments, Object, Pointer, Value, read, write
from gadfly.targets.planted.analyzer.rules import is_true
from gadfly.targets.planted.analyzer.run import Frame

Builtin = Callable[[Frame, Sequence[Value]], Value | None]


def builtin(name: str) -> Builtin:
    found = BUILTINS.get(name) or BUILTINS.get(name.removeprefix("__builtin_"))
    if found is None:
        raise UnsupportedError(f"function {name}")
    return found


def _check(frame: Frame, arguments: Sequence[Value]) -> None:
    label, holds = arguments
    assert isinstance(label, int)
    frame.run.check(label, holds=is_true(holds))


def _assume(_frame: Frame, arguments: Sequence[Value]) -> None:
    if not is_true(arguments[0]):
        raise PathEndError


def _exit(_frame: Frame, _arguments: Sequence[Value]) -> None:
    raise PathEndError


def _abort(_frame: Frame, _arguments: Sequence[Value]) -> None:
    raise UnsupportedError("aborts")


def _unreachable(_frame: Frame, _arguments: Sequence[Value]) -> None:
    raise UndefinedError("unreachable code reached")


def _input(least: int, size: int) -> Builtin:
    """One of a few values; every one is tried."""
    return lambda frame, _arguments: least + frame.run.draw(size)


def _start(frame: Frame, arguments: Sequence[Value]) -> None:
    write(_place(arguments[0]), [Arguments(frame.extra)])


def _copy_list(_frame: Frame, arguments: Sequence[Value]) -> None:
    write(_place(arguments[0]), read(_place(arguments[1]), 1))


def _nothing(_frame: Frame, _arguments: Sequence[Value]) -> None:
    """Output, or the end of something: no check sees it. The result is not known."""


def _copy(_frame: Frame, arguments: Sequence[Value]) -> Value:
    target, source, size = arguments
    if size:
        write(_place(target), read(_place(source), _size(size)))
    return target


def _fill(_frame: Frame, arguments: Sequence[Value]) -> Value:
    target, byte, size = arguments
    if size:
        write(_place(target), [_size(byte) & 0xFF] * _size(size))
    return target


def _compare(frame: Frame, arguments: Sequence[Value]) -> Value:
    left, right, size = arguments
    if not size:
        return 0
    return _order(frame, _numbers(left, _size(size)), _numbers(right, _size(size)))


def _length(_frame: Frame, arguments: Sequence[Value]) -> Value:
    return len(_text(arguments[0]))


def _compare_strings(frame: Frame, arguments: Sequence[Value]) -> Value:
    return _order(frame, _text(arguments[0]), _text(arguments[1]))


def _copy_string(_frame: Frame, arguments: Sequence[Value]) -> Value:
    write(_place(arguments[0]), _text(arguments[1]) + b"\0")
    return arguments[0]


def _find_character(_frame: Frame, arguments: Sequence[Value]) -> Value:
    found = (_text(arguments[0]) + b"\0").find(_size(arguments[1]) & 0xFF)
    return 0 if found < 0 else _place(arguments[0]).moved(found)


def _allocate(_frame: Frame, arguments: Sequence[Value]) -> Value:
    return Pointer(Object.unset(_size(arguments[0])), 0)


def _allocate_zero(_frame: Frame, arguments: Sequence[Value]) -> Value:
    return Pointer(Object.zero(_size(arguments[0]) * _size(arguments[1])), 0)


def _free(_frame: Frame, arguments: Sequence[Value]) -> None:
    if arguments[0] != 0:
        _place(arguments[0]).object.is_alive = False


def _absolute(_frame: Frame, arguments: Sequence[Value]) -> Value:
    return abs(_size(arguments[0]))


def _expect(_frame: Frame, arguments: Sequence[Value]) -> Value:
    return arguments[0]


def _place(value: Value) -> Pointer:
    if not isinstance(value, Pointer):
        raise UndefinedError("access through what is no address of an object")
    return value


def _size(value: Value) -> int:
    if not isinstance(value, int):
        raise UnsupportedError("address as a number")
    return value


def _numbers(value: Value, size: int) -> bytes:
    cells = read(_place(value), size)
    numbers = [cell for cell in cells if isinstance(cell, int)]
    if len(numbers) != size:
        raise UnsupportedError("bytes without a value")
    return bytes(numbers)


def _text(value: Value) -> bytes:
    place, found = _place(value), bytearray()
    while byte := _numbers(place.moved(len(found)), 1):
        if byte == b"\0":
            break
        found += byte
    return bytes(found)


def _order(frame: Frame, left: bytes, right: bytes) -> int:
    """C says the sign only, so the other way to execute has another number."""
    return ((left > right) - (left < right)) * (2 if frame.run.backwards else 1)


BUILTINS: Mapping[str, Builtin] = {
    "__gadfly_check": _check,
    "__VERIFIER_assume": _assume,
    "__VERIFIER_nondet_bool": _input(0, 2),
    "__VERIFIER_nondet_char": _input(-128, 256),
    "__VERIFIER_nondet_uchar": _input(0, 256),
    "va_start": _start,
    "va_copy": _copy_list,
    "va_end": _nothing,
    "abort": _abort,
    "trap": _abort,
    "unreachable": _unreachable,
    "exit": _exit,
    "printf": _nothing,
    "puts": _nothing,
    "putchar": _nothing,
    "memcpy": _copy,
    "memmove": _copy,
    "memset": _fill,
    "memcmp": _compare,
    "strlen": _length,
    "strcmp": _compare_strings,
    "strcpy": _copy_string,
    "strchr": _find_character,
    "malloc": _allocate,
    "calloc": _allocate_zero,
    "free": _free,
    "abs": _absolute,
    "labs": _absolute,
    "llabs": _absolute,
    "expect": _expect,
}
