"""HTML for a notebook's last line: tables and bars, without a script, in the page's own colours."""

from __future__ import annotations

from html import escape
from typing import Any, List, Mapping, Sequence

_MOST = 60
_CELL = 'style="text-align:left;padding:2px 10px"'


def table(head: Sequence[str], rows: Sequence[Sequence[Any]], raw: int = 0) -> str:
    """A table; the last `raw` cells of a row are HTML already."""
    lines = ["<table><tr>" + "".join(f"<th {_CELL}>{escape(name)}</th>" for name in head) + "</tr>"]
    for row in rows[:_MOST]:
        own = [escape(_text(cell)) for cell in row[: len(row) - raw]] + list(row[len(row) - raw :])
        lines.append("<tr>" + "".join(f"<td {_CELL}>{cell}</td>" for cell in own) + "</tr>")
    more = f"\n<p>{len(rows) - _MOST:,} more rows</p>" if len(rows) > _MOST else ""
    return "\n".join(lines) + "\n</table>" + more


def estimates(rows: Sequence[Mapping[str, Any]]) -> str:
    """A table of estimates, each with a bar and its interval."""
    shown = [v for row in rows[:_MOST] for v in (row["lower"], row["upper"], row["estimate"]) if v is not None]
    ends = [0.0, *(v for v in shown if abs(v) < float("inf"))]
    low, width = min(ends), (max(ends) - min(ends)) or 1.0
    first = list(rows[0]) if rows else []
    groups = first[: first.index("item")] if first else []
    notes = sorted({row["note"] for row in rows if row.get("note")})
    cells: List[Sequence[Any]] = []
    for row in rows:
        interval = f"{_text(row['lower'])} to {_text(row['upper'])}"
        cells.append([*(row[each] for each in groups), row["item"], row["estimate"], interval, _bar(row, low, width)])
    whole = table([*groups, "item", "estimate", "95 % interval", ""], cells, raw=1)
    return whole + "".join(f"<p>{escape(note)}</p>" for note in notes)


def _bar(row: Mapping[str, Any], low: float, width: float) -> str:
    def place(value: Any) -> float:
        return 240 * (min(max(float(value), low), low + width) - low) / width

    values = [row["estimate"], row["lower"], row["upper"]]
    if any(value is None or value != value for value in values):
        return ""
    zero, end, first, last = (place(value) for value in (0.0, *values))
    return (
        '<svg width="244" height="14" role="img">'
        f'<rect x="{min(zero, end):.1f}" y="2" width="{abs(end - zero):.1f}" height="10"'
        ' fill="#9ec5e8"/>'
        f'<line x1="{first:.1f}" x2="{last:.1f}" y1="7" y2="7" stroke="currentColor"/>'
        f'<line x1="{zero:.1f}" x2="{zero:.1f}" y1="0" y2="14" stroke="currentColor"'
        ' stroke-opacity="0.4"/></svg>'
    )


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.4g}"
    return "" if value is None else str(value)
