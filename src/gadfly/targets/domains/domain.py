"""What the catalog knows about a library of abstract domains beyond a tool: how a domain is asked."""

from __future__ import annotations

from dataclasses import dataclass

from gadfly.core.words import Feature, Shape
from gadfly.targets.tool import Release, Tool, UnknownTargetError

NARROWING_LAWS = frozenset({"42", "43", "44", "45", "46", "55", "61"})


@dataclass(frozen=True, slots=True)
class DriverBuild:
    """How our native driver is built for a kind of library: patterns below the installation folder.

    `includes` are folders of headers, `libraries` the shared ones it is linked with and finds again
    when it runs. No kind means that no native driver is needed.
    """

    kind: str = ""
    includes: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainRelease(Release):
    """One domain of a library in one version, asked by `command` through stdin.

    In `command`, `{driver}` is the native driver, which is built first. `shape` says what the domain can
    express, `exempt` which laws it need not obey. Domains of one library share the folder `installation`.
    `defect` is planted into the domain. Option `base` chooses one of `bases` instead.
    """

    shape: Shape
    driver: DriverBuild = DriverBuild()
    features: frozenset[Feature] = frozenset()
    exempt: frozenset[str] = frozenset()
    installation: str = ""
    defect: str = ""
    bases: tuple[tuple[str, DomainRelease], ...] = ()

    def chosen(self, options: tuple[tuple[str, str], ...]) -> DomainRelease:
        """This release, or the one that its options ask for."""
        chosen = self
        for name, value in options:
            known = dict(self.bases)
            if name != "base" or value not in known:
                there = ", ".join(f"base={base}" for base in known) or "none"
                raise UnknownTargetError(f"no option {name}={value} of {self.version}: there is {there}")
            chosen = known[value]
        return chosen

    @property
    def arguments(self) -> tuple[str, ...]:
        """What every driver is told about the domain."""
        ordered = ("--ordered",) if Feature.ORDERED_WIDENING in self.features else ()
        defect = ("--", self.defect) if self.defect else ()
        return ("--shape", self.shape, *ordered, *defect)


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainLibrary(Tool):
    """A library of abstract domains; every domain of every version is a release."""

    releases: tuple[DomainRelease, ...]

    @property
    def by_path(self) -> DomainRelease:
        """A user's own library says in its manifest what it is; what is like it is the newest release."""
        return self.releases[-1]
