"""Charts, made with Altair. Colours are the page's own variables, so a chart follows day and candlelight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, floor
from typing import Any, NamedTuple

import altair as alt

ACCENT, OTHER, INK, FAINT = "var(--game)", "var(--other)", "var(--ink-2)", "var(--edge)"
# What all charts share; the page gives it to Vega once.
CONFIG: dict[str, Any] = {
    "background": None,
    "font": "Alegreya Sans, Gill Sans, Calibri, Segoe UI, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": INK, "titleColor": INK, "gridColor": "var(--line)", "domain": False, "ticks": False,
        "labelFontSize": 14, "titleFontSize": 14, "titleFontWeight": "normal", "labelPadding": 6, "titlePadding": 10,
    },
    "axisY": {"grid": False},
    "legend": {
        "labelColor": INK, "titleColor": INK, "labelFontSize": 14, "titleFontSize": 14, "orient": "top",
        "symbolSize": 110, "title": None,
    },
}  # fmt: skip


class Point(NamedTuple):
    """A value with its interval. said: what the tooltip says of it. series: where several share a line."""

    label: str
    value: float
    low: float
    high: float
    said: str
    series: str = ""


class Band(NamedTuple):
    """A bar of a histogram: from a number up to, not including, another."""

    start: float
    end: float
    times: float


def intervals(
    points: Sequence[Point], axis: str, about: str, *, form: str = ".0%", usual: float | None = None, zero: bool = True
) -> dict[str, Any]:
    """Values with their intervals, a line each; a dashed line where there is something usual to compare with.

    Args:
        axis: what the numbers are. about: the chart in a sentence, for those who do not see it. form: of the numbers,
            as d3 has it. zero: the axis begins at 0.
    """
    series = list(dict.fromkeys(point.series for point in points))
    values = [point._asdict() for point in points]
    base = _chart(values)
    y = alt.Y("label:N", sort=None, title=None)
    signed = alt.Axis(labelExpr="datum.value ? format(datum.value, '+d') : '0'", tickCount=5)
    ticks = signed if form == "+d" else alt.Axis(format=form, tickCount=5)
    x = alt.X("value:Q", title=axis, axis=ticks, scale=alt.Scale(zero=zero, nice=True))
    tooltip = [alt.Tooltip("label:N", title=" "), alt.Tooltip("said:N", title=" ")]
    if len(series) > 1:
        scale = alt.Scale(domain=series, range=[ACCENT, OTHER])
        colour: Any = alt.Color("series:N", scale=scale, legend=alt.Legend(title=None))
        shape: Any = alt.Shape("series:N", scale=alt.Scale(domain=series, range=["circle", "diamond"]))
        offset: Any = alt.YOffset("series:N", sort=series)
        rules = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q"), x2="high:Q", y=y, yOffset=offset, color=colour)
        dots = base.mark_point(filled=True, size=80, opacity=1).encode(
            x=x, y=y, yOffset=offset, color=colour, shape=shape, tooltip=tooltip
        )
    else:
        rules = base.mark_rule(strokeWidth=2, color=INK).encode(x=alt.X("low:Q"), x2="high:Q", y=y)
        dots = base.mark_point(filled=True, size=110, opacity=1, color=ACCENT).encode(x=x, y=y, tooltip=tooltip)
    layers: list[Any] = [rules, dots]
    if usual is not None:
        line = _chart([{"usual": usual}])
        layers.insert(0, line.mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=INK).encode(x="usual:Q"))
    return _spec(alt.layer(*layers), about, (26 if len(series) < 2 else 36) * len({point.label for point in points}))


def bars(rows: Sequence[Point], axis: str, about: str, form: str = ".0%") -> dict[str, Any]:
    """Shares as bars, with their intervals."""
    base = _chart([row._asdict() for row in rows])
    y = alt.Y("label:N", sort=None, title=None)
    tooltip = [alt.Tooltip("label:N", title=" "), alt.Tooltip("said:N", title=" ")]
    x = alt.X("value:Q", title=axis, axis=alt.Axis(format=form, tickCount=5))
    bar = base.mark_bar(color=ACCENT, height=14, cornerRadiusEnd=3).encode(x=x, y=y, tooltip=tooltip)
    rule = base.mark_rule(strokeWidth=2, color=INK).encode(x=alt.X("low:Q"), x2="high:Q", y=y)
    return _spec(alt.layer(bar, rule), about, 30 * len(rows))


def histogram(
    bands: Sequence[Band], axis: str, count: str, about: str, middle: float | None = None, *, whole: bool = True
) -> dict[str, Any]:
    """How many there are of each size; a dashed line at the median.

    Args:
        whole: the sizes are whole numbers, so a bar that is for one of them stands over it.
    """
    single = whole and all(band.end - band.start == 1 for band in bands)
    aside = 0.5 if single else 0.0
    values = [
        {
            "start": band.start - aside, "end": band.end - aside, "times": band.times,
            "said": f"{band.start:g}" if single else f"{band.start:g} to {band.end - whole:g}",
        }
        for band in bands
    ]  # fmt: skip
    base = _chart(values)
    tooltip = [alt.Tooltip("said:N", title=axis), alt.Tooltip("times:Q", title=count, format=",")]
    x = alt.X(
        "start:Q",
        title=axis,
        axis=alt.Axis(grid=False, tickCount=8, tickMinStep=1),
        scale=alt.Scale(nice=False, zero=False),
    )
    y = alt.Y("times:Q", title=count, axis=alt.Axis(grid=True, tickCount=4, format=",d", tickMinStep=1))
    bar = base.mark_bar(color=ACCENT, opacity=0.6, binSpacing=1).encode(
        x=x, x2="end:Q", y=y, y2=alt.datum(0), tooltip=tooltip
    )
    layers: list[Any] = [bar]
    if middle is not None:
        line = _chart([{"at": middle}])
        layers.append(line.mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=INK).encode(x="at:Q"))
    return _spec(alt.layer(*layers), about, 190)


def course(points: Sequence[Point], axis: str, value: str, about: str, usual: float | None = None) -> dict[str, Any]:
    """A share along the game, with its band; `label` is the part of the game, such as "0.5"."""
    values = [{**point._asdict(), "at": float(point.label)} for point in points]
    base = _chart(values)
    x = alt.X("at:Q", title=axis, axis=alt.Axis(format=".0%", grid=False), scale=alt.Scale(domain=[0, 1]))
    y = alt.Y(
        "value:Q", title=value, axis=alt.Axis(format=".0%", grid=True, tickCount=5), scale=alt.Scale(domain=[0, 1])
    )
    band = base.mark_area(color=ACCENT, opacity=0.22).encode(x=x, y=alt.Y("low:Q"), y2="high:Q")
    line = base.mark_line(color=ACCENT, strokeWidth=2.5).encode(x=x, y=y)
    dots = base.mark_point(color=ACCENT, filled=True, size=70, opacity=1).encode(
        x=x, y=y, tooltip=[alt.Tooltip("said:N", title=" ")]
    )
    layers: list[Any] = [band, line, dots]
    if usual is not None:
        even = _chart([{"usual": usual}])
        layers.insert(0, even.mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=INK).encode(y="usual:Q"))
    return _spec(alt.layer(*layers), about, 230)


def strip(rows: Iterable[tuple[str, str, float, str]], axis: str, about: str) -> dict[str, Any]:
    """Dots on a line a group, on a scale where each mark is ten times the one before. A row is (group, what, value,
    what the tooltip says)."""
    listed = list(rows)
    values = [{"group": group, "what": what, "value": value, "said": said} for group, what, value, said in listed]
    base = _chart(values)
    least = min((value for _, _, value, _ in listed), default=1.0)
    ticks = [10.0**n for n in range(-5, 6) if 10.0**n > least / 10]
    x = alt.X(
        "value:Q",
        title=axis,
        scale=alt.Scale(type="log"),
        axis=alt.Axis(values=ticks, format="~g", grid=True, labelFlush=False),
    )
    y = alt.Y("group:N", sort=None, title=None)
    dots = base.mark_point(filled=True, size=64, opacity=0.6, color=ACCENT).encode(
        x=x, y=y, tooltip=[alt.Tooltip("what:N", title=" "), alt.Tooltip("said:N", title=" ")]
    )
    return _spec(alt.layer(dots), about, 26 * len({group for group, _, _, _ in listed}))


def banded(counts: Mapping[int, int] | Sequence[float], most: int = 32) -> list[Band]:
    """Counts of whole numbers, or numbers themselves, put into at most so many bands of a round width."""
    pairs = list(counts.items()) if isinstance(counts, Mapping) else [(value, 1) for value in counts]
    if not pairs:
        return []
    low, high = floor(min(value for value, _ in pairs)), floor(max(value for value, _ in pairs))
    width = next(w for n in range(9) for w in (10**n, 2 * 10**n, 5 * 10**n) if (high - low + 1) / w <= most)
    first = low // width * width
    sums = [0] * (ceil((high + 1 - first) / width))
    for value, count in pairs:
        sums[int((value - first) // width)] += count
    return [Band(first + n * width, first + (n + 1) * width, count) for n, count in enumerate(sums)]


def _chart(values: Sequence[Mapping[str, object]]) -> alt.Chart:
    data: Any = alt.Data
    return alt.Chart(data(values=list(values)))


def _spec(chart: Any, about: str, height: int) -> dict[str, Any]:
    made = chart.properties(width="container", height=height, description=about)
    made.autosize = alt.AutoSizeParams(type="fit-x", contains="padding")
    spec: dict[str, Any] = made.to_dict(validate=False)
    for name in ("$schema", "config"):
        spec.pop(name, None)
    return spec
