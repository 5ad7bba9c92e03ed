"""The functions over PySpark columns and DataFrames.

Only `pyspark.sql.functions` and methods of DataFrame are used, so a classic session and a Connect session do the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

from ._check import names, number, refusal
from ._guard import call, require_frame, running, saying
from ._spec import Spec, as_spec

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

    #: A column, or its name, where dots lead into structs.
    Value = Union[str, Column]
    Protocol = Union[str, Spec]
    Session = Optional[SparkSession]


def _column(given: Value) -> Column:
    """A column by its name, where dots lead into structs, or as it is."""
    from pyspark.sql import functions as F

    return F.col(given) if isinstance(given, str) else given


def randomize(
    value: Value,
    protocol: Protocol,
    *,
    id: Optional[Value] = None,
    attribute: Optional[str] = None,
    items: Any = None,
    outside: Optional[str] = None,
    **parameters: Any,
) -> Column:
    """A column of reports, called `report`: one locally private report of each value.

    With `id`, the report is keyed by the session's key: the same person, value and question give the same report again.
    Without `id`, each computation draws new reports: write them to a table before anything reads them twice.

    `items` and `outside` are those of `spec`; without them, the column holds item numbers or numbers, as the protocol
    asks. `attribute` names the question of a keyed report. A column, or a field of a struct, needs none: its name is
    the question's. The items are part of the question too, so other items are another one.

    >>> people.select(ldp.randomize("page", "grr", epsilon=1, items=["home", "shop"], id="user_id"))
    >>> people.select(ldp.randomize("income", "mean", epsilon=1, lower=0, upper=90000, id="user_id"))
    """
    spec = as_spec(protocol, {"items": items, "outside": outside, **parameters}).complete()
    item = spec.items.number(_column(value)) if spec.items else _column(value)
    if id is None and attribute is not None:
        raise refusal("attribute goes with id", attribute, "give id, or leave attribute out")
    more = [_column(id), attribute] if id is not None else []
    return call("ldp_randomize", item, str(spec), *(each for each in more if each is not None)).alias("report")


def accumulate(report: Value, protocol: Protocol, **parameters: Any) -> Column:
    """An aggregate, called `accumulator`: reports into a small, mergeable value.

    >>> by_day = reports.groupBy("day").agg(ldp.accumulate("report", spec))
    """
    spec = as_spec(protocol, parameters).complete()
    return call("ldp_accumulate", _column(report), str(spec)).alias("accumulator")


def merge(accumulator: Value = "accumulator") -> Column:
    """An aggregate, called `accumulator`: accumulators of one protocol into one.

    >>> all_days = by_day.agg(ldp.merge())
    """
    return call("ldp_merge", _column(accumulator)).alias("accumulator")


def estimate(
    df: DataFrame,
    report: Optional[Value] = None,
    protocol: Optional[Protocol] = None,
    *,
    accumulator: Optional[Value] = None,
    group_by: Union[str, Sequence[str]] = (),
    confidence: float = 0.95,
    **parameters: Any,
) -> DataFrame:
    """A DataFrame of estimates: `item, estimate, standard_error, lower, upper, best`, after the groups.

    It reads a column of reports, or with `accumulator=` one of accumulators. Items have their own names if the spec has
    `items`. Estimates are raw: a count may be negative or above n. The `best` counts are never negative, and sum to the
    number of reports.

    >>> ldp.estimate(reports, "report", spec).show()
    >>> ldp.estimate(by_day, accumulator="accumulator", protocol=spec, group_by="day")
    """
    if (report is None) == (accumulator is None):
        found = "neither" if report is None else "both"
        raise refusal("estimate needs a column of reports or one of accumulators", found, "name one of them")
    spec = None if protocol is None else as_spec(protocol, parameters)
    if report is not None and spec is None:
        raise refusal("reports are estimated by their protocol", "no protocol", "add the spec that made them")
    groups = names("group_by", group_by)
    if "item" in groups:
        raise refusal("group_by must not be a column called item", "item", "rename it")
    if number("confidence", confidence, 0, 1) in (0, 1):
        raise refusal("confidence must be between 0 and 1", confidence)
    require_frame("df", df)
    from pyspark.sql import functions as F

    whole = merge(accumulator or "") if report is None else accumulate(report, spec or "")
    called = [spec.items.called()] if spec and spec.items else []
    estimates = call("ldp_estimate", whole, float(confidence), *called).alias("estimates")
    return saying(lambda: df.groupBy(*groups).agg(estimates)).select(*groups, F.inline("estimates"))


def _number(function: str, session: Any, *arguments: Any) -> float:
    rows = running(session).range(1).select(call(function, *arguments))
    return float(saying(rows.collect)[0][0])


def _gaussian(function: str, session: Any, **given: float) -> float:
    return _number(f"ldp_gaussian_{function}", session, *(number(name, given[name], 0, 1e300) for name in given))


def epsilon(protocol: Protocol, *, session: Session = None, **parameters: Any) -> float:
    """The exact epsilon of the integers that the protocol uses, never above its claim."""
    return _number("ldp_epsilon", session, str(as_spec(protocol, parameters).complete()))


def gaussian_sigma(epsilon: float, delta: float, sensitivity: float, *, session: Session = None) -> float:
    """The least noise that makes a trusted curator's answer (epsilon, delta)-private, such as 3.731 at (1, 1e-5, 1)."""
    return _gaussian("sigma", session, epsilon=epsilon, delta=delta, sensitivity=sensitivity)


def gaussian_delta(epsilon: float, sigma: float, sensitivity: float, *, session: Session = None) -> float:
    """The delta that Gaussian noise of standard deviation `sigma` gives at `epsilon`."""
    return _gaussian("delta", session, epsilon=epsilon, sigma=sigma, sensitivity=sensitivity)


def gaussian_epsilon(sigma: float, delta: float, sensitivity: float, *, session: Session = None) -> float:
    """The epsilon that Gaussian noise of standard deviation `sigma` gives at `delta`."""
    return _gaussian("epsilon", session, sigma=sigma, delta=delta, sensitivity=sensitivity)
