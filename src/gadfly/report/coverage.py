"""The coverage of a hunt as a table and as a curve: the seeds alone, and what queries add to them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from gadfly.core.coverage import Count, Phase, Snapshot

CURVE_PICTURE = "coverage.svg"
WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 60, 150, 40, 50  # margins around the plot


@dataclass(frozen=True, slots=True)
class _Series:
    """What one line of the picture shows."""

    name: str
    colour: str
    count: Callable[[Snapshot], Count]


_SERIES = (
    _Series("functions", "#b4530a", lambda snapshot: snapshot.coverage.functions),
    _Series("lines", "#1f5fa8", lambda snapshot: snapshot.coverage.lines),
    _Series("branches", "#4a7a2c", lambda snapshot: snapshot.coverage.branches),
)


@dataclass(frozen=True, slots=True)
class _Scale:
    """From values to places on an axis."""

    low: float
    high: float
    begin: float
    end: float

    def place(self, value: float) -> float:
        return round(self.begin + (value - self.low) / (self.high - self.low) * (self.end - self.begin), 1)

    def marks(self, count: int) -> list[float]:
        """About so many round numbers in the range."""
        step = _round_step((self.high - self.low) / count)
        first = math.ceil(self.low / step)
        return [round(step * place, 6) for place in range(first, math.floor(self.high / step) + 1)]


def table(snapshots: Sequence[Snapshot]) -> str:
    """A Markdown table, one row for each snapshot."""
    rows = [
        "| asked | questions | seconds | lines | functions | branches |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for snapshot in snapshots:
        asked = "seeds" if snapshot.phase is Phase.SEEDS else "seeds + queries"
        coverage = snapshot.coverage
        counts = " | ".join(
            f"{count.covered} ({count.percent:.1f} %)"
            for count in (coverage.lines, coverage.functions, coverage.branches)
        )
        rows.append(f"| {asked} | {snapshot.questions} | {snapshot.seconds:.0f} | {counts} |")
    totals = snapshots[-1].coverage
    rows.append(
        f"\nThere are {totals.lines.total} lines, {totals.functions.total} functions "
        f"and {totals.branches.total} branches."
    )
    return "\n".join(rows)


def curve(snapshots: Sequence[Snapshot]) -> str:
    """An SVG picture: solid lines over time, and dashed where the seeds alone would have stayed."""
    x = _Scale(0.0, max(1.0, snapshots[-1].seconds), LEFT, WIDTH - RIGHT)
    y = _Scale(*_range(snapshots), HEIGHT - BOTTOM, TOP)
    parts = [*_axes(x, y), *_phase_border(snapshots, x)]
    for series in _SERIES:
        parts += _line(series, snapshots, x, y)
    parts += _legend(snapshots, y)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _range(snapshots: Sequence[Snapshot]) -> tuple[float, float]:
    """The percentages that occur, to full fives."""
    percents = [series.count(snapshot).percent for series in _SERIES for snapshot in snapshots]
    low = math.floor(min(percents) / 5) * 5
    return float(low), float(max(low + 5, math.ceil(max(percents) / 5) * 5))


def _axes(x: _Scale, y: _Scale) -> Iterator[str]:
    for value in y.marks(8):
        place = y.place(value)
        yield _stroke(x.begin, place, x.end, place, 'stroke="#dddddd"')
        yield _text(x.begin - 8, place + 4, f"{value:g} %", 'text-anchor="end"')
    for value in x.marks(8):
        yield _stroke(x.place(value), y.begin, x.place(value), y.begin + 5, 'stroke="black"')
        yield _text(x.place(value), y.begin + 20, f"{value:g}", 'text-anchor="middle"')
    yield _stroke(x.begin, y.begin, x.end, y.begin, 'stroke="black"')
    yield _stroke(x.begin, y.begin, x.begin, y.end, 'stroke="black"')
    yield _text((x.begin + x.end) / 2, y.begin + 40, "seconds", 'text-anchor="middle"')


def _phase_border(snapshots: Sequence[Snapshot], x: _Scale) -> Iterator[str]:
    """Where the seeds had all been asked and queries began."""
    place = x.place(_last_of_seeds(snapshots).seconds)
    yield _stroke(place, TOP - 10, place, HEIGHT - BOTTOM, 'stroke="#888888"')
    yield _text(place + 5, TOP - 14, "seeds + queries →")
    yield _text(place - 5, TOP - 14, "← seeds", 'text-anchor="end"')


def _line(series: _Series, snapshots: Sequence[Snapshot], x: _Scale, y: _Scale) -> Iterator[str]:
    points = [(x.place(s.seconds), y.place(series.count(s).percent)) for s in snapshots]
    path = " ".join(f"{across},{up}" for across, up in points)
    yield f'<polyline points="{path}" fill="none" stroke="{series.colour}" stroke-width="2"/>'
    for across, up in points:
        yield f'<circle cx="{across}" cy="{up}" r="2.5" fill="{series.colour}"/>'
    seeds = _last_of_seeds(snapshots)
    level = y.place(series.count(seeds).percent)
    dashed = f'stroke="{series.colour}" stroke-dasharray="5 4"'
    yield _stroke(x.place(seeds.seconds), level, x.end, level, dashed)


def _legend(snapshots: Sequence[Snapshot], y: _Scale) -> Iterator[str]:
    """Beside the end of each line what it is and how much was gained; lines that end close get some room."""
    seeds, last = _last_of_seeds(snapshots), snapshots[-1]
    across = WIDTH - RIGHT + 10
    lowest_free = float(TOP)
    for series in sorted(_SERIES, key=lambda series: -series.count(last).percent):
        place = max(y.place(series.count(last).percent), lowest_free)
        lowest_free = place + 34
        gained = series.count(last).covered - series.count(seeds).covered
        colour = f'fill="{series.colour}"'
        yield _text(across, place + 4, f"{series.name} {series.count(last).percent:.1f} %", colour)
        yield _text(across, place + 19, f"{gained:+} by queries", colour)
    yield _text(across, HEIGHT - BOTTOM + 40, "dashed: seeds alone")


def _last_of_seeds(snapshots: Sequence[Snapshot]) -> Snapshot:
    return [snapshot for snapshot in snapshots if snapshot.phase is Phase.SEEDS][-1]


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, 50, … that is no smaller."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


def _stroke(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style}/>'


def _text(x: float, y: float, text: str, style: str = "") -> str:
    return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'
