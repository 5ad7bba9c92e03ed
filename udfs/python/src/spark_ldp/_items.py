"""The public set of items that is counted, and the map from values to item numbers.

The map is part of the query. It is the same work for each value as far as SQL allows, it never
fails on a value, and what is no item is decided beforehand (`outside`).
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

from ._check import is_date, is_missing, is_number, is_whole, one_of, ordered, refusal

if TYPE_CHECKING:
    from pyspark.sql import Column

OTHER = "(other)"
OUTSIDE = ("category", "fail", "drop")

_MOST = 10_000


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

    def names(self) -> List[str]:
        """The intervals as text."""
        last = len(self.edges) - 2
        return [
            f"[{_plain(a)}, {_plain(b)}{']' if i == last else ')'}"
            for i, (a, b) in enumerate(zip(self.edges, self.edges[1:]))
        ]


def items(path: Union[str, "os.PathLike[str]"]) -> List[str]:
    """The items of a public text file, one a line; as `domain=ldp.items("countries.txt")`."""
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip()]


def _plain(edge: float) -> str:
    text = format(Decimal(repr(edge)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


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
    >>> len(bins(lower=0, upper=100, count=20).names())
    20
    """
    if edges is not None:
        return Bins(tuple(ordered("bins", edges)))
    given = (lower, upper, count)
    if not all(map(is_number, given)) or count is None or not is_whole(count) or count < 1:
        raise refusal("bins must be given by edges, or by lower, upper and count", list(given))
    low, high = float(lower or 0), float(upper or 0)
    return Bins((*(low + (high - low) * i / count for i in range(int(count))), high))


@dataclass(frozen=True)
class Items:
    """Items in their order, and what becomes of a value that is none of them.

    The same items are equal by whatever sequence they are given: whole numbers without a gap are a
    range.
    """

    given: Union[Tuple[Any, ...], range, Bins]
    outside: str
    kind: str

    @staticmethod
    def of(given: Any, outside: str = "category") -> "Items":
        """Checked items: texts, whole numbers, truth values, dates, a `range`, or `bins`."""
        one_of("outside", outside, OUTSIDE)
        if isinstance(given, Items):
            return given
        if isinstance(given, Bins):
            return Items(given, outside, "bin")
        if isinstance(given, range) and given.step == 1 and len(given) > 0:
            return Items(given, outside, "whole number")
        items = ordered("items", given)
        if any(map(is_missing, items)):
            raise refusal("items must be values", "None or NaN", 'leave it out; outside="category" counts those')
        kind, items = _typed(items)
        if len(set(items)) < len(items):
            found = f"{len(items)}, of them {len(set(items))} different"
            raise refusal("items must differ", found, "name each of them once")
        if kind == "whole number" and items == list(range(items[0], items[-1] + 1)):
            return Items(range(items[0], items[-1] + 1), outside, kind)
        if len(items) > _MOST:
            raise refusal(
                f"items of a query must be at most {_MOST}",
                len(items),
                "write a plan, whose domain may be a file, and run it as a job",
            )
        if OTHER in items:
            raise refusal(f"no item may be called {OTHER}", OTHER, "take another name for it")
        return Items(tuple(items), outside, kind)

    def names(self) -> List[str]:
        """All names, in the order of item numbers; "(other)" is last."""
        own = self.given.names() if isinstance(self.given, Bins) else [_text(i) for i in self.given]
        return [*own, OTHER] if self.outside == "category" else own

    def digest(self) -> str:
        """Eight digits that tell these items from others: of their names, kind and order alone."""
        if isinstance(self.given, range):
            own = [f"{self.given[0]} to {self.given[-1]}"]
        else:
            own = self.names()[: len(self.names()) - (self.outside == "category")]
        text = json.dumps([self.kind, own, self.outside == "category"], ensure_ascii=False)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]

    def number(self, value: "Column") -> "Column":
        """The item number of a value. No value makes it fail, and no cast can show one."""
        from pyspark.sql import functions as F

        inside = self._inside(value)
        if self.outside == "drop":
            return inside
        # -1 is outside every domain: then ldp_randomize refuses, without showing the value.
        return F.coalesce(inside, F.lit(len(self) - 1 if self.outside == "category" else -1))

    def __len__(self) -> int:
        own = len(self.given.edges) - 1 if isinstance(self.given, Bins) else len(self.given)
        return own + (self.outside == "category")

    def _inside(self, value: "Column") -> "Column":
        from pyspark.sql import functions as F

        if isinstance(self.given, Bins):
            return _bin(self.given.edges, cast(value, "DOUBLE"))
        if self.kind == "whole number":
            # A cast alone would cut 3.7 to 3.
            whole = cast(value, "BIGINT")
            whole = F.when(cast(value, "DOUBLE") == cast(whole, "DOUBLE"), whole)
            if isinstance(self.given, range):
                first, last = F.lit(self.given[0]), F.lit(self.given[-1])
                return F.when((whole >= first) & (whole <= last), F.call_function("try_subtract", whole, first))
            value = whole
        elif self.kind != "text":
            value = cast(value, "DATE" if self.kind == "date" else "BOOLEAN")
        pairs = [(_text(item), number) for number, item in enumerate(self.given)]
        return F.try_element_at(_map(pairs), cast(value, "STRING"))

    def named(self, item: "Column") -> "Column":
        """The name of an item that `ldp_estimate` calls by its number."""
        from pyspark.sql import functions as F

        pairs = [(str(number), each) for number, each in enumerate(self.names())]
        return F.coalesce(F.try_element_at(_map(pairs), item), item)

    def domain(self) -> Dict[str, Any]:
        """The domain of a plan."""
        if isinstance(self.given, Bins):
            return {"type": "bins", "edges": list(self.given.edges)}
        if isinstance(self.given, range):
            return {"type": "range", "from": self.given[0], "to": self.given[-1]}
        return {"type": "list", "items": [_text(item) for item in self.given]}


def _typed(items: List[Any]) -> Tuple[str, List[Any]]:
    """What the items are, and the items as that."""
    if items and all(isinstance(item, str) for item in items):
        return "text", items
    if items and all(isinstance(item, bool) for item in items):
        return "truth value", items
    if items and all(is_whole(item) and -(2**63) <= item < 2**63 for item in items):
        return "whole number", [int(item) for item in items]
    if items and all(map(is_date, items)):
        return "date", items
    found = ", ".join(sorted({type(item).__name__ for item in items})) or "none"
    raise refusal(
        "items must be texts, or whole numbers, or truth values, or dates, and at least one",
        found,
        "for real numbers write items=ldp.bins([...])",
    )


def _text(item: Any) -> str:
    return ("true" if item else "false") if isinstance(item, bool) else str(item)


def cast(value: "Column", type: str) -> "Column":
    """A cast that gives NULL where a plain one would fail and show the value."""
    tried = getattr(value.__class__, "try_cast", None)  # since Spark 4.0
    return tried(value, type) if tried else value.cast(type)


def _map(pairs: Sequence[Tuple[Any, Any]]) -> "Column":
    from pyspark.sql import functions as F

    return F.create_map(*[F.lit(each) for pair in pairs for each in pair])


def _bin(edges: Sequence[float], value: "Column") -> "Column":
    from pyspark.sql import functions as F

    last = len(edges) - 2
    found = F.when(F.lit(False), F.lit(0))
    for i, (low, high) in enumerate(zip(edges, edges[1:])):
        below = value <= F.lit(high) if i == last else value < F.lit(high)
        found = found.when((value >= F.lit(low)) & below, F.lit(i))
    return found
