"""A picture of estimates, if matplotlib is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional

from ._check import one_of, refusal
from ._items import OTHER

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST = 60


def plot(
    estimates: Any,
    *,
    title: Optional[str] = None,
    unit: str = "people",
    truth: Optional[Mapping[str, float]] = None,
    order: str = "size",
    ax: Optional["Axes"] = None,
) -> "Axes":
    """Draws estimates as bars with their intervals; returns matplotlib's axes.

    `estimates` is what `estimate` returned, without groups, or a list of its rows. `order` is `"size"` (largest first,
    "(other)" last) or `"given"`. `truth` draws known counts as marks.

    >>> ldp.plot(ldp.estimate(reports, "report", spec), title="Visits by page")
    """
    try:
        import matplotlib.pyplot as plt
        from matplotlib.ticker import MaxNLocator
        from matplotlib.transforms import offset_copy
    except ImportError:
        raise ImportError("plot needs matplotlib. Provided: none; install it, or show the DataFrame instead.") from None
    one_of("order", order, ("size", "given"))
    found = estimates.collect() if hasattr(estimates, "collect") else estimates
    rows: List[Dict[str, Any]] = [dict(row.asDict() if hasattr(row, "asDict") else row) for row in found]
    if not 1 <= len(rows) <= _MOST:
        raise refusal(f"plot draws 1 to {_MOST} estimates", len(rows), "filter the DataFrame first")
    if len({row["item"] for row in rows}) < len(rows):
        raise refusal("plot draws one group", "an item twice", "filter the DataFrame by its group")
    if order == "size":
        rows.sort(key=lambda row: (row["item"] == OTHER, row["estimate"] is None, -(row["estimate"] or 0)))
    if ax is None:
        _, ax = plt.subplots(figsize=(5.4, 1.2 + 0.3 * len(rows)), layout="constrained")
    places = range(len(rows))
    for row in rows:  # a mean of too few people has no bar
        row.update({key: float("nan") for key in ("estimate", "lower", "upper") if row[key] is None})
    middle = [row["estimate"] for row in rows]
    arms = [[max(0, row[b] - row[a]) for row in rows] for a, b in (("lower", "estimate"), ("estimate", "upper"))]
    ax.barh(places, middle, color="#9ec5e8", height=0.66)
    ax.errorbar(
        middle, places, xerr=arms, fmt="none", ecolor="#1b3a57", elinewidth=1.6, capsize=3, label="95 % interval"
    )
    if truth is not None:
        known = [(p, truth[row["item"]]) for p, row in zip(places, rows) if row["item"] in truth]
        ax.plot([t for _, t in known], [p for p, _ in known], "d", color="#c44e2b", label="truth")
        # Below the axis and its name, where no bar can be.
        figure: Any = ax.figure
        below = offset_copy(ax.transAxes, figure, y=-34, units="points")
        ax.legend(frameon=False, loc="upper left", ncols=2, bbox_to_anchor=(0, 0), bbox_transform=below)
    ax.set_yticks(list(places), [row["item"] for row in rows])
    ax.invert_yaxis()
    ax.set_xlabel(unit)
    ax.xaxis.set_major_locator(MaxNLocator(5))
    ax.xaxis.set_major_formatter(lambda x, _: f"{x:,.0f}" if abs(x) >= 10 or x == 0 else f"{x:g}")
    ax.axvline(0, color="#1b3a57", linewidth=0.8)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.tick_params(axis="y", length=0)
    if title:
        ax.set_title(title, loc="left", fontsize=11)
    return ax
