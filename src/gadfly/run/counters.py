"""Programs that count which of their lines run, built with gcov or LLVM's coverage.

They write their counts when they end by themselves, and add to what is there; killed ones write nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_GCOV, _LLVM = "GCOV_PREFIX", "LLVM_PROFILE_FILE"


def environment() -> dict[str, str]:
    """The variables that tell programs where their counts go; every program we start is given them."""
    return {name: os.environ[name] for name in (_GCOV, _LLVM) if name in os.environ}


def are_wanted() -> bool:
    """Whether programs should be given the time to write their counts."""
    return bool(environment())


@contextmanager
def written_to(folder: Path) -> Iterator[None]:
    """Within, counts go below this folder and not into the user's build, also from workers started meanwhile.

    The variables are set in our own environment because that is what workers inherit.
    """
    place = folder.absolute()
    place.mkdir(parents=True, exist_ok=True)
    before = environment()
    os.environ.update({_GCOV: str(place), _LLVM: str(place / "%m.profraw")})
    try:
        yield
    finally:
        del os.environ[_GCOV], os.environ[_LLVM]
        os.environ.update(before)
