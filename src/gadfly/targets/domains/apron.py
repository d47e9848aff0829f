"""APRON 0.9.10, the release that the paper tested: boxes, octagons and polyhedra, each with several numbers.

Its libraries do not say that they need GMP, MPFR and APRON itself, so the driver is linked with those. The
variants of a domain share the names of their functions: a process has one of them only. APRON asks for x ⊑ y
of x ∇ y, and only octagons do without. There is no narrowing but that of octagons.
"""

from __future__ import annotations

from gadfly.core.words import Feature, Shape
from gadfly.targets.domains.domain import NARROWING_LAWS, DomainLibrary, DomainRelease, DriverBuild
from gadfly.targets.tool import Debian

VERSION = "0.9.10"
INSTALLATION = f"apron@{VERSION}"
SOURCE = Debian(
    "bullseye",
    (
        *("libapron", "libapron-dev", "libgmp10", "libgmp-dev", "libmpfr6", "libmpfr-dev"),
        *("libppl14", "libgmpxx4ldbl"),
    ),
    keeps=(
        *("usr/include/*.h", "usr/include/oct/*.h", "usr/include/*-linux-gnu/*.h"),
        *("usr/lib/lib*.so.0", "usr/lib/*-linux-gnu/libgmp*.so.*"),
        *("usr/lib/*-linux-gnu/libmpfr.so.*", "usr/lib/*-linux-gnu/libppl.so.*"),
    ),
    numbered=VERSION,
)
DRIVER = DriverBuild(
    "apron",
    includes=("usr/include", "usr/include/*-linux-gnu"),
    libraries=(
        *("usr/lib/libapron.so.0", "usr/lib/*-linux-gnu/libmpfr.so.6"),
        *("usr/lib/*-linux-gnu/libgmp.so.10",),
    ),
)
_ORDERED = frozenset({Feature.ORDERED_WIDENING})


def _release(
    name: str,
    library: str,
    manager: str,
    shape: Shape,
    *,
    features: frozenset[Feature] = _ORDERED,
    exempt: frozenset[str] = NARROWING_LAWS,
) -> DomainRelease:
    program = f"usr/lib/{library}.so.0"
    return DomainRelease(
        version=f"{VERSION}/{name}",
        source=SOURCE,
        program=program,
        command=("{driver}", DRIVER.kind, "{program}", manager),
        driver=DRIVER,
        shape=shape,
        features=features,
        exempt=exempt,
        installation=INSTALLATION,
    )


def _octagons(name: str, library: str) -> DomainRelease:
    return _release(
        name, library, "oct_manager_alloc", Shape.OCTAGON, features=frozenset(), exempt=frozenset()
    )


RELEASES = (
    _release("box-double", "libboxD", "box_manager_alloc", Shape.INTERVAL),
    _release("box-mpq", "libboxMPQ", "box_manager_alloc", Shape.INTERVAL),
    _release("box-mpfr", "libboxMPFR", "box_manager_alloc", Shape.INTERVAL),
    _octagons("oct-double", "liboctD"),
    _octagons("oct-mpq", "liboctMPQ"),
    _release("polka-mpq", "libpolkaMPQ", "pk_manager_alloc", Shape.POLYHEDRON),
    _release("polka-rll", "libpolkaRll", "pk_manager_alloc", Shape.POLYHEDRON),
    _release("ppl", "libap_ppl", "ap_ppl_poly_manager_alloc", Shape.POLYHEDRON),
)

TOOL = DomainLibrary(
    name="apron",
    family="apron",
    summary="APRON, the library of numerical abstract domains",
    url="https://antoinemine.github.io/Apron/doc/",
    executables=(),
    releases=RELEASES,
)
