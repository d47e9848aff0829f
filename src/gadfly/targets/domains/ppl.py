"""The Parma Polyhedra Library: closed polyhedra, octagons, bounded differences and boxes of exact rationals.

Its widenings ask for x ⊑ y of x ∇ y. All but polyhedra have a narrowing. Bounded differences are constraints
between those of boxes and octagons, so they count as intervals.
"""

from __future__ import annotations

from gadfly.core.words import Feature, Shape
from gadfly.targets.domains.domain import NARROWING_LAWS, DomainLibrary, DomainRelease, DriverBuild
from gadfly.targets.tool import Debian

VERSION = "1.2"
SOURCE = Debian(
    "bookworm",
    ("libppl-c4", "libppl14", "libppl-dev", "libgmp10", "libgmpxx4ldbl", "libgmp-dev"),
    keeps=("usr/include/*-linux-gnu/*.h",),
    numbered=VERSION,
)
DRIVER = DriverBuild("ppl", includes=("usr/include/*-linux-gnu",))


def _release(name: str, shape: Shape, exempt: frozenset[str] = frozenset()) -> DomainRelease:
    return DomainRelease(
        version=f"{VERSION}/{name}",
        source=SOURCE,
        program="lib/libppl_c.so.4",
        command=("{driver}", DRIVER.kind, "{home}/lib", name),
        driver=DRIVER,
        shape=shape,
        features=frozenset({Feature.ORDERED_WIDENING}),
        exempt=exempt,
        installation=f"ppl@{VERSION}",
    )


TOOL = DomainLibrary(
    name="ppl",
    family="ppl",
    summary="PPL, the Parma Polyhedra Library",
    url="https://www.bugseng.com/ppl",
    executables=(),
    releases=(
        _release("box", Shape.INTERVAL),
        _release("bd-shape", Shape.INTERVAL),
        _release("octagon", Shape.OCTAGON),
        _release("polyhedron", Shape.POLYHEDRON, NARROWING_LAWS),
    ),
)
