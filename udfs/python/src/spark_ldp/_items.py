"""The public set of items that is counted, and the map from values to item numbers.

The map is part of the query. It is the same work for each value as far as SQL allows, it never
fails on a value, and what is no item is decided beforehand (`outside`).
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _tree as tree
from ._check import is_number, one_of, refusal

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
        edges = tuple(self.edges)
        rising = len(edges) >= 2 and all(map(is_number, edges))
        if not rising or any(b <= a for a, b in zip(edges, edges[1:])):
            raise refusal("bins must have two or more rising, finite edges", list(edges))
        object.__setattr__(self, "edges", tuple(float(edge) for edge in edges))

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
        return Bins(tuple(edges))
    if lower is None or upper is None or count is None or count < 1:
        given = [lower, upper, count]
        raise refusal("bins must be given by edges, or by lower, upper and count", given)
    width = upper - lower
    inner = [lower + width * i / count for i in range(count)]
    return Bins((*inner, upper))


@dataclass(frozen=True)
class Items:
    """Items in their order, and what becomes of a value that is none of them."""

    given: Union[Tuple[Any, ...], range, Bins]
    outside: str

    @staticmethod
    def of(given: Union[Iterable[Any], Bins], outside: str = "category") -> "Items":
        """Checked items: texts, whole numbers, truth values, a `range`, or `bins`."""
        one_of("outside", outside, OUTSIDE)
        if isinstance(given, str):
            raise refusal("items must be a list", "a text", "write items=[...]")
        if isinstance(given, range) and given.step == 1 and len(given) > 0:
            return Items(given, outside)
        items = given if isinstance(given, Bins) else Items._checked(list(given))
        return Items(items, outside)

    @staticmethod
    def _checked(items: List[Any]) -> Tuple[Any, ...]:
        kinds = {type(item) for item in items}
        if len(kinds) != 1 or not kinds <= {str, int, bool}:
            found = ", ".join(sorted(kind.__name__ for kind in kinds)) or "none"
            raise refusal(
                "items must be texts, or whole numbers, or truth values, and at least one",
                found,
                "for real numbers write items=ldp.bins([...])",
            )
        if len(set(items)) < len(items):
            found = f"{len(items)}, of them {len(set(items))} different"
            raise refusal("items must differ", found, "name each of them once")
        if len(items) > _MOST:
            raise refusal(
                f"items of a query must be at most {_MOST}",
                len(items),
                "write a plan, whose domain may be a file, and run it as a job",
            )
        if OTHER in items:
            raise refusal(f"no item may be called {OTHER}", OTHER, "take another name for it")
        return tuple(items)

    def names(self) -> List[str]:
        """All names, in the order of item numbers; "(other)" is last."""
        own = self.given.names() if isinstance(self.given, Bins) else [_text(i) for i in self.given]
        return own + [OTHER] if self.outside == "category" else own

    def digest(self) -> str:
        """Eight digits that tell these items from others."""
        text = repr((self.given, self.outside))
        return hashlib.sha256(text.encode("utf-8")).hexdigest()[:8]

    def number(self, value: tree.Node) -> tree.Node:
        """The item number of a value. No value makes it fail, and no cast can show one."""
        inside = self._inside(value)
        if self.outside == "drop":
            return inside
        # -1 is outside every domain: then ldp_randomize refuses, without showing the value.
        other = len(self.names()) - 1 if self.outside == "category" else -1
        return tree.call("coalesce", inside, tree.Literal(other))

    def _inside(self, value: tree.Node) -> tree.Node:
        if isinstance(self.given, Bins):
            return _bin(self.given.edges, tree.TryCast(value, "DOUBLE"))
        if isinstance(self.given, range):
            whole = _whole(value)
            first, last = tree.Literal(self.given[0]), tree.Literal(self.given[-1])
            between = tree.Infix(
                "AND", tree.Infix(">=", whole, first), tree.Infix("<=", whole, last)
            )
            return tree.Case(((between, tree.call("try_subtract", whole, first)),))
        kind = type(self.given[0])
        if kind is int:
            # 64 bits on both sides: a small number's literal is an INT.
            keys: List[Any] = [str(item) for item in self.given]
            key: tree.Node = tree.TryCast(_whole(value), "STRING")
        else:
            keys = [_text(item) for item in self.given]
            key = tree.TryCast(value if kind is str else tree.TryCast(value, "BOOLEAN"), "STRING")
        pairs = [(each, number) for number, each in enumerate(keys)]
        return tree.call("try_element_at", tree.mapping(pairs), key)

    def named(self, item: tree.Node) -> tree.Node:
        """The name of an item that `ldp_estimate` calls by its number."""
        pairs = [(str(number), each) for number, each in enumerate(self.names())]
        return tree.call("coalesce", tree.call("try_element_at", tree.mapping(pairs), item), item)

    def domain(self) -> Dict[str, Any]:
        """The domain of a plan."""
        if isinstance(self.given, Bins):
            return {"type": "bins", "edges": list(self.given.edges)}
        if isinstance(self.given, range):
            return {"type": "range", "from": self.given[0], "to": self.given[-1]}
        return {"type": "list", "items": [_text(item) for item in self.given]}


def _text(item: Any) -> str:
    return ("true" if item else "false") if isinstance(item, bool) else str(item)


def _whole(value: tree.Node) -> tree.Node:
    """The value if it is a whole number: a cast alone would cut 3.7 to 3."""
    whole = tree.TryCast(value, "BIGINT")
    same = tree.Infix("=", tree.TryCast(value, "DOUBLE"), tree.TryCast(whole, "DOUBLE"))
    return tree.Case(((same, whole),))


def _bin(edges: Sequence[float], value: tree.Node) -> tree.Node:
    branches = []
    for i, (low, high) in enumerate(zip(edges, edges[1:])):
        upper = "<=" if i == len(edges) - 2 else "<"
        inside = tree.Infix(
            "AND",
            tree.Infix(">=", value, tree.Literal(low)),
            tree.Infix(upper, value, tree.Literal(high)),
        )
        branches.append((inside, tree.Literal(i)))
    return tree.Case(tuple(branches))
