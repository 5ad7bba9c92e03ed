"""The public items of a question, in their order. Values are mapped by SQL's `ldp_item` and `ldp_bin`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from ._check import is_missing, is_number, is_whole, one_of, ordered, refusal
from ._guard import call

if TYPE_CHECKING:
    from pyspark.sql import Column

OTHER = "(other)"
OUTSIDE = ("category", "fail", "drop")

# What items may be, all of them alike.
_KINDS: Dict[str, Callable[[Any], bool]] = {
    "text": lambda item: isinstance(item, str),
    "truth value": lambda item: isinstance(item, bool),
    "whole number": lambda item: is_whole(item) and -(2**63) <= item < 2**63,
    "date": lambda item: type(item) is date,
}


@dataclass(frozen=True)
class Bins:
    """Intervals `[a, b)` of numbers between rising edges; the last one includes its upper end.

    >>> Bins((0.0, 10.0, 20.0)).names()
    ['[0, 10)', '[10, 20]']
    """

    edges: Tuple[float, ...]

    def __post_init__(self) -> None:
        edges = ordered("bins", self.edges)
        rising = len(edges) >= 2 and all(map(is_number, edges))
        if not rising or any(b <= a for a, b in zip(edges, edges[1:])):
            raise refusal("bins must have two or more rising, finite edges", edges)
        # Adding 0 makes one of both zeros.
        object.__setattr__(self, "edges", tuple(float(edge) + 0.0 for edge in edges))

    def __len__(self) -> int:
        return len(self.edges) - 1

    def names(self) -> List[str]:
        """The intervals as text."""
        ends = [f"{Decimal(repr(edge)).normalize():f}" for edge in self.edges]
        return [f"[{a}, {b})" for a, b in zip(ends, ends[1:-1])] + [f"[{ends[-2]}, {ends[-1]}]"]


def bins(
    edges: Optional[Sequence[float]] = None,
    *,
    lower: Optional[float] = None,
    upper: Optional[float] = None,
    count: Optional[int] = None,
) -> Bins:
    """Bins by their edges, or `count` bins of equal width from `lower` to `upper`.

    >>> bins([0, 5000, 10000]).names()
    ['[0, 5000)', '[5000, 10000]']
    >>> len(bins(lower=0, upper=100, count=20))
    20
    """
    if edges is not None:
        return Bins(tuple(ordered("bins", edges)))
    given = (lower, upper, count)
    if not all(map(is_number, given)) or count is None or not is_whole(count) or count < 1:
        raise refusal("bins must be given by edges, or by lower, upper and count", list(given))
    low, high = float(lower or 0), float(upper or 0)
    return Bins((*(low + (high - low) * i / count for i in range(int(count))), high))


def items(path: Union[str, "os.PathLike[str]"]) -> List[str]:
    """The items of a public text file, one a line; as `domain=ldp.items("countries.txt")`."""
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip()]


@dataclass(frozen=True)
class Items:
    """Items in their order, and what becomes of a value that is none of them.

    The same items are equal by whatever sequence they are given: whole numbers without a gap are a range.
    """

    given: Union[Tuple[Any, ...], range, Bins]
    outside: str
    kind: str

    @staticmethod
    def of(given: Any, outside: str = "category") -> "Items":
        """Checked items: texts, whole numbers, truth values, dates, a `range`, or `bins`."""
        one_of("outside", outside, OUTSIDE)
        if isinstance(given, Bins):
            return Items(given, outside, "bin")
        if isinstance(given, range) and given.step == 1 and len(given) > 0:
            return Items(given, outside, "whole number")
        items = ordered("items", given)
        if any(map(is_missing, items)):
            raise refusal("items must be values", "None or NaN", 'leave it out; outside="category" counts those')
        kind = next((kind for kind, fits in _KINDS.items() if items and all(map(fits, items))), "")
        if not kind:
            rule = "items must be texts, or whole numbers, or truth values, or dates, and at least one"
            found = ", ".join(sorted({type(item).__name__ for item in items})) or "none"
            raise refusal(rule, found, "for real numbers write items=ldp.bins([...])")
        items = [int(item) for item in items] if kind == "whole number" else items
        if len(set(items)) < len(items):
            found = f"{len(items)}, of them {len(set(items))} different"
            raise refusal("items must differ", found, "name each of them once")
        if OTHER in items:
            raise refusal(f"no item may be called {OTHER}", OTHER, "take another name for it")
        if kind == "whole number" and items == list(range(items[0], items[-1] + 1)):
            return Items(range(items[0], items[-1] + 1), outside, kind)
        return Items(tuple(items), outside, kind)

    def __len__(self) -> int:
        return len(self.given) + (self.outside == "category")

    def names(self) -> List[str]:
        """All names, in the order of item numbers; "(other)" is last."""
        own = self.given.names() if isinstance(self.given, Bins) else [_text(i) for i in self.given]
        return [*own, OTHER] if self.outside == "category" else own

    def number(self, value: "Column") -> "Column":
        """The item number of a value."""
        if isinstance(self.given, Bins):
            return call("ldp_bin", value, list(self.given.edges), self.outside)
        ends = [self.given[0], self.given[-1]] if isinstance(self.given, range) else [list(self.given)]
        return call("ldp_item", value, *ends, self.outside)

    def called(self) -> Any:
        """What `ldp_estimate` calls the items, without "(other)"; a long range is not written out."""
        from pyspark.sql import functions as F

        if isinstance(self.given, range):
            return F.sequence(F.lit(self.given[0]), F.lit(self.given[-1]))
        return self.given.names() if isinstance(self.given, Bins) else list(self.given)

    def domain(self) -> Dict[str, Any]:
        """The domain of a plan."""
        if isinstance(self.given, Bins):
            return {"type": "bins", "edges": list(self.given.edges)}
        if isinstance(self.given, range):
            return {"type": "range", "from": self.given[0], "to": self.given[-1]}
        return {"type": "list", "items": [_text(item) for item in self.given]}


def _text(item: Any) -> str:
    return str(item).lower() if isinstance(item, bool) else str(item)
