"""Refusals: one sentence each, with the rule, the parameter and the remedy."""

from __future__ import annotations

import math
from typing import Any, Iterable, Tuple


def refusal(rule: str, provided: Any, remedy: str = "") -> ValueError:
    """A ValueError in one sentence. Only parameters are shown, never a value of a table."""
    end = f"; {remedy}." if remedy else "."
    return ValueError(f"{rule}. Provided: {provided}{end}")


def one_of(name: str, value: Any, choices: Iterable[str]) -> None:
    """Refuses a value that is none of the choices."""
    choices = list(choices)
    if value not in choices:
        raise refusal(f"{name} must be one of {', '.join(choices)}", value)


def is_number(value: Any) -> bool:
    """Whether this is a finite number. A bool is none."""
    return (
        isinstance(value, (int, float))
        and not isinstance(value, bool)
        and math.isfinite(value)
    )


def number(name: str, value: Any, low: float, high: float) -> float:
    """The value as a float, if it is between both ends."""
    if not is_number(value) or not low <= value <= high:
        raise refusal(f"{name} must be a number from {low:g} to {high:g}", value)
    return float(value)


def names(name: str, value: Any) -> Tuple[str, ...]:
    """One name or several, as a tuple."""
    several = (value,) if isinstance(value, str) else tuple(value or ())
    if not all(isinstance(each, str) and each for each in several):
        raise refusal(f"{name} must be names of columns", several)
    return several
