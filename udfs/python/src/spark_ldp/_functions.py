"""The functions over PySpark columns and DataFrames.

Only `pyspark.sql.functions` and methods of DataFrame are used, so a classic session and a Connect
session do the same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

from ._check import names, number, refusal
from ._guard import require_frame, require_jar, running, saying
from ._spec import Spec, as_spec

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

COLUMNS = ("item", "estimate", "standard_error", "lower", "upper")

_PART = re.compile(r"`((?:[^`]|``)+)`|([^.`]+)")


def _column(given: Union[str, "Column"]) -> "Column":
    """A column by its name, where dots lead into structs, or as it is."""
    from pyspark.sql import functions as F

    if isinstance(given, str) and not given:
        raise refusal("a column must have a name", "an empty text")
    return F.col(given) if isinstance(given, str) else given


def _label(value: Union[str, "Column"], spec: Spec) -> str:
    """The name of a keyed question: the column's, and what tells its items from others."""
    if not isinstance(value, str):
        raise refusal(
            "a keyed report of an expression must say what it asks",
            "no attribute",
            'add attribute="...", another one for each question',
        )
    # A field `a.b` and a column called "a.b" are two.
    parts = [quoted.replace("``", "`") or bare for quoted, bare in _PART.findall(value)]
    name = ".".join(f"`{part}`" if "." in part or "`" in part else part for part in parts).lower()
    return f"{name} {spec.items.digest()}" if spec.items else name


def randomize(
    value: Union[str, "Column"],
    protocol: Union[str, Spec],
    *,
    id: Union[str, "Column", None] = None,
    attribute: Optional[str] = None,
    items: Any = None,
    outside: Optional[str] = None,
    **parameters: Any,
) -> "Column":
    """A column of reports, called `report`: one locally private report of each value.

    With `id`, the report is keyed: the same person, value and question give the same report again.
    The key is the file that the session was started with (`session_config`). Without `id`, each
    computation draws new reports: write them to a table before anything reads them twice.

    `items` maps values to items, in the query. `outside` says what becomes of all other values and
    of missing ones: `"category"` (the default) counts them as "(other)", `"drop"` makes no report,
    `"fail"` fails the query. Without `items`, the column holds item numbers or numbers, as the
    protocol asks.

    `attribute` names the question of a keyed report. For a column by its name (a field of a struct
    too) it is that name and the items', so other items are another question. An expression needs
    one.

    >>> reports = people.select(
    ...     ldp.randomize("page", "grr", epsilon=1, items=["home", "shop"], id="user_id"))
    >>> incomes = people.select(
    ...     ldp.randomize("income", "mean", epsilon=1, lower=0, upper=90000, id="user_id"))
    """
    spec = as_spec(protocol, {"items": items, "outside": outside, **parameters}).complete()
    column = _column(value)
    item = spec.items.number(column) if spec.items else column
    if id is None:
        if attribute is not None:
            raise refusal("attribute goes with id", attribute, "give id, or leave attribute out")
        return _call("ldp_randomize", item, str(spec)).alias("report")
    label = attribute or _label(value, spec)
    return _call("ldp_randomize", item, str(spec), _column(id), label).alias("report")


def accumulate(report: Union[str, "Column"], protocol: Union[str, Spec], **parameters: Any) -> "Column":
    """An aggregate, called `accumulator`: reports into a small, mergeable value.

    >>> by_day = reports.groupBy("day").agg(ldp.accumulate("report", spec))
    """
    spec = as_spec(protocol, parameters).complete()
    return _call("ldp_accumulate", _column(report), str(spec)).alias("accumulator")


def merge(accumulator: Union[str, "Column"] = "accumulator") -> "Column":
    """An aggregate, called `accumulator`: accumulators of one protocol into one.

    >>> all_days = by_day.agg(ldp.merge())
    """
    return _call("ldp_merge", _column(accumulator)).alias("accumulator")


def estimate(
    df: "DataFrame",
    report: Union[str, "Column", None] = None,
    protocol: Union[str, Spec, None] = None,
    *,
    accumulator: Union[str, "Column", None] = None,
    group_by: Union[str, Sequence[str]] = (),
    confidence: float = 0.95,
    **parameters: Any,
) -> "DataFrame":
    """A DataFrame of estimates: `item, estimate, standard_error, lower, upper`, after the groups.

    It reads a column of reports, or with `accumulator=` one of accumulators. Items have their own
    names if the spec has `items`. Estimates are raw: a count may be negative or above n.

    >>> ldp.estimate(reports, "report", spec).show()
    >>> ldp.estimate(by_day, accumulator="accumulator", protocol=spec, group_by="day")
    """
    if (report is None) == (accumulator is None):
        raise refusal(
            "estimate needs a column of reports or one of accumulators",
            "neither" if report is None else "both",
            "name one of them",
        )
    spec = None if protocol is None else as_spec(protocol, parameters)
    if report is not None and spec is None:
        raise refusal(
            "reports are estimated by their protocol",
            "no protocol",
            "add the spec with which they were made",
        )
    groups = names("group_by", group_by)
    if "item" in groups:
        raise refusal("group_by must not be a column called item", "item", "rename it")
    if number("confidence", confidence, 0, 1) in (0, 1):
        raise refusal("confidence must be between 0 and 1", confidence)
    require_frame("df", df)
    from pyspark.sql import functions as F

    whole = merge(accumulator or "") if report is None else accumulate(report, spec or "")
    estimates = _call("ldp_estimate", whole, *([] if confidence == 0.95 else [float(confidence)]))
    found = saying(lambda: df.groupBy(*groups).agg(estimates.alias("estimates")))
    rows = found.select(*groups, F.inline("estimates"))
    item = spec.items.named(F.col("item")) if spec and spec.items else F.col("item")
    return rows.select(*groups, item.alias("item"), *COLUMNS[1:])


def _call(function: str, *arguments: Any) -> "Column":
    """A function of spark-ldp.jar; texts and numbers are constants."""
    from pyspark.sql import functions as F

    require_jar()
    constants = (str, int, float)
    return F.call_function(function, *[F.lit(each) if isinstance(each, constants) else each for each in arguments])


def _number(function: str, *arguments: Any, session: Optional["SparkSession"] = None) -> float:
    spark = running(session)
    column = _call(function, *arguments).alias("number")
    row = saying(lambda: spark.range(1).select(column).collect()[0])
    return float(row[0])


def epsilon(protocol: Union[str, Spec], *, session: Optional["SparkSession"] = None, **parameters: Any) -> float:
    """The exact epsilon of the integers that the protocol uses, never above its claim.

    >>> ldp.epsilon("grr", epsilon=1, k=4)
    1.0
    """
    spec = as_spec(protocol, parameters)
    return _number("ldp_epsilon", str(spec.complete()), session=session)


def gaussian_sigma(
    epsilon: float, delta: float, sensitivity: float, *, session: Optional["SparkSession"] = None
) -> float:
    """The least noise that makes a trusted curator's answer (epsilon, delta)-private.

    >>> round(ldp.gaussian_sigma(1, 1e-5, 1), 3)
    3.731
    """
    given = _numbers(epsilon=epsilon, delta=delta, sensitivity=sensitivity)
    return _number("ldp_gaussian_sigma", *given, session=session)


def gaussian_delta(
    epsilon: float, sigma: float, sensitivity: float, *, session: Optional["SparkSession"] = None
) -> float:
    """The delta that Gaussian noise of standard deviation `sigma` gives at `epsilon`."""
    given = _numbers(epsilon=epsilon, sigma=sigma, sensitivity=sensitivity)
    return _number("ldp_gaussian_delta", *given, session=session)


def gaussian_epsilon(
    sigma: float, delta: float, sensitivity: float, *, session: Optional["SparkSession"] = None
) -> float:
    """The epsilon that Gaussian noise of standard deviation `sigma` gives at `delta`."""
    given = _numbers(sigma=sigma, delta=delta, sensitivity=sensitivity)
    return _number("ldp_gaussian_epsilon", *given, session=session)


def _numbers(**given: float) -> Sequence[float]:
    return [number(name, value, 0, 1e300) for name, value in given.items()]
