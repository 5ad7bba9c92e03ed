"""Arguments as Python people hold them, and refusals: one sentence with rule, parameter, remedy."""

from __future__ import annotations

import math
from collections.abc import Reversible, Set
from datetime import datetime, time
from decimal import Decimal
from numbers import Integral, Real
from typing import Any, Collection, Iterable, List, Tuple, Union

#: One name or several.
Names = Union[str, Iterable[str], None]


def refusal(rule: str, provided: Any, remedy: str = "") -> ValueError:
    """A ValueError in one sentence. Only parameters are shown, never a value of a table."""
    end = f"; {remedy}." if remedy else "."
    return ValueError(f"{rule}. Provided: {provided}{end}")


def one_of(name: str, value: Any, choices: Collection[str]) -> None:
    """Refuses a value that is none of the choices."""
    if value not in choices:
        raise refusal(f"{name} must be one of {', '.join(choices)}", value)


def is_number(value: Any) -> bool:
    """Whether this is a finite number, of Python or of numpy. A bool is none."""
    return isinstance(value, (Real, Decimal)) and not isinstance(value, bool) and math.isfinite(value)


def is_whole(value: Any) -> bool:
    """Whether this is a number without a fraction, as pandas holds whole numbers beside a gap."""
    return is_number(value) and value == int(value)


def number(name: str, value: Any, low: float, high: float) -> float:
    """The value as a float, if it is between both ends."""
    if not is_number(value) or not low <= value <= high:
        raise refusal(f"{name} must be a number from {low:g} to {high:g}", value)
    return float(value)


def plain(value: Any) -> Any:
    """What numpy, pandas and decimals hold, as Python's own text, number, truth value or date."""
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        value = (value.astype("datetime64[us]") if value.dtype.kind == "M" else value).item()
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, (Integral, Decimal)) and not isinstance(value, bool) and is_whole(value):
        return int(value)
    if isinstance(value, datetime) and not is_missing(value) and value.tzinfo is None:
        return value.date() if value.time() == time() else value
    return float(value) if isinstance(value, (Real, Decimal)) and not isinstance(value, bool) else value


def is_missing(value: Any) -> bool:
    """Whether this is None, NaN, or what pandas has in their place."""
    return type(value).__name__ in ("NoneType", "NAType", "NaTType") or (isinstance(value, Real) and value != value)


def ordered(name: str, given: Any) -> List[Any]:
    """What stands in a sequence, in its order; refuses what has no order of its own."""
    if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        raise refusal(f"{name} must be a list", type(given).__name__, f"write {name}=[...]")
    kind = type(given)
    is_set = isinstance(given, Set) and not isinstance(given, Reversible)
    if is_set or kind is type(iter(set())) or kind.__module__.startswith("pyspark."):
        rule = f"{name} must be in an order of its own, which {kind.__name__} is not: another order is another question"
        raise refusal(
            f"{rule}, and each person would be asked again", f"a {kind.__name__}", "write a list, or sorted(...)"
        )
    if getattr(given, "ndim", 1) != 1:
        raise refusal(f"{name} must be one list", f"{given.ndim} dimensions", "name one column")
    dtype = getattr(given, "dtype", None)
    categories = getattr(dtype, "categories", getattr(given, "categories", None))
    if categories is not None:
        return ordered(name, categories)
    if getattr(dtype, "kind", "") == "M" and hasattr(given, "astype"):
        given = given.astype("datetime64[us]")
    return [plain(each) for each in (given.tolist() if hasattr(given, "tolist") else given)]


def names(name: str, value: Any) -> Tuple[str, ...]:
    """One name or several, as a tuple."""
    several = () if value is None else (value,) if isinstance(value, str) else tuple(ordered(name, value))
    if not all(isinstance(each, str) and each for each in several):
        raise refusal(f"{name} must be names of columns", several)
    return several
