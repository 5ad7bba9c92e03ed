"""The functions over PySpark columns and DataFrames.

Only `pyspark.sql.functions` and methods of DataFrame are used, so a classic session and a Connect
session do the same.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Iterable, Optional, Sequence, Union

from . import _questions as questions
from . import _tree as tree
from ._check import names, number, refusal
from ._items import Bins
from ._spec import Spec, as_spec
from .sql import aggregate_of

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

_OPERATORS = {
    ">=": operator.ge,
    "<=": operator.le,
    "<": operator.lt,
    "=": operator.eq,
    "AND": operator.and_,
}


def _column(node: tree.Node) -> "Column":
    """The expression as a column of the session's own kind."""
    from pyspark.sql import functions as F

    if isinstance(node, tree.Literal):
        return F.lit(node.value)
    if isinstance(node, tree.Name):
        return F.col(node.name)
    if isinstance(node, tree.Given):
        return node.column
    if isinstance(node, tree.Call):
        return F.call_function(node.function, *[_column(each) for each in node.arguments])
    if isinstance(node, tree.TryCast):
        return _column(node.value).try_cast(node.type)
    if isinstance(node, tree.Infix):
        return _OPERATORS[node.operator](_column(node.left), _column(node.right))
    assert isinstance(node, tree.Case)
    branches = [(_column(condition), _column(value)) for condition, value in node.branches]
    case = F.when(*branches[0])
    for branch in branches[1:]:
        case = case.when(*branch)
    return case


def randomize(
    value: Union[str, "Column"],
    protocol: Union[str, Spec],
    *,
    id: Union[str, "Column", None] = None,
    attribute: Optional[str] = None,
    items: Union[Iterable[Any], Bins, None] = None,
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

    `attribute` names the question of a keyed report. For a column by its name it is that name and
    the items', so other items are another question. An expression needs one.

    >>> reports = people.select(
    ...     ldp.randomize("page", "grr", epsilon=1, items=["home", "shop"], id="user_id"))
    >>> incomes = people.select(
    ...     ldp.randomize("income", "mean", epsilon=1, lower=0, upper=90000, id="user_id"))
    """
    spec = as_spec(protocol, {"items": items, "outside": outside, **parameters})
    of = None if id is None else questions.node(id)
    return _column(questions.report(questions.node(value), spec, of, attribute)).alias("report")


def accumulate(
    report: Union[str, "Column"],
    protocol: Union[str, Spec],
    **parameters: Any,
) -> "Column":
    """An aggregate, called `accumulator`: reports into a small, mergeable value.

    >>> by_day = reports.groupBy("day").agg(ldp.accumulate("report", spec))
    """
    spec = as_spec(protocol, parameters)
    return _column(questions.accumulator(questions.node(report), spec)).alias("accumulator")


def merge(accumulator: Union[str, "Column"] = "accumulator") -> "Column":
    """An aggregate, called `accumulator`: accumulators of one protocol into one.

    >>> all_days = by_day.agg(ldp.merge())
    """
    return _column(questions.merged(questions.node(accumulator))).alias("accumulator")


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
    from pyspark.sql import functions as F

    aggregate, spec = aggregate_of(report, protocol, accumulator, parameters)
    groups = names("group_by", group_by)
    if "item" in groups:
        raise refusal("group_by must not be a column called item", "item", "rename it")
    whole = _column(questions.estimates(aggregate, confidence)).alias("estimates")
    found = df.groupBy(*groups).agg(whole) if groups else df.agg(whole)
    rows = found.select(*groups, F.inline("estimates"))
    named = _column(questions.item(spec)).alias("item")
    return rows.select(*groups, named, *questions.COLUMNS[1:])


def _number(function: str, *arguments: Any, session: Optional["SparkSession"] = None) -> float:
    from pyspark.sql import SparkSession

    spark = session or SparkSession.active()
    column = _column(tree.call(function, *[tree.Literal(each) for each in arguments]))
    row = spark.range(1).select(column.alias("number")).first()
    assert row is not None
    return float(row[0])


def epsilon(
    protocol: Union[str, Spec], *, session: Optional["SparkSession"] = None, **parameters: Any
) -> float:
    """The exact epsilon of the integers that the protocol uses, never above its claim.

    >>> ldp.epsilon("grr", epsilon=1, k=4)
    1.0
    """
    claimed = parameters.pop("epsilon", None)
    spec = as_spec(protocol, {"epsilon": claimed, **parameters})
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
